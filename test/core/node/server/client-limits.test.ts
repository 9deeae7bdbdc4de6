/** Limits of what clients hold: connections and large replies, alone and over sockets. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import type { Handler, HttpReply } from '../../../../src/core/http/wire/message.ts'
import { JSON_TYPE, STREAM_HEADERS } from '../../../../src/core/http/wire/reply.ts'
import { createLargeReplyLimit, limitConnections } from '../../../../src/core/node/server/client-limits.ts'
import type { ListenOptions } from '../../../../src/core/node/server/server.ts'
import { createTestHandler, neutral, textOf } from '../../../support/http.ts'
import { startFor } from '../../../support/loopback.ts'
import { rawClient, type RawClient } from '../../../support/raw.ts'
import { until } from '../../../support/until.ts'

const GET = 'GET /api/ask/overview HTTP/1.1\r\nHost: localhost\r\n\r\n'
const FORWARDED = GET.replace('\r\n\r\n', '\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
const OTHER = '127.0.0.2'

type Options = Pick<ListenOptions, 'limits' | 'trustedProxies'>

async function start(t: TestContext, options: Options, handler: Handler = createTestHandler()): Promise<number> {
  const limits = { graceMs: 0, closeMs: 0, ...options.limits }
  return (await startFor(t, handler, { ...options, limits })).port
}

/** Opens a connection that stays open; resolves with the status of the reply to `text`. */
async function statusOf(t: TestContext, port: number, text: string, address?: string): Promise<number> {
  const client = await rawClient(port, text, address)
  t.after(client.leave)
  return Number((await client.received('\r\n\r\n')).slice(9, 12))
}

