/** A slow call -> an event stream of its progress, then its reply. */
import type { Reply } from '../../mcp/protocol/jsonrpc.ts'
import type { Notify } from '../../mcp/protocol/progress.ts'
import { formatFrame } from '../../sse/write.ts'
import { eventStreamReply } from '../wire/event-stream.ts'
import type { HttpReply } from '../wire/message.ts'

/** Runs a call; never rejects. It sends few notifications, at least a second apart. */
export type Work = (notify: Notify) => Promise<Reply>

/** The streamed reply. The work starts when the reply is read. */
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
  }).then((result) => {
    reply = result
    wake()
  })
  while (reply === null) {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    yield* waiting.splice(0)
    if (reply === null) await woken
  }
  await finished
  yield* waiting
  yield formatFrame('message', reply)
}
