/** Limits of connections: what one client and all clients together may have open, and what the others see of it. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, test } from 'node:test'
import { limitConnections } from '../../../../src/node/server/limits/connection-limit.ts'
import { type ListenOptions, startServer } from '../../../../src/node/server/server.ts'
import { createTestHandler } from '../../../support/http.ts'
import { rawClient } from '../../../support/raw.ts'

const GET = 'GET /api/ask/overview HTTP/1.1\r\nHost: localhost\r\n\r\n'
const FORWARDED = GET.replace('\r\n\r\n', '\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
const OTHER = '127.0.0.2'

async function start(t: TestContext, options: Pick<ListenOptions, 'limits' | 'trustedProxies'>): Promise<number> {
  const limits = { graceMs: 500, closeMs: 50, ...options.limits }
  const server = await startServer(createTestHandler(), { host: '127.0.0.1', port: 0, ...options, limits })
  t.after(() => server.stop())
  return server.port
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
    assert.match(text, /^HTTP\/1\.1 429 Too Many Requests\r\nconnection: close\r\n[^]*\r\nretry-after: 10\r\n/)
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
