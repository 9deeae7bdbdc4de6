/**
 * Requests as records, and the three ways to send them: to the bare handler,
 * through the fetch adapter, and over a socket to a running server.
 */
import { request as connect } from 'node:http'
import { createMemoryLedger } from '../../src/core/http/answers/guard.ts'
import type { AnswerBackend } from '../../src/core/http/answers/run-answer.ts'
import { createHandler } from '../../src/core/http/app.ts'
import type { FeedbackKeeper } from '../../src/core/http/feedback.ts'
import { createFetch } from '../../src/core/http/wire/fetch.ts'
import type { Handler, HttpReply, HttpRequest } from '../../src/core/http/wire/message.ts'
import type { AnswerSettings, HttpSettings } from '../../src/core/http/wire/settings.ts'
import { startServer } from '../../src/core/node/server/server.ts'
import type { QuestionRecorder } from '../../src/core/question-log/recorder.ts'
import type { Service } from '../../src/core/service.ts'
import { createTestService } from './service.ts'

export const SETTINGS: HttpSettings = {
  endpoint: '/api/ask',
  allowedHosts: [],
  corsOrigins: [],
  postsPerMinute: 600,
  trustedProxies: 0,
  openapi: 'openapi: 3.1.0\n',
  heartbeatMs: 15_000,
  answers: {
    perMinute: 10,
    perDay: 100,
    atOnce: 8,
    maxWaiting: 16,
    maxWaitMs: 10_000,
    tokensPerDay: 2_000_000,
    reservedTokens: 1_000,
    ledger: createMemoryLedger(),
    longestPauseMs: 600_000,
    origins: [],
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
    method,
    target,
    header: (name) => headers[name] ?? null,
    body: async (maxBytes) => (bytes.length > maxBytes ? null : bytes),
    client: '127.0.0.1',
    loopbackHost: null,
    signal: new AbortController().signal,
    waitUntil: () => undefined,
  }
}

/** One way to reach a handler. */
export interface Transport {
  readonly name: 'handler' | 'fetch' | 'node'
  /** Sends requests one after the other. */
  readonly exchange: (handler: Handler, sent: readonly Sent[]) => Promise<Received[]>
}

export const TRANSPORTS: readonly Transport[] = [
  { name: 'handler', exchange: (handler, sent) => inTurn(sent, (one) => viaHandler(handler, one)) },
  { name: 'fetch', exchange: (handler, sent) => inTurn(sent, (one) => viaFetch(handler, one)) },
  { name: 'node', exchange: viaServer },
]

async function inTurn<A, B>(items: readonly A[], each: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = []
  for (const item of items) results.push(await each(item))
  return results
}

async function viaHandler(handler: Handler, sent: Sent): Promise<Received> {
  const { status, headers, body } = await handler(neutral(sent))
  if (sent.method === 'HEAD') return { status, headers, text: '' }
  return { status, headers, text: await textOf(body) }
}

/** The whole body of a reply as text. */
export async function textOf(body: HttpReply['body']): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? ''
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  let text = ''
  for await (const piece of body) text += piece
  return text
}

async function viaFetch(handler: Handler, { method = 'GET', target, headers = {}, body }: Sent): Promise<Received> {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const response = await createFetch(handler)(new Request(`http://site.test${target}`, init), { client: '127.0.0.1' })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

async function viaServer(handler: Handler, sent: readonly Sent[]): Promise<Received[]> {
  const server = await startServer(handler, { host: '127.0.0.1', port: 0 })
  try {
    return await inTurn(sent, (one) => overSocket(server.port, one))
  } finally {
    await server.stop()
  }
}

/** Sends one request to a port of this machine, its target untouched. */
export function overSocket(port: number, { method = 'GET', target, headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const req = connect({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (piece: string) => (text += piece))
      res.on('error', reject)
      res.on('end', () => {
        const received = Object.entries(res.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: res.statusCode ?? 0, headers: Object.fromEntries(received), text })
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}
