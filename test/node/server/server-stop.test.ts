/** The stop of the server: replies that finish, replies that end early, connections that are closed. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { describe, test } from 'node:test'
import type { Handler } from '../../../src/http/wire/message.ts'
import { startServer } from '../../../src/node/server/server.ts'
import type { RunningServer, ServerLimits } from '../../../src/node/server/server.ts'
import { createTestHandler, overSocket, post } from '../../support/http.ts'
import { rawClient } from '../../support/raw.ts'
import { ANSWER, DONE, gate, scriptedAnswering } from '../../support/scripted-answerer.ts'
import { openSocket } from '../../support/streams.ts'
import { until } from '../../support/until.ts'

const GET = 'GET /api/ask/overview HTTP/1.1\r\nHost: localhost\r\n'

async function start(t: TestContext, handler: Handler, limits: Partial<ServerLimits> = {}): Promise<RunningServer> {
  const server = await startServer(handler, { host: '127.0.0.1', port: 0, limits: { graceMs: 500, closeMs: 50, ...limits } })
  t.after(() => server.stop())
  return server
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]))

describe('stop()', () => {
  test('closes unused connections at once and takes no new ones', async (t) => {
    const server = await start(t, createTestHandler(), { graceMs: 60_000 })
    const idle = await rawClient(server.port, `${GET}\r\n`)
    const silent = await rawClient(server.port)
    await idle.received('"overview"')
    await server.stop()
    assert.deepEqual(statuses(await idle.rest()), [200])
    assert.equal(await silent.rest(), '')
    await assert.rejects(overSocket(server.port, { target: '/healthz' }), { code: 'ECONNREFUSED' })
  })

  test('lets a reply in progress finish', async (t) => {
    const gate = createHalves()
    const server = await start(t, async () => ({ status: 200, headers: {}, body: gate.pieces() }), { graceMs: 60_000 })
    const client = await rawClient(server.port, `${GET}\r\n`)
    await client.received('first')
    const stopped = server.stop()
    await sleep(20)
    gate.open()
    assert.match(await client.rest(), /first[^]*last[^]*0\r\n\r\n$/)
    await stopped
  })

  test('asks the client to close after a reply that has not begun', async (t) => {
    const gate = createHalves()
    let isAsked = false
    const handler: Handler = async () => {
      isAsked = true
      await gate.opened
      return { status: 200, headers: {}, body: 'late' }
    }
    const server = await start(t, handler, { graceMs: 60_000 })
    const client = await rawClient(server.port, `${GET}\r\n`)
    await until(() => isAsked)
    const stopped = server.stop()
    gate.open()
    assert.match(await client.rest(), /connection: close\r\n[^]*late$/)
    await stopped
  })

  test('waits for a client that is slow to read a whole reply', async (t) => {
    const size = 20_000_000
    const server = await start(t, async () => ({ status: 200, headers: {}, body: 'x'.repeat(size) }), { graceMs: 60_000 })
    const client = await rawClient(server.port, `${GET}\r\n`)
    client.pause()
    await sleep(100)
    const stopped = server.stop()
    await sleep(50)
    const text = await client.rest()
    assert.equal(text.length - text.indexOf('\r\n\r\n') - 4, size)
    await stopped
  })

  test('makes an answer report its early end after the grace time', async (t) => {
    const answering = scriptedAnswering(() => [...ANSWER.slice(0, -1), gate().wait, DONE])
    const server = await start(t, createTestHandler({ answering }), { graceMs: 50, closeMs: 60_000 })
    const reader = await openSocket(server.port, post({ query: 'x' }))
    await reader.received('Set')
    const stopped = server.stop()
    const text = await reader.rest()
    assert.match(text, /event: error\ndata: {"error":"The service stopped before the answer was complete[^\n]*\n\n$/)
    await stopped
    assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['cancelled'])
  })

  test('makes every answer report it, and leaves no listener', async (t) => {
    const warnings: string[] = []
    const warn = ({ name }: Error) => void warnings.push(name)
    process.on('warning', warn)
    t.after(() => process.off('warning', warn))
    const answering = scriptedAnswering(() => [...ANSWER.slice(0, -1), gate().wait, DONE])
    const handler = createTestHandler({ answering, answers: { atOnce: 40, perMinute: 40 } })
    const server = await start(t, handler, { graceMs: 0, closeMs: 60_000 })
    const readers = await Promise.all(Array.from({ length: 40 }, () => openSocket(server.port, post({ query: 'x' }))))
    for (const reader of readers) await reader.received('Set')
    const stopped = server.stop()
    for (const reader of readers) assert.match(await reader.rest(), /event: error/)
    await stopped
    assert.deepEqual([answering.reports.length, warnings], [40, []])
  })

  test('lets an answer finish within the grace time', async (t) => {
    const { wait, open } = gate()
    const answering = scriptedAnswering(() => [...ANSWER.slice(0, -1), wait, DONE])
    const server = await start(t, createTestHandler({ answering }), { graceMs: 60_000 })
    const reader = await openSocket(server.port, post({ query: 'x' }))
    await reader.received('Set')
    const stopped = server.stop()
    open()
    assert.match(await reader.rest(), /event: done\ndata: {}\n\n$/)
    await stopped
  })

  test('closes connections that have not ended within the grace time', async (t) => {
    const limits = { graceMs: 50, closeMs: 10 }
    const server = await start(t, async () => ({ status: 200, headers: {}, body: endless() }), limits)
    const client = await rawClient(server.port, `${GET}\r\n`)
    await client.received('piece')
    await server.stop()
    assert.doesNotMatch(await client.rest(), /0\r\n\r\n$/)
  })

  test('may be called again', async (t) => {
    const server = await start(t, createTestHandler())
    assert.equal(server.stop(), server.stop())
    await server.stop()
  })
})

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'piece '
    await sleep(5)
  }
}

/** A reply whose second half waits for `open()`. */
function createHalves() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  async function* pieces(): AsyncGenerator<string> {
    yield 'first'
    await opened
    yield 'last'
  }
  return { opened, pieces, open: () => open() }
}
