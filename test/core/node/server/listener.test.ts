/** The listener: requests from node:http to the handler, and replies back. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handler, HttpRequest } from '../../../../src/core/http/wire/message.ts'
import { createListener, type ServiceListenerOptions, watchStall } from '../../../../src/core/node/server/listener.ts'
import { createTestHandler, overSocket, post } from '../../../support/http.ts'
import { listenFor, startFor } from '../../../support/loopback.ts'
import { rawClient } from '../../../support/raw.ts'
import { temporaryFolder } from '../../../support/site.ts'
import { until } from '../../../support/until.ts'

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** Pieces of a stream that no client gets in full. */
const MANY = 10_000
const EMPTY = { status: 204, headers: {}, body: null }

type Before = (req: IncomingMessage) => unknown

/** A server with the listener; `before` runs first, as a framework would. */
async function start(t: TestContext, handler: Handler, before: Before = () => {}, options?: ServiceListenerOptions) {
  const listen = createListener(handler, options)
  return listenFor(t, createServer(async (req, res) => {
    await before(req)
    listen(req, res)
  }))
}

/** The handler's view of the request in these bytes. */
async function seen<T>(t: TestContext, bytes: string, look: (request: HttpRequest) => T | Promise<T>): Promise<T> {
  let resolveView: (value: T | Promise<T>) => void
  const view = new Promise<T>((resolve) => (resolveView = resolve))
  const handler: Handler = async (request) => {
    resolveView(await look(request))
    return EMPTY
  }
  await rawClient(await start(t, handler), bytes)
  return view
}

describe('createListener() shows the handler', () => {
  test('headers by name, those sent twice joined, absent ones as null', async (t) => {
    const twice = ['X-Forwarded-For: 1.1.1.1', 'x-forwarded-for: 2.2.2.2', 'Set-Cookie: a', 'Set-Cookie: b']
    const bytes = `GET / HTTP/1.1\r\nHost: localhost\r\n${twice.join('\r\n')}\r\n\r\n`
    const names = ['x-forwarded-for', 'set-cookie', 'origin']
    const look = ({ header }: HttpRequest) => names.map((name) => header(name))
    assert.deepEqual(await seen(t, bytes, look), ['1.1.1.1, 2.2.2.2', 'a, b', null])
  })

  test('that the server stops, as long as there is a reply to end', async (t) => {
    const stopping = new AbortController()
    const signals: AbortSignal[] = []
    let onRequest = () => undefined as void
    const look: Handler = async ({ signal }) => (signals.push(signal), onRequest(), EMPTY)
    const port = await start(t, look, undefined, { stopping: stopping.signal })
    await overSocket(port, { target: '/' })
    onRequest = () => stopping.abort()
    for (let late = 0; late < 2; late += 1) await overSocket(port, { target: '/' })
    assert.deepEqual(signals.map(({ aborted }) => aborted), [false, true, true])
  })

  test('that the client went away while it sent its body', async (t) => {
    const lines: string[] = []
    const handler = createTestHandler({ log: (line) => lines.push(line) })
    const signals: AbortSignal[] = []
    const port = await start(t, (request) => (signals.push(request.signal), handler(request)))
    const head = 'POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n'
    const client = await rawClient(port, `${head}{`)
    await until(() => signals.length === 1)
    client.leave()
    await until(() => signals[0]!.aborted)
    await sleep(20)
    assert.deepEqual(lines, [], 'nothing failed that its owner could repair')
  })
})

describe('createListener() works behind a framework', () => {
  const answer = async (t: TestContext, before: Before, value: unknown = { query: 'x' }) =>
    overSocket(await start(t, createTestHandler(), before), post(value))

  /** Reads the request to its end and sets `body`, as body parsers do. */
  const parsed = (body: unknown) => async (req: IncomingMessage) => {
    req.resume()
    await new Promise((resolve) => req.once('end', resolve))
    Object.assign(req, { body })
  }
  const deep = () => JSON.parse('{"query":"x","y":'.concat('['.repeat(20_000), ']'.repeat(20_000), '}'))

  test('that cut its mount off the target', async (t) => {
    const port = await start(t, createTestHandler(), (req) => Object.assign(req, { originalUrl: req.url, url: '/overview' }))
    assert.equal((await overSocket(port, { target: '/api/ask/glossary' })).text.startsWith('{"terms"'), true)
  })

  test('that left the body alone', async (t) => {
    const { status, text } = await answer(t, (req) => Object.assign(req, { body: { query: 'other' } }))
    assert.equal(status, 200)
    assert.match(text, /"query":"x"/)
  })

  for (const [what, body, status] of [
    ['a value', { query: 'x' }, 200],
    ['text', '{"query":"x"}', 200],
    ['bytes', Buffer.from('{"query":"x"}'), 200],
    ['a value over the limit', { query: 'x'.repeat(70_000) }, 413],
    ['a value without a JSON form', () => 'x', 400],
    ['a value too deep for JSON', deep(), 400],
    ['nothing', undefined, 400],
  ] as const) {
    test(`that read the body and left ${what}`, async (t) => {
      assert.equal((await answer(t, parsed(body))).status, status)
    })
  }
})

