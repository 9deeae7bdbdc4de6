/**
 * Requests as records, and the three ways to send them: to the bare handler, through the fetch adapter, and over a socket
 * to a running server. Readers of a reply may wait, stop reading, or leave.
 */
import { request as connect } from 'node:http'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { createMemoryLedger } from '../../src/core/http/answers/guard.ts'
import type { AnswerBackend } from '../../src/core/http/answers/run-answer.ts'
import { createHandler } from '../../src/core/http/app.ts'
import type { FeedbackKeeper } from '../../src/core/http/feedback.ts'
import { createFetch } from '../../src/core/http/wire/fetch.ts'
import type { Handler, HttpReply, HttpRequest } from '../../src/core/http/wire/message.ts'
import type { AnswerSettings, HttpSettings } from '../../src/core/http/wire/settings.ts'
import type { QuestionRecorder } from '../../src/core/question-log.ts'
import type { Service } from '../../src/core/service.ts'
import { startFor } from './loopback.ts'
import { createTestService } from './service.ts'

export const SETTINGS: HttpSettings = {
  endpoint: '/api/ask', allowedHosts: [], corsOrigins: [], postsPerMinute: 600, trustedProxies: 0,
  openapi: 'openapi: 3.1.0\n', heartbeatMs: 15_000,
  answers: {
    perMinute: 10, perDay: 100, atOnce: 8, maxWaiting: 16, maxWaitMs: 10_000, tokensPerDay: 2_000_000,
    reservedTokens: 1_000, ledger: createMemoryLedger(), longestPauseMs: 600_000, origins: [],
    isCached: false,
  },
}

