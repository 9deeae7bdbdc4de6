/**
 * One admitted answer, from its first event to the last frame of its stream: its slot is released, its cost counted,
 * its report delivered, and its events are stored for other readers with the same question. A stored answer is
 * replayed with a report of its own, and without cost; the oldest leave first. Events become frames with the
 * contract's payloads. However the answer ends, the last frame, `done` or `error`, comes exactly once.
 */
import type { Answerer, AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/events/event.ts'
import { isOf } from '../../answer/tools/library.ts'
import { createTimedReader, onAbort } from '../../base/abort.ts'
import { messageOf } from '../../base/errors.ts'
import { NO_USAGE } from '../../llm/model.ts'
import { formatFrame } from '../../sse/event-stream.ts'
import type { Admission } from './guard.ts'
import type { AskRequest } from './question.ts'

/** Longest wait for the reader to request the next event: an unread answer holds a slot. */
const MAX_UNREAD_MS = 60_000
/** UTF-16 units from which a stored token is long enough: the next token is not merged into it. */
const MERGED_TOKEN_LENGTH = 256
/** Longest time that an answer is stored. */
const MAX_AGE_MS = 600_000
const MAX_ANSWERS = 500
/** UTF-16 units of all answers together. */
const MAX_LENGTH = 4_194_304
/** UTF-16 units of one answer; a longer one is not cached. */
const MAX_ANSWER_LENGTH = 262_144
/** UTF-16 units that are counted for each event besides its JSON. */
const EVENT_LENGTH = 64

/** In the report of an answer whose reader left. */
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
    admission.record({ cost: 0, ...READER_LEFT })
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
  const isOneToken = previous?.type === 'token' && event.type === 'token' && previous.text.length < MERGED_TOKEN_LENGTH
  if (isOneToken) emitted[emitted.length - 1] = { type: 'token', text: previous.text + event.text }
  else emitted.push(event)
}

/** The events, with a new id. The report is delivered when the reader has the last event or leaves. */
export async function* replayAnswer(
  { events, report }: GivenAnswer,
  { id, deliver, waitUntil }: Pick<RunContext, 'deliver' | 'waitUntil'> & { readonly id: string },
): AsyncGenerator<AnswerEvent> {
  let isWhole = false
  try {
    for (const event of events) {
      isWhole = event.type === 'done'
      yield event.type === 'outcome' ? { ...event, id } : event
    }
  } finally {
    // No request to a model was made for it.
    const unasked = { steps: 0, calls: [], usage: NO_USAGE, cost: 0, isEstimated: false, finish: null }
    const replayed = { ...report, ...unasked, firstTokenMs: 0, totalMs: 0, isReplayed: true, id }
    waitUntil(deliver(isWhole ? replayed : { ...replayed, ...READER_LEFT }))
  }
}

/** An answer that was given. */
export interface GivenAnswer {
  /** All of its events, the last one included. */
  readonly events: readonly AnswerEvent[]
  readonly report: AnswerReport
}

/** An empty cache of answers by question and content; `now` is a clock in milliseconds. */
export function createAnswerCache(now: () => number) {
  /** Oldest first. */
  const answers = new Map<string, { readonly answer: GivenAnswer; readonly length: number; readonly atMs: number }>()
  let length = 0

  function drop(key: string): void {
    length -= answers.get(key)?.length ?? 0
    answers.delete(key)
  }

  const isOld = (atMs: number) => Math.abs(now() - atMs) >= MAX_AGE_MS

  function recent(key: string): GivenAnswer | null {
    const cached = answers.get(key)
    return cached === undefined || isOld(cached.atMs) ? null : cached.answer
  }

  return {
    /** The recent answer to a question, by its key, for readers of `page`; null if there is none. */
    get(question: string, page: string | null): GivenAnswer | null {
      const answer = recent(question)
      return recent(keyOn(page, question)) ?? (answer === null || dependsOn(page, answer) ? null : answer)
    },
    /** Stores the answer that a reader of `page` got, unless it is too long. */
    set(question: string, page: string | null, answer: GivenAnswer): void {
      const key = dependsOn(page, answer) ? keyOn(page, question) : question
      // The report contains the question and the text of the answer again.
      const reportLength = key.length + answer.report.question.length + answer.report.answer.length
      const lengths = answer.events.map((event) => EVENT_LENGTH + JSON.stringify(event).length)
      const added = lengths.reduce((sum, one) => sum + one, reportLength)
      if (added > MAX_ANSWER_LENGTH) return
      drop(key)
      answers.set(key, { answer, length: added, atMs: now() })
      length += added
      for (const [oldest, cached] of answers) {
        if (answers.size <= MAX_ANSWERS && length <= MAX_LENGTH && !isOld(cached.atMs)) return
        drop(oldest)
      }
    },
  }
}