test('createListener() refuses options that would switch a limit off', () => {
  const check = (options: object, option: string) => assert.throws(() => createListener(createTestHandler(), options), { option })
  check({ maxHeaders: NaN }, 'maxHeaders')
  check({ stalledMs: 0 }, 'stalledMs')
  check({ trustedProxies: NaN }, 'trustedProxies')
  check({ maxHeader: 5 }, 'createListener()')
})

test('createListener() settles when the reply is written, for frameworks that wait for it', async (t) => {
  const events: string[] = []
  async function* pieces() {
    yield 'first, '
    await sleep(5)
    events.push('written')
    yield 'last'
  }
  const listen = createListener(async () => ({ status: 200, headers: {}, body: pieces() }))
  const port = await listenFor(t, createServer((req, res) => void listen(req, res).then(() => events.push('settled'))))
  const { text } = await overSocket(port, { target: '/' })
  await until(() => events.length === 2)
  assert.deepEqual([text, events], ['first, last', ['written', 'settled']])
})

test('createListener() sends each byte of a short body as it is, also after a head with characters of Latin-1', async (t) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  for (const [body, expected] of [[bytes, bytes], ['é, λ, 😀, \u{FFFF}', Buffer.from('é, λ, 😀, \u{FFFF}')]] as const) {
    const port = await start(t, async () => ({ status: 200, headers: { 'x-name': 'é' }, body }))
    const response = await fetch(`http://127.0.0.1:${port}/`)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(expected))
    assert.equal(response.headers.get('content-length'), String(expected.length))
    assert.equal(response.headers.get('x-name'), 'é')
  }
})

describe('createListener() streams', () => {
  const streaming = (body: AsyncIterable<string>): Handler => async () => ({ status: 200, headers: { 'x-a': 'b' }, body })

  test('the headers at once, then each piece as it comes', async (t) => {
    const steps: string[] = []
    let next = () => undefined as void
    const asked = () => new Promise<void>((resolve) => (next = resolve))
    async function* pieces() {
      await asked()
      yield 'one'
      await asked()
      yield 'two'
    }
    const client = await rawClient(await start(t, streaming(pieces())), GET)
    steps.push((await client.received('\r\n\r\n')).includes('one') ? 'late' : 'headers')
    next()
    steps.push((await client.received('one')).includes('two') ? 'late' : 'one')
    next()
    assert.match(await client.received('0\r\n\r\n'), /x-a: b[^]*one[^]*two/)
    assert.deepEqual(steps, ['headers', 'one'])
  })

  /** A stream of more bytes than any connection takes at once, and what became of it and of its request. */
  function longStream() {
    const seen = { made: 0, ends: [] as string[] }
    async function* pieces() {
      try {
        for (; seen.made < MANY; seen.made += 1) yield 'x'.repeat(100_000)
        seen.ends.push('whole')
      } finally {
        seen.ends.push('returned')
      }
    }
    const handler: Handler = async ({ signal }) => {
      signal.addEventListener('abort', () => seen.ends.push('aborted'))
      return { status: 200, headers: {}, body: pieces() }
    }
    return { seen, handler }
  }

  test('also to a client that goes away while it reads nothing', async (t) => {
    const { seen, handler } = longStream()
    const client = await rawClient(await start(t, handler), GET)
    client.pause()
    await until(() => seen.made > 0)
    client.leave()
    await until(() => seen.ends.length === 2)
    assert.deepEqual(seen.ends.sort(), ['aborted', 'returned'])
    assert.ok(seen.made < MANY)
  })

  test('and closes the connection when the stream fails', async (t) => {
    async function* pieces() {
      yield 'piece'
      throw new Error('broken')
    }
    const client = await rawClient(await start(t, streaming(pieces())), GET)
    assert.doesNotMatch(await client.rest(), /0\r\n\r\n$/)
  })
})

/** Status of a read at a port of this machine, for this host. */
async function statusFor(port: number, host: string): Promise<number> {
  return (await overSocket(port, { target: '/api/ask', headers: { host } })).status
}