export interface Sent {
  /** GET unless it says so. */
  readonly method?: string
  readonly target: string
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** The parts of service, settings and dependencies that a test may change. */
export interface Changes {
  readonly service?: Partial<Service>
  readonly settings?: Partial<HttpSettings>
  readonly answers?: Partial<AnswerSettings>
  /** A function makes it anew for each handler. Default: none, as without a key. */
  readonly answering?: AnswerBackend | (() => AnswerBackend)
  /** Default: there is no question log. */
  readonly recorder?: QuestionRecorder
  /** Default: nothing keeps feedback. */
  readonly feedback?: FeedbackKeeper
  /** Default: a clock that stands still. */
  readonly now?: () => number
  readonly log?: (line: string) => void
  /** Default: the content is never replaced. */
  readonly revision?: () => number
}

/** A function that makes a service of which some parts are replaced. */
export type ServiceWith = (changes?: Partial<Service>) => Service

/** A handler over a service, the small site in memory unless another is given. */
export function createTestHandler(changes: Changes = {}, serviceWith: ServiceWith = createTestService): Handler {
  const { service, settings, answers, answering, recorder = null, now = () => 0, log = () => undefined, revision = () => 0 } = changes
  const all = { ...SETTINGS, ...settings, answers: { ...SETTINGS.answers, ledger: createMemoryLedger(), ...answers } }
  const given = typeof answering === 'function' ? answering() : (answering ?? null)
  const { feedback = { verdict: null, click: null } } = changes
  const tested = serviceWith(service)
  return createHandler(() => tested, all, { answering: given, recorder, feedback, now, log, revision: () => String(revision()) })
}

/** Headers of a POST with a JSON body. */
export const JSON_HEADERS = { 'content-type': 'application/json' }

/** A POST of this value as JSON. */
export function post(value: unknown, headers: Readonly<Record<string, string>> = {}): Sent {
  return { method: 'POST', target: '/api/ask', headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(value) }
}

/** The neutral form of a request, from a client on this machine. */
export function neutral({ method = 'GET', target, headers = {}, body = '' }: Sent): HttpRequest {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return {
    method, target, header: (name) => headers[name] ?? null,
    body: async (maxBytes) => (bytes.length > maxBytes ? null : bytes), client: '127.0.0.1',
    loopbackHost: null, signal: new AbortController().signal, waitUntil: () => undefined,
  }
}

/** The reply to a request, whose body nobody has read yet. */
export interface Opened {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Reads until what was received holds `text`. */
  readonly received: (text: string) => Promise<string>
  /** Reads to the end. */
  readonly rest: () => Promise<string>
  /** Goes away without a word. */
  readonly leave: () => void
}

/** One way to reach a handler. */
export interface Transport {
  readonly name: 'handler' | 'fetch' | 'node'
  readonly open: (handler: Handler, sent: Sent, t: Pick<TestContext, 'after'>) => Promise<Opened>
}

export const TRANSPORTS: readonly Transport[] = [
  { name: 'handler', open: openHandler },
  { name: 'fetch', open: openFetch },
  { name: 'node', open: async (handler, sent, t) => openSocket((await startFor(t, handler, { limits: { graceMs: 0, closeMs: 0 } })).port, sent) },
]

/** The whole reply. */
export async function wholeOf({ status, headers, rest }: Opened): Promise<Received> {
  return { status, headers, text: await rest() }
}

async function openHandler(handler: Handler, sent: Sent): Promise<Opened> {
  const gone = new AbortController()
  const { status, headers, body } = await handler({ ...neutral(sent), signal: gone.signal })
  const pieces = piecesOf(sent.method === 'HEAD' ? null : body)[Symbol.asyncIterator]()
  return openedOf(status, headers, pieces, () => {
    gone.abort()
    void pieces.return?.()
  })
}

/** The body of a reply as pieces. */
function piecesOf(body: HttpReply['body']): AsyncIterable<string | Uint8Array> {
  return body === null || typeof body === 'string' || body instanceof Uint8Array ? Readable.from([body ?? '']) : body
}

/** The whole body of a reply as text. */
export async function textOf(body: HttpReply['body']): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(body)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

async function openFetch(handler: Handler, { method = 'GET', target, headers = {}, body }: Sent): Promise<Opened> {
  const request = new Request(`http://site.test${target}`, { method, headers, ...(body !== undefined && { body }) })
  const response = await createFetch(handler)(request, { client: '127.0.0.1' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  async function* pieces() {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) yield read.value
  }
  return openedOf(response.status, Object.fromEntries(response.headers), pieces(), () => void reader?.cancel())
}

/** Sends one request to a port of this machine, its target untouched. */
export function openSocket(port: number, { method = 'GET', target, headers = {}, body }: Sent): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const req = connect({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (res) => {
      // A reply that is cut ends in an error; what was received stands.
      res.setEncoding('utf8').on('error', () => undefined)
      const received = Object.entries(res.headers).map(([name, value]) => [name, String(value)])
      resolve(openedOf(res.statusCode ?? 0, Object.fromEntries(received), res[Symbol.asyncIterator](), () => req.destroy()))
    })
    req.on('error', reject)
    req.end(body)
  })
}

/** The same, with the whole reply. */
export async function overSocket(port: number, sent: Sent): Promise<Received> {
  return wholeOf(await openSocket(port, sent))
}

function openedOf(status: number, headers: Received['headers'], pieces: AsyncIterator<string | Uint8Array>, leave: () => void): Opened {
  const decoder = new TextDecoder()
  let text = ''

  /** False at the end. */
  async function more(): Promise<boolean> {
    const { done, value } = await pieces.next().catch(() => ({ done: true, value: '' }))
    if (!done) text += typeof value === 'string' ? value : decoder.decode(value, { stream: true })
    return !done
  }
  async function received(wanted: string): Promise<string> {
    while (!text.includes(wanted)) {
      if (!(await more())) throw new Error(`The stream ended after ${JSON.stringify(text)}`)
    }
    return text
  }
  async function rest(): Promise<string> {
    while (await more());
    return text
  }
  return { status, headers, received, rest, leave }
}