/**
 * True if an answer may be another one for readers of other pages: sections of `page` come first where they are found,
 * so what was found without them is the same on every page. Sources have no ids: an id counts as found.
 */
function dependsOn(page: string | null, { events }: GivenAnswer): boolean {
  if (page === null) return false
  const found = events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
  return !page.startsWith('/') || found.some(({ url }) => isOf({ id: '', url }, page))
}

function keyOn(page: string | null, question: string): string {
  return `${JSON.stringify(page)} ${question}`
}

/** The key of a question in its conversation; `contentKey` identifies the content that its answer was made from. */
export function cacheKey(
  contentKey: string,
  { query, filter, history }: Pick<AskRequest, 'query' | 'filter' | 'history'>,
): string {
  const { lang, version, group } = filter
  const turns = history.flatMap(({ query, answer }) => [query, answer])
  return `${contentKey} ${JSON.stringify([[lang, version, group], turns])} ${normalizeQuestion(query)}`
}

/** The form that equal questions share. Only plain words become lower case: `-v`, `$PATH` and `getItem()` stay. */
function normalizeQuestion(question: string): string {
  const words = question.normalize('NFC').trim().split(/\s+/)
  return words.map((word) => (/^\p{L}[\p{Ll}\p{Lo}]*[?!.,;:]*$/u.test(word) ? word.toLowerCase() : word)).join(' ')
}

/** Time between two frames of tokens. The first token, and a token after a pause, is sent at once. */
const TOKEN_INTERVAL_MS = 25
/** UTF-16 units of text that are sent without a wait for more. */
const MAX_BUFFERED_LENGTH = 256

const CUT_OFF = 'The service stopped before the answer was complete; ask again in a moment.'
const FAILED = 'The answer broke off; ask again.'

interface FrameContext {
  /** True for a client that asks for events beyond the contract. */
  readonly detail: boolean
  /** True if verdicts on the answer are kept; its outcome then says so. */
  readonly keepsVerdicts: boolean
  /** Aborts when the reader is gone or the service stops. */
  readonly signal: AbortSignal
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** The frames of an answer. An event is read only when a frame is requested, so a slow reader slows the model down. */
export async function* framesOf(
  events: AsyncIterable<AnswerEvent>,
  { detail, keepsVerdicts, signal, now, log }: FrameContext,
): AsyncGenerator<string> {
  const reader = createTimedReader(events, signal)
  let buffered = ''
  let nextMs = -Infinity
  try {
    for (;;) {
      const isFull = buffered.length >= MAX_BUFFERED_LENGTH
      // Never more than the interval, even if the clock was set back.
      const dueMs = isFull ? 0 : Math.min(nextMs - now(), TOKEN_INTERVAL_MS)
      const waitMs = buffered === '' ? Infinity : dueMs
      const read = waitMs <= 0 ? null : await reader.next(waitMs)
      if (read?.type === 'item' && read.item.type === 'token') {
        buffered += read.item.text
        continue
      }
      if (buffered !== '') {
        yield frameOf({ type: 'token', text: buffered })
        buffered = ''
        nextMs = now() + TOKEN_INTERVAL_MS
      }
      if (read?.type === 'end') break
      if (read?.type !== 'item' || (read.item.type === 'outcome' && !detail)) continue
      yield frameOf(read.item.type === 'outcome' && keepsVerdicts ? { ...read.item, feedback: true } : read.item)
      if (read.item.type === 'done' || read.item.type === 'error') return
    }
  } catch (error) {
    log(`An answer failed: ${messageOf(error)}`)
  } finally {
    reader.end()
  }
  yield frameOf({ type: 'error', error: signal.aborted ? CUT_OFF : FAILED })
}

/** One event with the contract's payload. */
function frameOf({ type, ...payload }: AnswerEvent): string {
  return formatFrame(type, type === 'sources' ? { ...payload, mode: 'agentic' } : payload)
}
