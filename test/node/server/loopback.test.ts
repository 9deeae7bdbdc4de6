/** The host check where the listener is on loopback and where it isn't, in a host's own server and in `startServer()`. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createListener, type ListenerOptions } from '../../../src/node/server/listener.ts'
import { startServer } from '../../../src/node/server/server.ts'
import { createTestHandler, overSocket } from '../../support/http.ts'
import { temporaryFolder } from '../../support/site.ts'

/** Status of a read at a port of this machine, for this host. */
async function statusFor(port: number, host: string): Promise<number> {
  return (await overSocket(port, { target: '/api/ask', headers: { host } })).status
}

async function embed(t: TestContext, address: string, options: ListenerOptions = {}): Promise<number> {
  const server = createServer(createListener(createTestHandler(), options)).listen(0, address)
  t.after(() => void server.close())
  await once(server, 'listening')
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

async function start(t: TestContext, host: string): Promise<number> {
  const server = await startServer(createTestHandler(), { host, port: 0 })
  t.after(() => server.stop())
  return server.port
}

for (const [name, serve] of [['createListener()', embed], ['startServer()', start]] as const) {
  test(`${name} on loopback refuses the host of a page that was rebound to it`, async (t) => {
    const port = await serve(t, '127.0.0.1')
    assert.deepEqual([await statusFor(port, 'evil.test'), await statusFor(port, `localhost:${port}`)], [421, 200])
  })

  test(`${name} on all addresses takes any host, also over loopback`, async (t) => {
    assert.equal(await statusFor(await serve(t, '0.0.0.0'), 'docs.example.com'), 200)
  })
}

test('createListener() takes the name that its server listens on', async (t) => {
  assert.equal(await statusFor(await embed(t, '127.0.0.1', { host: 'Box.internal' }), 'box.internal:80'), 200)
})

test('createListener() checks the host of a target in absolute form, and not the header that it replaces', async (t) => {
  const port = await embed(t, '127.0.0.1')
  const read = (target: string, host: string) => overSocket(port, { target, headers: { host } })
  assert.equal((await read('http://evil.test/api/ask', 'localhost')).status, 421)
  assert.equal((await read('http://localhost/api/ask', 'evil.test')).status, 200)
})

test('createListener() checks the host of a request for the server as a whole', async (t) => {
  const port = await embed(t, '127.0.0.1')
  const statusOf = async (host: string) => (await overSocket(port, { method: 'OPTIONS', target: '*', headers: { host } })).status
  assert.deepEqual([await statusOf('evil.test'), await statusOf('localhost')], [421, 204])
})

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
