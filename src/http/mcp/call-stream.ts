/**
 * A call that takes its time -> a stream of its progress and then its reply.
 */
import type { Reply } from '../../mcp/protocol/jsonrpc.ts'
import type { Notify } from '../../mcp/protocol/progress.ts'
import { formatFrame } from '../../sse/write.ts'
import { eventStreamReply } from '../wire/event-stream.ts'
import type { HttpReply } from '../wire/message.ts'

/** Does the call; never rejects. Sends few notifications, a second apart or more. */
export type Work = (notify: Notify) => Promise<Reply>

/** A reply that is streamed; the work begins when it is read. */
export function streamCall(work: Work, heartbeatMs: number): HttpReply {
  return eventStreamReply(framesOf(work), heartbeatMs)
}

async function* framesOf(work: Work): AsyncGenerator<string> {
  const waiting: string[] = []
  let reply: Reply | null = null
  let wake = () => undefined as void
  const finished = work((method, params) => {
    waiting.push(formatFrame('message', { jsonrpc: '2.0', method, params }))
    wake()
  }).then((whole) => {
    reply = whole
    wake()
  })
  while (reply === null) {
    const news = new Promise<void>((resolve) => (wake = resolve))
    yield* waiting.splice(0)
    if (reply === null) await news
  }
  await finished
  yield* waiting
  yield formatFrame('message', reply)
}