describe('limitConnections()', () => {
  test('refuses connections of a client that has many without a request, and takes those of another', async (t) => {
    const port = await start(t, { limits: { maxConnectionsPerClient: 64 } })
    const halfOpen = await Promise.all(Array.from({ length: 100 }, () => rawClient(port)))
    for (const client of halfOpen) t.after(client.leave)
    assert.equal(await statusOf(t, port, GET), 429)
    assert.equal(await statusOf(t, port, GET, OTHER), 200)
  })

  test('says with an Error body what is over the limit, and when to try again', async (t) => {
    const port = await start(t, { limits: { maxConnectionsPerClient: 1, headersMs: 9_500 } })
    t.after((await rawClient(port)).leave)
    const text = await (await rawClient(port)).rest()
    assert.match(text, /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*\r\nconnection: close\r\nretry-after: 10\r\n/)
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
    assert.deepEqual(body, { error: 'At most 1 open connections of one client; try again in 10 s.' })
  })

  test('refuses any client while all connections are taken', async (t) => {
    const port = await start(t, { limits: { maxConnections: 1 } })
    t.after((await rawClient(port)).leave)
    const text = await (await rawClient(port, GET, OTHER)).rest()
    assert.match(text, /^HTTP\/1\.1 503 Service Unavailable\r\n[^]*\r\nretry-after: 10\r\n[^]*\{"error":"At most 1 open/)
  })

  test('takes a connection again when another one has closed', async (t) => {
    const port = await start(t, { limits: { maxConnectionsPerClient: 1 } })
    const first = await rawClient(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nForwarded: for=x\r\nConnection: close\r\n\r\n')
    await first.rest()
    assert.equal(await statusOf(t, port, FORWARDED), 200)
    assert.equal(await statusOf(t, port, FORWARDED), 429)
  })

  test('no longer counts a connection over loopback whose request came without a proxy', async (t) => {
    const port = await start(t, { limits: { maxConnectionsPerClient: 1 } })
    for (let connection = 0; connection < 3; connection += 1) assert.equal(await statusOf(t, port, GET), 200)
    assert.equal(await statusOf(t, port, FORWARDED), 200)
    assert.equal(await statusOf(t, port, FORWARDED), 429)
  })

  test('has no limit per client behind proxies, whose connections belong to many', async (t) => {
    const port = await start(t, { limits: { maxConnectionsPerClient: 1 }, trustedProxies: 1 })
    for (let connection = 0; connection < 3; connection += 1) assert.equal(await statusOf(t, port, FORWARDED), 200)
  })

  test('closes connections without a reply while it refuses 64', () => {
    const server = new EventEmitter() as unknown as Server
    const limits = { maxConnections: 0, maxConnectionsPerClient: 1, trustedProxies: 0, headersMs: 10_000 }
    limitConnections(server, limits)
    const replies: string[] = []
    const connect = () => {
      const socket = Object.assign(new EventEmitter(), {
        resume: () => socket,
        end: () => void replies.push('refused'),
        destroy: () => void replies.push('closed'),
      })
      server.emit('connection', socket as unknown as Socket)
      return socket
    }
    const sockets = Array.from({ length: 65 }, connect)
    assert.deepEqual(replies, [...Array<string>(64).fill('refused'), 'closed'])
    sockets[0]?.emit('close')
    connect()
    assert.equal(replies.at(-1), 'refused')
    for (const socket of sockets) socket.emit('close')
  })
})

const LARGE = 256 * 1024
const bytes = new Uint8Array(LARGE)
const LIMITS = { maxLargeRepliesPerClient: 1, trustedProxies: 0, stalledMs: 30_000 }

const reply = (body: HttpReply['body'], headers = {}): HttpReply => ({ status: 200, headers, body })
const from = (client: string, headers: Readonly<Record<string, string>> = {}) => ({ ...neutral({ target: '/', headers }), client })

async function* pieces() {
  yield 'piece'
}

describe('createLargeReplyLimit()', () => {
  test('refuses a large reply to a client that has its number under way, until one has ended', async () => {
    const admit = createLargeReplyLimit(LIMITS)
    const first = admit(from('192.0.2.1'), reply(bytes))
    const { reply: refusal, end } = admit(from('192.0.2.1'), reply(bytes))
    assert.equal(first.reply.status, 200)
    assert.deepEqual([refusal.status, refusal.headers['retry-after']], [429, '30'])
    const message = 'At most 1 large replies at once: read those under way, or try again in 30 s.'
    assert.deepEqual(JSON.parse(await textOf(refusal.body)), { error: message })
    end?.()
    assert.equal(admit(from('192.0.2.1'), reply(bytes)).reply.status, 429, 'a refusal frees nothing')
    assert.equal(admit(from('192.0.2.2'), reply(bytes)).reply.status, 200, 'another client')
    first.end?.()
    first.end?.()
    assert.equal(admit(from('192.0.2.1'), reply(bytes)).reply.status, 200)
    assert.equal(admit(from('192.0.2.1'), reply(bytes)).reply.status, 429, 'an end counts once')
  })

  for (const [what, large, isLimited] of [
    ['bytes', reply(bytes), true],
    ['text', reply('x'.repeat(LARGE)), true],
    ['a file with its length', reply(pieces(), { 'content-length': String(LARGE) }), true],
    ['a list of unknown length', reply(pieces(), { 'content-type': JSON_TYPE }), true],
    ['fewer bytes', reply(bytes.subarray(1)), false],
    ['a stream of events', reply(pieces(), STREAM_HEADERS), false],
    ['no body', reply(null, { 'content-length': String(LARGE) }), false],
  ] as const) {
    test(`${isLimited ? 'counts' : 'leaves out'} ${what}`, () => {
      const admit = createLargeReplyLimit(LIMITS)
      const statuses = [1, 2].map(() => admit(from('192.0.2.1'), large).reply.status)
      assert.deepEqual(statuses, [200, isLimited ? 429 : 200])
    })
  }

  for (const [what, trustedProxies, requests, isSame] of [
    ['addresses of one IPv6 network', 0, [from('2001:db8:0:1::1'), from('2001:db8:0:1:2::1')], true],
    ['addresses of two IPv6 networks', 0, [from('2001:db8:0:1::1'), from('2001:db8:0:2::1')], false],
    ['direct requests over loopback', 0, [from('127.0.0.1'), from('127.0.0.1')], false],
    ['requests that a proxy on this machine forwarded', 0, [
      from('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), from('::ffff:127.0.0.1', { forwarded: 'for=203.0.113.8' }),
    ], true],
    ['requests of two readers behind a trusted proxy', 1, [
      from('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), from('127.0.0.1', { 'x-forwarded-for': '203.0.113.8' }),
    ], false],
    ['requests of one reader behind two trusted proxies', 2, [
      from('127.0.0.1', { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }), from('127.0.0.2', { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' }),
    ], true],
    ['clients without an address', 0, [from(''), from('')], false],
    ['HEAD requests', 0, [{ ...from('192.0.2.1'), method: 'HEAD' }, { ...from('192.0.2.1'), method: 'HEAD' }], false],
  ] as const) {
    test(`${isSame ? 'counts as one client' : 'does not count as one client'}: ${what}`, () => {
      const admit = createLargeReplyLimit({ ...LIMITS, trustedProxies })
      const statuses = requests.map((request) => admit(request, reply(bytes)).reply.status)
      assert.deepEqual(statuses, [200, isSame ? 429 : 200])
    })
  }

  test('lets a page of another site read its refusal as it could read the reply', () => {
    const admit = createLargeReplyLimit({ ...LIMITS, maxLargeRepliesPerClient: 0 })
    const cors = { 'vary': 'Origin', 'access-control-allow-origin': 'https://a.test', 'access-control-expose-headers': 'ETag, Retry-After' }
    const { headers } = admit(from('192.0.2.1'), reply(bytes, { etag: '"a"', ...cors })).reply
    assert.deepEqual({ ...headers, ...cors }, headers)
    assert.equal('etag' in headers, false)
  })
})

/** More than the buffers of two sockets hold. */
const HUGE = new Uint8Array(40_000_000)

describe('startServer() sends large replies', () => {
  /** A client that reads the head of the reply and no more. */
  async function deadReader(t: TestContext, port: number, forwarded: string, address?: string): Promise<RawClient & { status: number }> {
    const client = await rawClient(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${forwarded}\r\n`, address)
    t.after(client.leave)
    const status = Number((await client.received('\r\n\r\n')).slice(9, 12))
    client.pause()
    return { ...client, status }
  }

  const XFF = 'X-Forwarded-For: 203.0.113.7\r\n'

  test('up to the limit of a client, not counting ended ones', { timeout: 60_000 }, async (t) => {
    const port = await start(t, { limits: { maxLargeRepliesPerClient: 2 } }, async () => reply(HUGE))
    const open = async (count: number, forwarded: string, address?: string) => {
      const readers = []
      for (let reader = 0; reader < count; reader += 1) readers.push(await deadReader(t, port, forwarded, address))
      return readers
    }
    const dead = await open(3, XFF)
    assert.deepEqual(dead.map(({ status }) => status), [200, 200, 429])
    assert.deepEqual((await open(1, XFF, '127.0.0.2')).map(({ status }) => status), [200], 'another client')
    assert.deepEqual((await open(3, '')).map(({ status }) => status), [200, 200, 200], 'direct clients')
    dead[0]?.leave()
    while ((await deadReader(t, port, XFF)).status !== 200);
  })

  test('and forgets those on a connection that closed before their turn', { timeout: 60_000 }, async (t) => {
    const signals: AbortSignal[] = []
    const handler: Handler = async ({ signal }) => {
      signals.push(signal)
      return reply(HUGE)
    }
    const port = await start(t, { limits: { maxLargeRepliesPerClient: 2, stalledMs: 50 } }, handler)
    const get = `GET / HTTP/1.1\r\nHost: localhost\r\n${XFF}\r\n`
    const client = await rawClient(port, get + get)
    client.pause()
    await until(() => signals.length === 2)
    client.leave()
    let admitted = 0
    // Readers that are admitted here are broken off, too, so that only a leak keeps both places.
    while (admitted < 2) {
      const readers = await Promise.all([deadReader(t, port, XFF), deadReader(t, port, XFF)])
      admitted = readers.filter(({ status }) => status === 200).length
    }
  })

  test('from one copy of their bytes', async (t) => {
    const port = await start(t, {}, async () => reply(HUGE))
    const before = process.memoryUsage().arrayBuffers
    for (let reader = 0; reader < 20; reader += 1) assert.equal((await deadReader(t, port, '')).status, 200)
    const grown = process.memoryUsage().arrayBuffers - before
    assert.ok(grown < HUGE.length, `20 readers of ${HUGE.length} bytes hold ${grown}`)
  })

  test('whole, also several on one connection, to a client that is slow and reads', async (t) => {
    const body = new Uint8Array(5_000_000).fill(97)
    const port = await start(t, {}, async () => reply(body))
    const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
    const client = await rawClient(port, `${get}\r\n${get}Connection: close\r\n\r\n`)
    await client.received('\r\n\r\n')
    client.pause()
    const bodies = (await client.rest()).split(/HTTP\/1\.1 200 [^]*?\r\n\r\n/).slice(1)
    assert.deepEqual(bodies.map((text) => text === 'a'.repeat(body.length)), [true, true])
  })

  for (const [what, body, sent] of [
    ['bytes', () => HUGE, ''],
    ['bytes while it sends line breaks', () => HUGE, '\r\n'],
    ['text', () => 'x'.repeat(HUGE.length), ''],
    ['a stream', () => endless(), ''],
  ] as const) {
    test(`and breaks off a client that takes nothing of ${what}`, async (t) => {
      let isAborted = () => false
      const handler: Handler = async ({ signal }) => {
        isAborted = () => signal.aborted
        return reply(body())
      }
      const client = await deadReader(t, await start(t, { limits: { stalledMs: 100 } }, handler), '')
      await until(() => {
        client.write(sent)
        return isAborted()
      })
      assert.ok((await client.rest()).length < HUGE.length)
    })
  }
})

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(100_000)
}
