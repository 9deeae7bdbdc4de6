/** Readers of a streamed reply, one for each way to reach a handler, who may wait, stop reading, or leave. */
import { request as connect } from 'node:http'
import type { TestContext } from 'node:test'
import { createFetch } from '../../src/core/http/wire/fetch.ts'
import type { Handler } from '../../src/core/http/wire/message.ts'
import { neutral, type Sent } from './http.ts'
import { startFor } from './loopback.ts'

export interface StreamReader {
  /** Reads until what was received holds `text`. */
  readonly received: (text: string) => Promise<string>
  /** Reads to the end. */
  readonly rest: () => Promise<string>
  /** Goes away without a word. */
  readonly leave: () => void
}

/** One way to a handler. */
export interface StreamTransport {
  readonly name: 'handler' | 'fetch' | 'node'
  /** Sends a request and reads nothing of the reply's body yet. */
  readonly open: (handler: Handler, sent: Sent, t: TestContext) => Promise<StreamReader>
}

export const STREAM_TRANSPORTS: readonly StreamTransport[] = [
  { name: 'handler', open: openHandler },
  { name: 'fetch', open: openFetch },
  {
    name: 'node',
    open: async (handler, sent, t) => {
      return openSocket((await startFor(t, handler, { limits: { graceMs: 0, closeMs: 0 } })).port, sent)
    },
  },
]

async function openHandler(handler: Handler, sent: Sent): Promise<StreamReader> {
  const gone = new AbortController()
  const { body } = await handler({ ...neutral(sent), signal: gone.signal })
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) throw new Error(`no stream: ${body}`)
  const pieces = body[Symbol.asyncIterator]()
  return readerOf({ [Symbol.asyncIterator]: () => pieces }, () => {
    gone.abort()
    void pieces.return?.()
  })
}

async function openFetch(handler: Handler, { method = 'GET', target, headers = {}, body }: Sent): Promise<StreamReader> {
  const request = new Request(`http://site.test${target}`, { method, headers, ...(body !== undefined && { body }) })
  const response = await createFetch(handler)(request, { client: '127.0.0.1' })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  async function* pieces() {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  }
  return readerOf(pieces(), () => void reader.cancel())
}

/** A reader over a socket to a port of this machine. */
export async function openSocket(port: number, { method = 'GET', target, headers = {}, body }: Sent): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const req = connect({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (res) => {
      res.setEncoding('utf8')
      // A reply that is cut ends in an error; what was received stands.
      res.on('error', () => undefined)
      resolve(readerOf(res, () => req.destroy()))
    })
    req.on('error', reject)
    req.end(body)
  })
}

function readerOf(pieces: AsyncIterable<string | Uint8Array>, leave: () => void): StreamReader {
  const items = pieces[Symbol.asyncIterator]()
  let text = ''

  /** False at the end. */
  async function more(): Promise<boolean> {
    const { done, value } = await items.next().catch(() => ({ done: true, value: '' }))
    text += done ? '' : value
    return !done
  }

  return {
    async received(wanted) {
      while (!text.includes(wanted)) {
        if (!(await more())) throw new Error(`The stream ended after ${JSON.stringify(text)}`)
      }
      return text
    },
    async rest() {
      while (await more());
      return text
    },
    leave,
  }
}