async function embed(t: TestContext, address: string, options: ServiceListenerOptions = {}): Promise<number> {
  const server = createServer(createListener(createTestHandler(), options)).listen(0, address)
  t.after(() => void server.close())
  await once(server, 'listening')
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

const startOn = async (t: TestContext, host: string) => (await startFor(t, createTestHandler(), { host })).port

for (const [name, serve] of [['createListener()', embed], ['startServer()', startOn]] as const) {
  test(`${name} on loopback refuses the host of a page that was rebound to it`, async (t) => {
    const port = await serve(t, '127.0.0.1')
    assert.deepEqual([await statusFor(port, 'evil.test'), await statusFor(port, `localhost:${port}`)], [421, 200])
  })

  test(`${name} on all addresses takes any host, also over loopback`, async (t) => {
    assert.equal(await statusFor(await serve(t, '0.0.0.0'), 'docs.example.com'), 200)
  })
}

for (const [what, method, target, host, status, options] of [
  ['takes the name that its server listens on', 'GET', '/api/ask', 'box.internal:80', 200, { host: 'Box.internal' }],
  ['checks the host of a target in absolute form', 'GET', 'http://evil.test/api/ask', 'localhost', 421],
  ['leaves the header alone that such a target replaces', 'GET', 'http://localhost/api/ask', 'evil.test', 200],
  ['checks the host of a request for the server as a whole', 'OPTIONS', '*', 'evil.test', 421],
  ['takes its own host for the server as a whole', 'OPTIONS', '*', 'localhost', 204],
] as const) {
  test(`createListener() ${what}`, async (t) => {
    const port = await embed(t, '127.0.0.1', options)
    assert.equal((await overSocket(port, { method, target, headers: { host } })).status, status)
  })
}

test('createListener() takes any host over a Unix socket, which no browser reaches', async (t) => {
  const path = join(await temporaryFolder(), 'ask.sock')
  const server = createServer(createListener(createTestHandler())).listen(path)
  t.after(() => void server.close())
  await once(server, 'listening')
  const socket = createConnection(path)
  socket.end('GET /healthz HTTP/1.1\r\nHost: docs.example.com\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const piece of socket) text += String(piece)
  assert.match(text, /^HTTP\/1\.1 200 /)
})

const STALLED_MS = 30_000

/** A watched reply whose socket has been given `written` bytes; `waiting` of them it has not taken. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const socket = { bytesWritten: 0, writableLength: 0, destroyed: false, remoteAddress: '192.0.2.1' }
  const res = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false })
  const breakOff = () => {
    socket.destroyed = true
    res.emit('close')
  }
  const req = { httpVersionMajor: 1, socket: Object.assign(socket, { resetAndDestroy: breakOff }) }
  const watch = watchStall({ req: req as unknown as IncomingMessage, res: res as unknown as ServerResponse }, STALLED_MS)
  t.after(watch.stop)
  return {
    watch, res, socket,
    set: (written: number, waiting: number) => Object.assign(socket, { bytesWritten: written, writableLength: waiting }),
    pass: (ms: number) => t.mock.timers.tick(ms),
  }
}

/** Bytes that the socket was given, those of them that it has not taken, and the time that passes then, as a share of the limit. */
type Step = readonly [written: number, waiting: number, share: number]

for (const [name, steps, isBroken] of [
  ['leaves a connection alone that takes nothing for the limit', [[100, 40, 1]], false],
  ['breaks off a connection that takes nothing, at most a tenth later', [[100, 40, 1.1]], true],
  ['counts bytes that are added as no progress, such as heartbeats', [[100, 40, 0.5], [106, 46, 0.5], [112, 52, 0.5]], true],
  ['leaves a connection alone that takes a byte within the limit', Array.from({ length: 100 }, (_, taken): Step => [200, 200 - taken, 0.9]), false],
  ['leaves a connection alone that has nothing to take', [[100, 0, 100]], false],
  ['begins anew when there is nothing to take in between', [[100, 40, 0.9], [100, 0, 0.1], [140, 40, 0.9]], false],
] as const satisfies readonly (readonly [string, readonly Step[], boolean])[]) {
  test(`watchStall() ${name}`, (t) => {
    const { socket, set, pass } = watched(t)
    for (const [written, waiting, share] of steps) {
      set(written, waiting)
      pass(STALLED_MS * share)
    }
    assert.equal(socket.destroyed, isBroken)
  })
}

test('watchStall() settles waits for an event, one that came before, a close, and a close without an event', async (t) => {
  const { watch, res, socket, pass } = watched(t)
  const drain = watch.until('drain')
  res.emit('drain')
  await drain
  const close = watch.until('drain')
  res.emit('close')
  await close
  const silent = watch.until('drain')
  socket.destroyed = true
  pass(STALLED_MS / 10)
  await silent
  await watch.until('drain')
  Object.assign(socket, { destroyed: false })
  res.writableFinished = true
  await watch.until('finish')
  assert.equal(res.listenerCount('close') + res.listenerCount('drain'), 0)
})

test('watchStall() stops when it is told to', (t) => {
  const { watch, socket, set, pass } = watched(t)
  set(100, 40)
  watch.stop()
  pass(STALLED_MS * 2)
  assert.equal(socket.destroyed, false)
})
