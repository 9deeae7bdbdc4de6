/**
 * Events of an answer -> the frames of its stream, with the contract's payloads. However the answer ends, there is
 * exactly one last frame, `done` or `error`. Tokens that arrive close together share a frame.
 */
import type { AnswerEvent } from '../../answer/events/event.ts'
import { messageOf } from '../../base/errors.ts'
import { createTimedReader } from '../../base/timed-reader.ts'
import { formatFrame } from '../../sse/write.ts'

/** Time between two frames of tokens. The first token, and a token after a pause, is sent at once. */
const TOKEN_INTERVAL_MS = 25
/** UTF-16 units of text that are sent without a wait for more. */
const MAX_BUFFERED_LENGTH = 256

const CUT_OFF = 'The service stopped before the answer was complete; ask again in a moment.'
const FAILED = 'The answer broke off; ask again.'

/** Dependencies of a stream of frames. */
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
