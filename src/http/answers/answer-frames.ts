/**
 * Events of an answer -> the frames of its stream, with the contract's payloads
 * and exactly one last frame, `done` or `error`, however the answer ends.
 * Tokens that come close together share a frame.
 */
import type { AnswerEvent } from '../../answer/events/event.ts'
import { messageOf } from '../../base/describe-error.ts'
import { createTimedReader } from '../../base/timed-reader.ts'
import { formatFrame } from '../../sse/write.ts'

/** Time between two frames of tokens; the first token, and one after a pause, goes out at once. */
const TOKEN_INTERVAL_MS = 25
/** UTF-16 units of text that go out without waiting for more. */
const MAX_HELD_LENGTH = 256

const CUT_OFF = 'The service stopped before the answer was complete; ask again in a moment.'
const FAILED = 'The answer broke off; ask again.'

/** What the frames of an answer need of the world around them. */
export interface FrameContext {
  /** Ends the answer: the reader is gone, or the service stops. */
  readonly signal: AbortSignal
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** Asks for an event when a frame is wanted, so that a reader who is slow slows the model down. */
export async function* framesOf(
  events: AsyncIterable<AnswerEvent>,
  { signal, now, log }: FrameContext,
): AsyncGenerator<string> {
  const reader = createTimedReader(events, signal)
  let held = ''
  let nextMs = -Infinity
  try {
    for (;;) {
      const isFull = held.length >= MAX_HELD_LENGTH
      // At most the interval: a clock that is set back must hold nothing back.
      const dueMs = isFull ? 0 : Math.min(nextMs - now(), TOKEN_INTERVAL_MS)
      const waitMs = held === '' ? Infinity : dueMs
      const read = waitMs <= 0 ? null : await reader.next(waitMs)
      if (read?.type === 'item' && read.item.type === 'token') {
        held += read.item.text
        continue
      }
      if (held !== '') {
        yield frameOf({ type: 'token', text: held })
        held = ''
        nextMs = now() + TOKEN_INTERVAL_MS
      }
      if (read?.type === 'end') break
      if (read?.type !== 'item') continue
      yield frameOf(read.item)
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
function frameOf(event: AnswerEvent): string {
  switch (event.type) {
    case 'search':
      return formatFrame('search', { query: event.query })
    case 'sources':
      return formatFrame('sources', { sources: event.sources, model: event.model, mode: 'agentic' })
    case 'token':
      return formatFrame('token', { text: event.text })
    case 'done':
      return formatFrame('done', {})
    case 'error':
      return formatFrame('error', { error: event.error })
  }
}
