/** The server against clients that are slow, broken or hostile, and how it stops. */
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handler } from '../../../../src/core/http/wire/message.ts'
import type { Observe } from '../../../../src/core/node/server/listener.ts'
import { type ServerLimits, startServer } from '../../../../src/core/node/server/server.ts'
import { PLATFORM } from '../../../runner/platform.mjs'
import { createTestHandler, openSocket, overSocket, post } from '../../../support/http.ts'
import { startFor } from '../../../support/loopback.ts'
import { rawClient } from '../../../support/raw.ts'
import { ANSWER, DONE, gate, scriptedAnswering } from '../../../support/scripted-answerer.ts'
import { until } from '../../../support/until.ts'

const GET = 'GET /api/ask/overview HTTP/1.1\r\nHost: localhost\r\n'
const CONNECT = 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n'
const POST = 'POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

const start = (t: TestContext, handler: Handler, limits: Partial<ServerLimits> = {}, observe?: Observe) => {
  return startFor(t, handler, { limits: { graceMs: 500, closeMs: 50, ...limits }, observe })
}

/** The reply of a server to these bytes, until it closes the connection. */
async function answerTo(t: TestContext, bytes: string, limits: Partial<ServerLimits> = {}): Promise<string> {
  const { port } = await start(t, createTestHandler(), limits)
  return (await rawClient(port, bytes)).rest()
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]))

describe('startServer() listens', () => {
  const handler = createTestHandler()

  for (const [host, expected] of Object.entries({ '0.0.0.0': 'http://localhost:', '::': 'http://localhost:', '::1': 'http://[::1]:' })) {
    test(`and names ${host} as a browser can open it`, async (t) => {
      const server = await startServer(handler, { host, port: 0 }).catch((error) => (host.includes(':') ? null : Promise.reject(error)))
      if (server === null) return t.skip(PLATFORM.ipv6)
      assert.equal(server.url, expected + server.port)
      await server.stop()
    })
  }

  for (const [change, option, message] of [
    [{ limits: { maxConnection: 5 } }, 'limits', /did you mean maxConnections/], [{ trustedProxys: 1 }, 'startServer()', /did you mean trustedProxies/],
    [{ limits: { maxHeaders: NaN } }, 'limits.maxHeaders', /from 1 to 1000, not NaN/], [{ limits: { graceMs: NaN } }, 'limits.graceMs', /not NaN/], [{ port: 'abc' }, 'port', /not a string/],
    [{ limits: { headersMs: 50_000 } }, 'limits.headersMs', /at most limits\.requestMs/], [{ host: undefined }, 'host', /must be a string/],
  ] as const) {
    test(`or says that ${option} is wrong: ${message.source}`, async () => {
      const options = Object.assign({ host: '127.0.0.1', port: 0 }, change)
      await assert.rejects(startServer(handler, options), { option, message })
    })
  }

  test('or says that the address is not of this machine, or the name unknown', async () => {
    for (const [host, message] of [['192.0.2.1', /^192\.0\.2\.1 is not an address/], ['no.such.invalid', /no\.such\.invalid/]] as const) {
      await assert.rejects(startServer(handler, { host, port: 0 }), { code: 'listen', message })
    }
  })
})

