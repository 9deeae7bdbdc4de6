/**
 * One admitted answer, from its first event to the last frame of its stream: its slot is released, its cost counted,
 * its report delivered, and its events are stored for other readers with the same question. Events become frames with
 * the contract's payloads. However the answer ends, the last frame, `done` or `error`, comes exactly once.
 */
import type { Answerer, AnswerReport } from '../../answer/answerer.ts'
import type { AnswerEvent } from '../../answer/event.ts'
import { createTimedReader, onAbort } from '../../base/abort.ts'
import { messageOf } from '../../base/errors.ts'
import { formatFrame } from '../../sse/event-stream.ts'
import type { HttpRequest } from '../wire/message.ts'
import { type GivenAnswer, type GivenContext, READER_LEFT } from './answer-cache.ts'
import type { Admission } from './guard.ts'
import type { AskRequest } from './question.ts'

/** Longest wait for the reader to request the next event: an unread answer holds a slot. */
const MAX_UNREAD_MS = 60_000
/** UTF-16 units from which a stored token is long enough: the next token is not merged into it. */
const MERGED_TOKEN_LENGTH = 256
/** The producer of answers, with the key of its content and the receiver of its reports. */
export interface AnswerBackend extends Pick<GivenContext, 'deliver'> {
  readonly answer: Answerer
  /** Identifies the current content. Rejects when the content can't be read. */
  readonly contentKey: () => Promise<string>
  /** A new id of an answer, which can't be guessed. */
  readonly newId: () => string
}

interface RunContext extends GivenContext {
  readonly admission: Admission
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
  let events: AsyncIterator<AnswerEvent> | null = null
  let cacheable: AnswerReport | null = null
  let finish = () => undefined as void
  waitUntil(new Promise<void>((resolve) => (finish = resolve)))
  const stopListening = onAbort(signal, stop)

  function stop(): void {
    stopped.abort()
    release()
    if (events === null) {
      admission.record({ cost: 0, ...READER_LEFT })
      finish()
    } else {
      // A reader who requests no more events doesn't end the answer, whose report is due.
      void events.return?.()
    }
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
    clearTimeout(unread)
    const asked = { filter, history, page, signal: stopped.signal, mayCost: admission.mayCost, onReport }
    const answering = answer(query, asked)[Symbol.asyncIterator]()
    events = answering
    try {
      for await (const event of { [Symbol.asyncIterator]: () => answering }) {
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
    if (last === null && !stopped.signal.aborted) throw new Error('an answer has no last event')
    if (cacheable !== null && last?.type === 'done') store({ events: [...emitted, last], report: cacheable })
    yield last ?? { type: 'error', error: FAILED }
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

/** Time between two frames of tokens. The first token, and a token after a pause, is sent at once. */
const TOKEN_INTERVAL_MS = 25
/** UTF-16 units of text that are sent without a wait for more. */
const MAX_BUFFERED_LENGTH = 256

const CUT_OFF = 'The service stopped before the answer was complete; ask again in a moment.'
const FAILED = 'The answer broke off; ask again.'

interface FrameContext extends Pick<AskRequest, 'detail'>, Pick<HttpRequest, 'signal'> {
  /** True if verdicts on the answer are kept; its outcome then says so. */
  readonly keepsVerdicts: boolean
  /** Clock in milliseconds. */
  readonly now: () => number
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
