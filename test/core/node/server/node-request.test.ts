/** Requests whose head HTTP forbids, on raw connections: to the server, and to a listener in a host's own server. */
import assert from 'node:assert/strict'
import { createServer, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { createListener } from '../../../../src/core/node/server/listener.ts'
import { readHead } from '../../../../src/core/node/server/node-request.ts'
import { createTestHandler } from '../../../support/http.ts'
import { listenFor, startFor } from '../../../support/loopback.ts'
import { rawClient } from '../../../support/raw.ts'

/** A port with a service behind it, until the test ends. */
type Start = (t: TestContext) => Promise<number>

const startOurs: Start = async (t) => (await startFor(t, createTestHandler())).port

/** A host's own server, which leaves the check of the host to the listener. */
const startEmbedded: Start = (t) => {
  return listenFor(t, createServer({ requireHostHeader: false }, createListener(createTestHandler())))
}

const SERVERS: readonly (readonly [string, Start])[] = [['server', startOurs], ['host', startEmbedded]]

interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** The only reply to these bytes; the connection is closed after it. */
async function exchange(port: number, bytes: string): Promise<RawReply> {
  const text = await (await rawClient(port, bytes)).rest()
  const end = text.indexOf('\r\n\r\n')
  assert.equal([...text.matchAll(/HTTP\/1\.1 \d{3} /g)].length, 1, text)
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end + 4) }
}

/** Bytes of a GET that closes the connection, with `lines` as its headers. */
function get(lines: readonly string[], start = 'GET /healthz HTTP/1.1'): string {
  return [start, ...lines, 'Connection: close', '', ''].join('\r\n')
}

async function refuses(port: number, bytes: string, status: number, error: RegExp): Promise<void> {
  const reply = await exchange(port, bytes)
  assert.equal(reply.status, status, reply.head)
  assert.match(reply.head, /content-type: application\/json; charset=utf-8\r\n/i)
  assert.match(reply.head, /connection: close/i)
  assert.match(JSON.parse(reply.body).error, error)
}

async function accepts(port: number, bytes: string, body = '{"status":"ok"}'): Promise<void> {
  const reply = await exchange(port, bytes)
  assert.deepEqual([reply.status, reply.body], [200, body])
}

const HOST = 'Host: localhost'
const dummies = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`)
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

/** Bytes of an MCP request from another site's page, `count` headers in all, the origin last. */
function foreignPing(count: number): string {
  const lines = [
    HOST, 'Connection: close', 'Content-Type: application/json', `Content-Length: ${PING.length}`, ...dummies(count - 5),
    'Origin: https://evil.test',
  ]
  return `POST /api/ask/mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${PING}`
}

for (const [name, start] of SERVERS) {
  describe(`the listener in a ${name} refuses, with an Error body,`, () => {
    test('more than 64 headers, so that none after them is overlooked', async (t) => {
      const port = await start(t)
      await accepts(port, get([HOST, ...dummies(62)]))
      for (const count of [63, 64, 95, 96, 97, 127, 128, 129, 500]) {
        await refuses(port, get([HOST, ...dummies(count)]), 431, /at most 64 headers/)
      }
      assert.equal((await exchange(port, foreignPing(64))).status, 403)
      await refuses(port, foreignPing(65), 431, /at most 64 headers/)
    })

    test('HTTP/1.1 without a Host header', async (t) => {
      await refuses(await start(t), get([]), 400, /Host/)
    })

    test('two Host headers, equal or not', async (t) => {
      const port = await start(t)
      for (const second of ['host: evil.test', HOST]) await refuses(port, get([HOST, second]), 400, /one Host header/)
    })

    for (const host of ['', 'a b', 'user@localhost', 'localhost/x', 'localhost:x', '[::1', 'a,b:80:80', 'x'.repeat(300), 'a:99999']) {
      test(`the invalid host ${JSON.stringify(host.slice(0, 20))}`, async (t) => {
        await refuses(await start(t), get([`Host: ${host}`]), 400, /Host header/)
      })
    }

    for (const line of ['GET /healthz', 'GET /healthz HTTP/0.9', 'GET /healthz HTTP/2.0']) {
      test(`the version of ${JSON.stringify(line)}`, async (t) => {
        await refuses(await start(t), `${line}\r\n${line.endsWith('0') ? `${HOST}\r\n` : ''}\r\n`, 505, /HTTP\/1\.1/)
      })
    }

    for (const target of ['http://user@localhost/healthz', 'http:///healthz', 'ftp://localhost/healthz']) {
      test(`the target ${target}`, async (t) => {
        await refuses(await start(t), get([HOST], `GET ${target} HTTP/1.1`), 400, /request target/)
      })
    }
  })

  describe(`the listener in a ${name} accepts`, () => {
    test('HTTP/1.0 without a Host header', async (t) => {
      await accepts(await start(t), get([], 'GET /healthz HTTP/1.0'))
    })

    for (const target of ['http://localhost/healthz', 'HTTP://127.0.0.1:1/healthz', 'https://[::1]:8787/healthz?x=http://a/']) {
      test(`the absolute target ${target}`, async (t) => {
        await accepts(await start(t), get([HOST], `GET ${target} HTTP/1.1`))
      })
    }
  })
}

test('readHead() takes a version that an adapter of a function host gives as a text', () => {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/', httpVersionMajor: '1', httpVersionMinor: '1' })
  req.headers.host = 'docs.example.com'
  const head = readHead(req, 100)
  assert.equal(head.type === 'accepted' && head.host, 'docs.example.com')
})
