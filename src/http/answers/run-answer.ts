/**
 * One admitted answer, from its first event to its last. It ends the admission,
 * counts the cost, delivers the report and stores the events for other readers.
 */
import type { Answerer, AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import { onAbort } from '../../base/abort.ts'
import type { GivenAnswer } from './answer-cache.ts'
import type { AskRequest } from '../wire/body.ts'
import type { Admission } from './guard.ts'

/** Longest wait for the reader to request the next event: an unread answer would block others. */
const MAX_UNREAD_MS = 60_000
/** UTF-16 units of a stored token from which on no further token is merged into it. */
const MERGED_TOKEN_LENGTH = 256

/** The maker of answers, with the content it answers from and the receiver of its reports. */
export interface AnswerBackend {
  readonly answer: Answerer
  /** Identifies the current content. Rejects when the content can't be read. */
  readonly contentKey: () => Promise<string>
  /** Takes the report of every answer that was begun. Resolves when it is delivered; never rejects. */
  readonly deliver: (report: AnswerReport) => Promise<void>
  /** A new id of an answer, which nobody can guess. */
  readonly newId: () => string
}

/** The part of a report that a guard reads, of an answer that was never begun. */
const NOTHING = { cost: 0, error: 'cancelled', outcome: 'cancelled' } as const

/** Dependencies of one answer. */
export interface RunContext {
  readonly admission: Admission
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal
  /** Makes the host wait for work that continues after the reply. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Takes an answer that other readers may get. */
  readonly store: (answer: GivenAnswer) => void
}

/**
 * The events of an answer, which starts when the first is requested. The
 * admission ends at the last event, when the signal aborts, or when the reader
 * requests no more, whichever is first. The last event comes after the count.
 */
export function runAnswer(
  { query, filter, history }: Pick<AskRequest, 'query' | 'filter' | 'history'>,
  backend: AnswerBackend,
  context: RunContext,
): AsyncIterable<AnswerEvent> {
  const { answer, deliver } = backend
  const { admission, signal, waitUntil, store } = context
  const stopped = new AbortController()
  let unread = setTimeout(stop, MAX_UNREAD_MS)
  let isBegun = false
  let cacheable: AnswerReport | null = null
  let finish = () => undefined as void
  waitUntil(new Promise<void>((resolve) => (finish = resolve)))
  const stopListening = onAbort(signal, stop)

  function stop(): void {
    stopped.abort()
    release()
    if (isBegun) return
    admission.record(NOTHING)
    finish()
  }

  function release(): void {
    clearTimeout(unread)
    admission.release()
  }

  function onReport(report: AnswerReport): void {
    if (report.outcome === 'answered' || report.outcome === 'not-covered') cacheable = report
    admission.record(report)
    void deliver(report).then(finish)
  }

  async function* run(): AsyncGenerator<AnswerEvent> {
    const emitted: AnswerEvent[] = []
    let last: AnswerEvent | null = null
    isBegun = true
    clearTimeout(unread)
    try {
      const asked = { filter, history, signal: stopped.signal, mayCost: admission.mayCost, onReport }
      for await (const event of answer(query, asked)) {
        if (event.type === 'done' || event.type === 'error') {
          last ??= event
        } else if (last === null) {
          append(emitted, event)
          unread = setTimeout(stop, MAX_UNREAD_MS)
          yield event
          clearTimeout(unread)
        }
      }
    } finally {
      stopListening()
      release()
    }
    if (last === null) throw new Error('an answer has no last event')
    if (cacheable !== null && last.type === 'done') store({ events: [...emitted, last], report: cacheable })
    yield last
  }

  return run()
}

/** Adds an event to the list, a short token to the token before it: a model may send thousands. */
function append(emitted: AnswerEvent[], event: AnswerEvent): void {
  const previous = emitted.at(-1)
  const isOneToken =
    previous?.type === 'token' && event.type === 'token' && previous.text.length < MERGED_TOKEN_LENGTH
  if (isOneToken) emitted[emitted.length - 1] = { type: 'token', text: previous.text + event.text }
  else emitted.push(event)
}
