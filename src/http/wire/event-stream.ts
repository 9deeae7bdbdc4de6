/**
 * Frames -> the reply that streams them: headers that keep proxies from
 * buffering it, a comment at once, and a comment after every silence, so that
 * no proxy closes the connection as idle (WHATWG HTML, 9.2.7 Authoring notes).
 */
import { createTimedReader } from '../../answer/model-text/timed-reader.ts'
import { HEARTBEAT, OPENING } from '../../sse/write.ts'
import type { HttpReply } from './message.ts'

/** Headers of a stream: not cached, compressed or buffered on its way. nginx has a header of its own for this. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** The reply that streams `frames`, read only when it is. They must end soon after the request's signal aborts. */
export function eventStreamReply(frames: AsyncIterable<string>, heartbeatMs: number): HttpReply {
  return { status: 200, headers: STREAM_HEADERS, body: withHeartbeat(frames, heartbeatMs) }
}

async function* withHeartbeat(frames: AsyncIterable<string>, heartbeatMs: number): AsyncGenerator<string> {
  // `frames` ends by itself when the client is gone.
  const reader = createTimedReader(frames, new AbortController().signal)
  try {
    yield OPENING
    for (;;) {
      const read = await reader.next(heartbeatMs)
      if (read.type === 'end') return
      yield read.type === 'late' ? HEARTBEAT : read.item
    }
  } finally {
    reader.end()
  }
}
