/**
 * A proxy on a port of this machine in front of another, with the faults that
 * proxies have: paths cut, headers taken out, replies of its own, streams held back.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { listenFor } from './loopback.ts'

/** What it does to requests and replies; without any it hands all on as it comes. */
export interface Faults {
  /** The target that is asked instead. */
  readonly target?: (target: string) => string
  /** Headers of the reply as they are sent on; undefined takes one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Headers of the request that are not handed on. */
  readonly without?: readonly string[]
  /** A reply of its own; null for requests that are handed on. */
  readonly own?: (method: string, target: string, headers: IncomingHttpHeaders) => { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string } | null
  /** Whether a reply is kept until it is whole. */
  readonly holdsBack?: boolean
}

/** A proxy under way, closed with the test: `http://127.0.0.1:<port>`. */
export async function proxy(t: Pick<TestContext, 'after'>, upstream: number, faults: Faults = {}): Promise<string> {
  const server = createServer((req, res) => void hand(req, res, { upstream, faults }).catch(() => res.destroy()))
  return `http://127.0.0.1:${await listenFor(t, server)}`
}

async function hand(req: IncomingMessage, res: ServerResponse, { upstream, faults }: { readonly upstream: number; readonly faults: Faults }): Promise<void> {
  const { target = (same) => same, headers = {}, without = [], own = () => null, holdsBack = false } = faults
  const { method = 'GET', url = '/' } = req
  const reply = own(method, url, req.headers)
  if (reply !== null) return void res.writeHead(reply.status, reply.headers).end(reply.text)
  const asked = request({ host: '127.0.0.1', port: upstream, method, path: target(url), headers: omit(req.headers, without), agent: false })
  req.pipe(asked)
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  const shown = Object.entries({ ...answer!.headers, ...headers }).filter(([, value]) => value !== undefined)
  const pieces: Buffer[] = []
  if (!holdsBack) res.writeHead(answer!.statusCode!, Object.fromEntries(shown)).flushHeaders()
  for await (const piece of answer!) {
    if (holdsBack) pieces.push(piece)
    else res.write(piece)
  }
  if (holdsBack) res.writeHead(answer!.statusCode!, Object.fromEntries(shown))
  res.end(Buffer.concat(pieces))
}

function omit(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}
