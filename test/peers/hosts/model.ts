/** A model's server that writes what a test tells it to, when it tells it to: Chat Completions as an event stream. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** One request of an answer, under way. */
export interface ModelCall {
  /** Writes a piece of the answer. */
  readonly write: (text: string) => void
  readonly end: () => void
  /** Whether the client has closed the connection before the end. */
  readonly isLeft: () => boolean
}

export interface StubModel {
  /** What `LLM_BASE_URL` is set to. */
  readonly url: string
  /** The next request, also one that has come already. */
  readonly next: () => Promise<ModelCall>
  readonly close: () => void
}

/** A model on a free port of this machine. */
export async function startModel(): Promise<StubModel> {
  const calls: ModelCall[] = []
  const waiting: ((call: ModelCall) => void)[] = []
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      const call = callOf(res)
      const take = waiting.shift()
      if (take === undefined) calls.push(call)
      else take(call)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`,
    next: () => new Promise((resolve) => {
      const call = calls.shift()
      if (call === undefined) waiting.push(resolve)
      else resolve(call)
    }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function callOf(res: ServerResponse): ModelCall {
  const send = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'stub', choices })}\n\n`)
  }
  return {
    write: (content) => send({ content }, null),
    end: () => {
      send({}, 'stop')
      res.end('data: [DONE]\n\n')
    },
    isLeft: () => res.destroyed && !res.writableFinished,
  }
}
