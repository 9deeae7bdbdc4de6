/**
 * Runs one admitted answer from its first event to its last: releases its slot, counts its cost, delivers its report
 * and stores its events for other readers. A stored answer is replayed: with a report of its own, and without cost.
 */
import type { Answerer, AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import { onAbort } from '../../base/abort.ts'
import { NO_USAGE } from '../../llm/model.ts'
import type { GivenAnswer } from './answer-cache.ts'
import type { AskRequest } from './question.ts'
import type { Admission } from './guard.ts'

/** Longest wait for the reader to request the next event: an unread answer holds a slot. */
const MAX_UNREAD_MS = 60_000
/** UTF-16 units from which a stored token is long enough: the next token is not merged into it. */
const MERGED_TOKEN_LENGTH = 256

/** The report to the guard for an answer that was never begun. */
const NOT_BEGUN = { cost: 0, error: 'cancelled', outcome: 'cancelled' } as const

const READER_LEFT = { outcome: 'cancelled', error: 'cancelled' } as const

/** The producer of answers, with the key of its content and the receiver of its reports. */
export interface AnswerBackend {
  readonly answer: Answerer
  /** Identifies the current content. Rejects when the content can't be read. */
  readonly contentKey: () => Promise<string>
  /** Takes the report of every answer that was begun. Resolves when it is delivered; never rejects. */
  readonly deliver: (report: AnswerReport) => Promise<void>
  /** A new id of an answer, which can't be guessed. */
  readonly newId: () => string
}

/** Dependencies of one answer. */
interface RunContext {
  readonly admission: Admission
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal
  /** Takes the report of the answer, once it is begun. Resolves when it is delivered; never rejects. */
  readonly deliver: AnswerBackend['deliver']
  /** Makes the host wait for work that continues after the reply. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Takes an answer that other readers may get. */
  readonly store: (answer: GivenAnswer) => void
}

/**
 * The events of an answer, which starts when the first event is requested. The slot is released at the last event, when
 * the signal aborts, or when the reader stops requesting events, whichever is first. The last event is sent after the
 * cost is counted.
 */
export function runAnswer(
  { query, filter, history, page }: Pick<AskRequest, 'query' | 'filter' | 'history' | 'page'>,
  answer: Answerer,
  { admission, signal, deliver, waitUntil, store }: RunContext,
): AsyncIterable<AnswerEvent> {
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
    admission.record(NOT_BEGUN)
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
      const asked = { filter, history, page, signal: stopped.signal, mayCost: admission.mayCost, onReport }
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

/** Adds an event to the list. A token is merged into a short token before it, since a model may send thousands. */
function append(emitted: AnswerEvent[], event: AnswerEvent): void {
  const previous = emitted.at(-1)
  const isOneToken =
    previous?.type === 'token' && event.type === 'token' && previous.text.length < MERGED_TOKEN_LENGTH
  if (isOneToken) emitted[emitted.length - 1] = { type: 'token', text: previous.text + event.text }
  else emitted.push(event)
}

/** The events, with a new id. The report is delivered when the reader has the last event or leaves. */
export function replayAnswer(
  { events, report }: GivenAnswer,
  { id, deliver, waitUntil }: Pick<RunContext, 'deliver' | 'waitUntil'> & { readonly id: string },
): AsyncIterable<AnswerEvent> {
  async function* run(): AsyncGenerator<AnswerEvent> {
    let isWhole = false
    try {
      for (const event of events) {
        isWhole = event.type === 'done'
        yield event.type === 'outcome' ? { ...event, id } : event
      }
    } finally {
      waitUntil(deliver(isWhole ? { ...replayOf(report), id } : { ...replayOf(report), id, ...READER_LEFT }))
    }
  }
  return run()
}

/** The report of an answer without a request to a model. */
function replayOf(report: AnswerReport): AnswerReport {
  const replayed = { steps: 0, calls: [], usage: NO_USAGE, cost: 0, isEstimated: false, finish: null }
  return { ...report, ...replayed, firstTokenMs: 0, totalMs: 0, isReplayed: true }
}
