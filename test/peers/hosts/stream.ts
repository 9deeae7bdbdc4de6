/** The reply to a question, read as it comes. */
import { request, type IncomingHttpHeaders } from 'node:http'

/** Far more than a frame takes on its way. */
const FRAME_LIMIT_MS = 30_000

export interface AnswerStream {
  readonly headers: IncomingHttpHeaders
  /** All that has come, as soon as it holds `text`; rejects when that doesn't come. */
  readonly received: (text: string) => Promise<string>
  /** Goes away without a word. */
  readonly leave: () => void
}

/** Asks for an answer; resolves with the reply's headers. `host` is the name by which the service is called. */
export function ask(port: number, query: string, host = `127.0.0.1:${port}`): Promise<AnswerStream> {
  const { promise, resolve, reject } = pending<AnswerStream>()
  const headers = { host, 'content-type': 'application/json', accept: 'text/event-stream', 'accept-encoding': 'gzip, br' }
  const req = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/ask', headers, agent: false }, (res) => {
    let text = ''
    let look = () => undefined as void
    res.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      look()
    })
    res.on('error', () => undefined)
    const received = (wanted: string) => {
      const waited = pending<string>()
      const giveUp = () => waited.reject(new Error(`no ${JSON.stringify(wanted)} in ${JSON.stringify(text)}`))
      const timer = setTimeout(giveUp, FRAME_LIMIT_MS)
      look = () => {
        if (!text.includes(wanted)) return
        clearTimeout(timer)
        waited.resolve(text)
      }
      look()
      return waited.promise
    }
    resolve({ headers: res.headers, received, leave: () => req.destroy() })
  })
  req.on('error', reject)
  req.end(JSON.stringify({ query, mode: 'agentic' }))
  return promise
}

function pending<T>() {
  let resolve = (_value: T) => undefined as void
  let reject = (_error: Error) => undefined as void
  const promise = new Promise<T>((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}