describe('startServer() answers what it can\'t read', () => {
  const short = { headersMs: 200, requestMs: 400, checkIntervalMs: 50 }

  for (const [name, bytes, status, error, limits] of [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a header over the limit', `${GET}X: ${'x'.repeat(9_000)}\r\n\r\n`, 431],
    ['a target over the limit', `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
    ['both lengths of a body', `${POST}Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths of a body', `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['a header name with a space', `${GET}X : 1\r\n\r\n`, 400],
    ['a folded header', `${GET}X: 1\r\n 2\r\n\r\n`, 400],
    ['a target with letters that were not encoded', 'GET /größe HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['headers without an end', GET, 408, /./, short],
    ['a body without an end', `${POST}Content-Length: 12\r\n\r\n{`, 408, /./, short],
    ['a connection without a byte', '', 408, /./, short],
    ['a version of HTTP that it doesn\'t speak', 'GET /healthz HTTP/3.0\r\nHost: localhost\r\n\r\n', 505],
    ['an expectation that it can\'t meet', `${POST}Expect: 200-ok\r\nContent-Length: 12\r\n\r\n{"query":""}`, 417, /100-continue/],
    ['a tunnel to somewhere else', CONNECT, 501, /CONNECT/],
  ] as const) {
    test(name, async (t) => {
      const text = await answerTo(t, bytes, limits)
      assert.deepEqual(statuses(text), [status])
      assert.match(text, /connection: close\r\n/i)
      assert.match(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error, error ?? /./)
    })
  }

  test('but never inside a reply that has begun', async (t) => {
    const { port } = await start(t, async () => ({ status: 200, headers: {}, body: endless() }))
    for (const bytes of ['nonsense\r\n\r\n', CONNECT]) {
      const client = await rawClient(port, `${GET}\r\n`)
      await client.received('piece')
      client.write(bytes)
      assert.deepEqual(statuses(await client.rest()), [200])
    }
  })

  test('also if the client has gone away by then', async (t) => {
    const { port } = await start(t, createTestHandler())
    for (let at = 0; at < 300; at += 1) (await rawClient(port, CONNECT + 'x'.repeat(60_000))).reset()
    assert.equal((await overSocket(port, { target: '/healthz' })).status, 200)
  })
})

describe('startServer() takes', () => {
  test('requests in a row, and answers them in their order', async (t) => {
    const both = `${GET}\r\n${POST}Content-Length: 12\r\nConnection: close\r\n\r\n{"query":""}`
    const text = await answerTo(t, both)
    assert.deepEqual(statuses(text), [200, 200])
    assert.ok(text.indexOf('"overview"') < text.indexOf('"results"'))
  })

  test('a body over the limit for what it is before reading it', async (t) => {
    const text = await answerTo(t, `${POST}Content-Length: 10000000\r\n\r\n${'x'.repeat(100_000)}`)
    assert.deepEqual(statuses(text), [413])
    assert.match(text, /connection: close/)
  })

  test('pieces of a body up to the limit, without their length known', async (t) => {
    const piece = `1000\r\n${' '.repeat(4_096)}\r\n`
    const { port } = await start(t, createTestHandler())
    const client = await rawClient(port, `${POST}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(40)}`)
    const text = await client.received('"}')
    assert.deepEqual(statuses(text), [413])
    assert.match(text, /connection: close/)
    client.write('0\r\n\r\n')
    await client.rest()
  })

  for (const [name, bytes, expected] of [
    ['an offer to speak another protocol for the plain request that it also is', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n', [200]],
    ['HTTP/1.0, and closes after it', 'GET /healthz HTTP/1.0\r\n\r\n', [200]],
    ['any number of requests on a connection', `${`${GET}\r\n`.repeat(1_500)}${GET}Connection: close\r\n\r\n`, Array<number>(1_501).fill(200)],
    ['a body that is asked for before it comes', `${POST}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 12\r\n\r\n{"query":""}`, [100, 200]],
    ['no body that is too large by its declared length', `${POST}Expect: 100-continue\r\nContent-Length: 10000000\r\n\r\n`, [413]],
    [
      'more requests after one that was refused without reading its body',
      `PUT /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody${GET}Connection: close\r\n\r\n`, [405, 200],
    ],
  ] as const) {
    test(name, async (t) => assert.deepEqual(statuses(await answerTo(t, bytes)), expected))
  }

  test('no client for ever that reads nothing of its reply', async (t) => {
    const size = 20_000_000
    const ended: boolean[] = []
    const observe = () => ({ onReply: () => undefined, onEnd: (isWhole: boolean) => void ended.push(isWhole) })
    const server = await start(t, async () => ({ status: 200, headers: {}, body: 'x'.repeat(size) }), { idleMs: 100 }, observe)
    const client = await rawClient(server.port, `${GET}\r\n`)
    client.pause()
    await until(() => ended.length === 1)
    assert.deepEqual(ended, [false])
    assert.ok((await client.rest()).length < size)
  })
})

describe('stop()', () => {
  test('closes unused connections at once and takes no new ones', async (t) => {
    const server = await start(t, createTestHandler(), { graceMs: 60_000 })
    const idle = await rawClient(server.port, `${GET}\r\n`)
    const silent = await rawClient(server.port)
    await idle.received('"overview"')
    await server.stop()
    assert.deepEqual(statuses(await idle.rest()), [200])
    assert.equal(await silent.rest(), '')
    await assert.rejects(rawClient(server.port), { code: 'ECONNREFUSED' })
  })

  test('asks the client to close after a reply that has not begun', async (t) => {
    const { wait, open } = gate()
    let isAsked = false
    const handler: Handler = async () => {
      isAsked = true
      await wait()
      return { status: 200, headers: {}, body: 'late' }
    }
    const server = await start(t, handler, { graceMs: 60_000 })
    const client = await rawClient(server.port, `${GET}\r\n`)
    await until(() => isAsked)
    const stopped = server.stop()
    open()
    assert.match(await client.rest(), /connection: close\r\n[^]*late$/)
    await stopped
  })

  test('waits for a client that has not taken the end of a reply', async (t) => {
    let [begun, ended, seen] = [0, 0, 0]
    const observe = () => ({ onReply: () => void (begun += 1), onEnd: () => void (ended += 1) })
    const server = await start(t, async () => ({ status: 200, headers: {}, body: 'x'.repeat(60_000) }), { graceMs: 60_000 }, observe)
    const client = await rawClient(server.port)
    client.pause()
    // More than the system holds for it: one reply stays in the process, written but not sent.
    client.write(`${GET}\r\n`.repeat(400))
    await until(() => begun > ended && begun === seen || ((seen = begun), false))
    const stopped = server.stop()
    const text = await client.rest()
    assert.equal(text.match(/x+$|x+(?=HTTP)/g)?.every(({ length }) => length === 60_000), true)
    await stopped
  })

  test('makes every answer report its early end after the grace time, and leaves no listener', async (t) => {
    const warnings: string[] = []
    const warn = ({ name }: Error) => void warnings.push(name)
    process.on('warning', warn)
    t.after(() => process.off('warning', warn))
    const answering = scriptedAnswering(() => [...ANSWER.slice(0, -1), gate().wait, DONE])
    const handler = createTestHandler({ answering, answers: { atOnce: 40, perMinute: 40 } })
    const server = await start(t, handler, { graceMs: 50, closeMs: 60_000 })
    const readers = await Promise.all(Array.from({ length: 40 }, () => openSocket(server.port, post({ query: 'x' }))))
    for (const reader of readers) await reader.received('Set')
    const stopped = server.stop()
    const last = /event: error\ndata: {"error":"The service stopped before the answer was complete[^\n]*\n\n$/
    for (const reader of readers) assert.match(await reader.rest(), last)
    await stopped
    assert.deepEqual([answering.reports.map(({ outcome }) => outcome), warnings], [Array<string>(40).fill('cancelled'), []])
  })

  test('lets an answer finish within the grace time', async (t) => {
    const { wait, open } = gate()
    const answering = scriptedAnswering(() => [...ANSWER.slice(0, -1), wait, DONE])
    const server = await start(t, createTestHandler({ answering }), { graceMs: 60_000 })
    const reader = await openSocket(server.port, post({ query: 'x' }))
    await reader.received('Set')
    const stopped = server.stop()
    await sleep(20)
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
