/**
 * Frames -> the reply that streams them. Its headers keep proxies from buffering it. It begins with a comment and sends
 * another one after every silence, so that no proxy closes the connection as idle (WHATWG HTML, 9.2.7 Authoring notes).
 */
import { createTimedReader } from '../../base/timed-reader.ts'
import { HEARTBEAT, OPENING } from '../../sse/write.ts'
import type { HttpReply } from './message.ts'

/** Headers of a stream: it must not be cached, compressed or buffered on its way. `x-accel-buffering` is for nginx. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/**
 * The reply that streams `frames`. They are read only as fast as the reply is, and must end soon after the signal of
 * the request aborts. `heartbeatMs` is the silence after which a comment is sent.
 */
export function eventStreamReply(frames: AsyncIterable<string>, heartbeatMs: number): HttpReply {
  return { status: 200, headers: STREAM_HEADERS, body: withHeartbeat(frames, heartbeatMs) }
}

async function* withHeartbeat(frames: AsyncIterable<string>, heartbeatMs: number): AsyncGenerator<string> {
  // `frames` ends by itself when the client is gone.
  const reader = createTimedReader(frames, null)
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
