/**
 * One admitted answer, from its first event to its last: holds its place, has
 * its cost counted, its report delivered, and what it said kept.
 */
import { onAbort } from '../../base/abort.ts'
import type { Answerer, AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import type { Admission } from './guard.ts'

/** Longest wait for the reader to ask for the next event: an answer that nobody reads keeps others from theirs. */
const MAX_UNREAD_MS = 60_000
/** UTF-16 units of text from which on a kept token takes no more in. */
const KEPT_TOKEN_LENGTH = 256

/** What gives answers. */
export interface Answering {
  readonly answer: Answerer
  /** Tells one state of the content from another. Rejects when the content can't be read. */
  readonly contentKey: () => Promise<string>
  /** Takes the report of every answer that was begun; settles when it is delivered, and never rejects. */
  readonly deliver: (report: AnswerReport) => Promise<void>
}

/** Where an answer is run. */
export interface RunContext {
  readonly admission: Admission
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Keeps the host from ending what goes on after the reply. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Takes the events of an answer that another reader may be given. */
  readonly keep: (events: readonly AnswerEvent[]) => void
}

/**
 * Begins nothing before the first event is asked for. The place is given back
 * at the last event, when the signal aborts, and when the reader asks for no
 * more, whichever is first; the last event comes when all is counted.
 */
export function runAnswer(question: string, by: Answering, context: RunContext): AsyncIterable<AnswerEvent> {
  const { answer, deliver } = by
  const { admission, signal, waitUntil, keep } = context
  const stopped = new AbortController()
  let unread = setTimeout(stop, MAX_UNREAD_MS)
  let isBegun = false
  let isWorthKeeping = false
  let settle = () => undefined as void
  waitUntil(new Promise<void>((resolve) => (settle = resolve)))
  const stopListening = onAbort(signal, stop)

  function stop(): void {
    stopped.abort()
    leave()
    if (!isBegun) settle()
  }

  function leave(): void {
    clearTimeout(unread)
    admission.release()
  }

  function onReport(report: AnswerReport): void {
    isWorthKeeping = report.outcome === 'answered' || report.outcome === 'not-covered'
    admission.settle(report)
    void deliver(report).then(settle)
  }

  async function* run(): AsyncGenerator<AnswerEvent> {
    const told: AnswerEvent[] = []
    let last: AnswerEvent | null = null
    isBegun = true
    clearTimeout(unread)
    try {
      for await (const event of answer(question, { signal: stopped.signal, onReport })) {
        if (event.type === 'done' || event.type === 'error') {
          last ??= event
        } else if (last === null) {
          append(told, event)
          unread = setTimeout(stop, MAX_UNREAD_MS)
          yield event
          clearTimeout(unread)
        }
      }
    } finally {
      stopListening()
      leave()
    }
    if (last === null) throw new Error('an answer has no last event')
    if (isWorthKeeping && last.type === 'done') keep([...told, last])
    yield last
  }

  return run()
}

/** Adds an event, a short token to the one before it: a model may send thousands. */
function append(told: AnswerEvent[], event: AnswerEvent): void {
  const before = told.at(-1)
  const isOneToken = before?.type === 'token' && event.type === 'token' && before.text.length < KEPT_TOKEN_LENGTH
  if (isOneToken) told[told.length - 1] = { type: 'token', text: before.text + event.text }
  else told.push(event)
}
