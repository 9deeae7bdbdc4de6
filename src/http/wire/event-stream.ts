/**
 * Frames -> the reply that streams them: headers that keep proxies from
 * holding it back, a comment at once, and one after every silence, so that no
 * proxy takes the connection for dead (WHATWG HTML, 9.2.7 Authoring notes).
 */
import { createTimedReader } from '../../base/timed-reader.ts'
import { HEARTBEAT, OPENING } from '../../sse/write.ts'
import type { HttpReply } from './message.ts'

/** Kept by nobody, and neither compressed nor collected on the way: nginx wants to be told by a header of its own. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Nothing is asked of `frames` before the reply is read; they end soon after the request's signal aborts. */
export function eventStreamReply(frames: AsyncIterable<string>, heartbeatMs: number): HttpReply {
  return { status: 200, headers: STREAM_HEADERS, body: withHeartbeat(frames, heartbeatMs) }
}

async function* withHeartbeat(frames: AsyncIterable<string>, heartbeatMs: number): AsyncGenerator<string> {
  // The frames end by themselves when nobody waits for them.
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
