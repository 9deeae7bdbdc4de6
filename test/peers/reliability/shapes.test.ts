/** Odd requests on raw sockets: each gets one reply, a refusal with an Error body, and the server goes on. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { DOCS, startService } from './service.ts'

/** Time for one shape; the server's own limits of time are made shorter. */
const LIMIT_MS = 30_000
/** Shapes at once: most connections stay open until the server's limits close them. */
const AT_ONCE = 16
const SETTINGS = { server: { headersMs: 2_000, requestMs: 3_000, keepAliveMs: 2_000 } }

const HOST = 'Host: 127.0.0.1\r\n'
const QUESTION = '{"query":"proxy","mode":"keyword"}'
const JSON_TYPE = 'Content-Type: application/json\r\n'

function post(headers: string, body: string): string {
  return `POST /api/ask HTTP/1.1\r\n${HOST}${headers}\r\n${body}`
}

function get(target: string, headers = HOST, version = 'HTTP/1.1'): string {
  return `GET ${target} ${version}\r\n${headers}\r\n`
}

/** Shape, bytes, and the statuses that are right. */
const SHAPES: readonly (readonly [name: string, bytes: string | Buffer, statuses: readonly number[]])[] = [
  ['a plain read', get('/api/ask/overview'), [200]],
  ['HTTP/1.0 with a host', get('/api/ask/overview', HOST, 'HTTP/1.0'), [200]],
  ['HTTP/0.9', 'GET /\r\n\r\n', [400, 505]],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
  ['HTTP/1.9', get('/', HOST, 'HTTP/1.9'), [400, 505]],
  ['HTTP/9.9', get('/', HOST, 'HTTP/9.9'), [400, 505]],
  ['no host', get('/', ''), [400]],
  ['an empty host', get('/', 'Host:\r\n'), [400, 421]],
  ['two hosts', get('/', `${HOST}Host: 127.0.0.1\r\n`), [400]],
  ['two different hosts', get('/', `${HOST}Host: evil.test\r\n`), [400]],
  ['a foreign host', get('/api/ask/overview', 'Host: evil.test\r\n'), [421]],
  ['a host with a user', get('/', 'Host: a@127.0.0.1\r\n'), [400, 421]],
  ['a host with spaces', get('/', 'Host: 127.0.0.1 evil\r\n'), [400, 421]],
  ['an absolute target', get('http://127.0.0.1/api/ask/overview'), [200]],
  ['an absolute target of another host', get('http://evil.test/api/ask/overview'), [400, 421]],
  ['an authority as target', get('127.0.0.1:80'), [400, 404]],
  ['CONNECT', `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${HOST}\r\n`, [501]],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, [204]],
  ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}\r\n`, [404, 405, 501]],
  ['an unknown method', `BREW /api/ask HTTP/1.1\r\n${HOST}\r\n`, [400, 405, 501]],
  ['a method in lower case', `get / HTTP/1.1\r\n${HOST}\r\n`, [400, 501]],
  ['DELETE of a page', `DELETE / HTTP/1.1\r\n${HOST}\r\n`, [405]],
  ['PUT of a read', `PUT /api/ask/overview HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`, [405]],
  ['HEAD of a read', `HEAD /api/ask/overview HTTP/1.1\r\n${HOST}\r\n`, [200]],
  ['dots that climb', get('/../../etc/passwd'), [400, 404]],
  ['encoded dots that climb', get('/%2e%2e/%2e%2e/etc/passwd'), [400, 404]],
  ['encoded slashes', get('/..%2f..%2fetc%2fpasswd'), [400, 404]],
  ['a backslash', get('/..\\..\\etc\\passwd'), [400, 404]],
  ['a zero byte', get('/a%00b'), [400, 404]],
  ['a broken escape', get('/%'), [400, 404]],
  ['half a code point', get('/%c3'), [400, 404]],
  ['a surrogate', get('/%ed%a0%80'), [400, 404]],
  ['two slashes', get('//evil.test/'), [400, 404]],
  ['a target of 8,000 characters', get(`/${'a'.repeat(7_000)}`), [400, 414, 431]],
  ['a query of 3,000 characters', get(`/?${'a'.repeat(3_000)}`), [400, 414]],
  ['headers of 9,000 bytes', get('/', `${HOST}X: ${'a'.repeat(9_000)}\r\n`), [431]],
  ['65 headers', get('/', HOST + 'X: 1\r\n'.repeat(64)), [431]],
  ['2,000 headers', get('/', HOST + 'X: 1\r\n'.repeat(2_000)), [431]],
  ['a header without a colon', get('/', `${HOST}Broken\r\n`), [400]],
  ['a header with a space before the colon', get('/', `${HOST}X : 1\r\n`), [400]],
  ['a folded header', get('/', `${HOST}X: 1\r\n 2\r\n`), [200, 400]],
  ['a zero byte in a header', get('/', `${HOST}X: a\0b\r\n`), [400]],
  ['bare line feeds', `GET / HTTP/1.1\nHost: 127.0.0.1\n\n`, [200, 400, 505]],
  ['bare returns', `GET / HTTP/1.1\rHost: 127.0.0.1\r\r`, [400, 408]],
  ['no JSON', post(`${JSON_TYPE}Content-Length: 3\r\n`, 'abc'), [400]],
  ['another type', post(`Content-Type: text/plain\r\nContent-Length: ${QUESTION.length}\r\n`, QUESTION), [415]],
  ['a compressed body', post(`${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: 3\r\n`, 'abc'), [415]],
  ['two lengths', post(`${JSON_TYPE}Content-Length: 3\r\nContent-Length: 4\r\n`, 'abcd'), [400]],
  ['a length and chunks', post(`${JSON_TYPE}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'), [400]],
  ['chunks that are hidden', post(`${JSON_TYPE}Transfer-Encoding: xchunked\r\n`, '0\r\n\r\n'), [400, 408, 501]],
  ['chunked twice', post(`${JSON_TYPE}Transfer-Encoding: chunked, chunked\r\n`, '0\r\n\r\n'), [400, 501]],
  ['a broken size of a chunk', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 'zz\r\n\r\n'), [400]],
  ['a chunk of 2^70 bytes', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 'fffffffffffffffff\r\n'), [400, 413]],
  ['a negative length', post(`${JSON_TYPE}Content-Length: -1\r\n`, ''), [400]],
  ['a length that is no number', post(`${JSON_TYPE}Content-Length: 0x10\r\n`, ''), [400]],
  ['a length of 1 GB', post(`${JSON_TYPE}Content-Length: 1000000000\r\n`, '{'), [413]],
  ['half a body', post(`${JSON_TYPE}Content-Length: 100\r\n`, '{"query":'), [400, 408]],
  ['half a head', 'GET / HTTP/1.1\r\nHost: 127', [400, 408]],
  ['nothing at all', '', [408]],
  ['a TLS hello', Buffer.from('16030100a5010000a10303', 'hex'), [400, 408]],
  ['an expectation that nobody knows', post(`${JSON_TYPE}Expect: foo\r\nContent-Length: 0\r\n`, ''), [417]],
  ['a question that waits to be asked for', post(`${JSON_TYPE}Expect: 100-continue\r\nContent-Length: ${QUESTION.length}\r\n`, QUESTION), [200]],
  ['an upgrade', get('/', `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`), [200, 400, 426]],
  ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7_919 + 13) % 256)), [400, 408]],
]

test('odd requests get their status with an Error body, and the next reader gets all', { concurrency: AT_ONCE }, async (t) => {
  const service = await startService(t, [DOCS], { settings: SETTINGS })
  const before = await service.measure()
  await Promise.all(
    SHAPES.map(([name, bytes, statuses]) => t.test(name, async () => {
      const reply = await exchange(service.port, bytes)
      const heads = [...reply.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)).filter((status) => status !== 100)
      assert.equal(heads.length, 1, `one reply:\n${reply.slice(0, 400)}`)
      assert.ok(statuses.includes(heads[0] ?? 0), `${heads[0]} is none of ${statuses}:\n${reply.slice(0, 400)}`)
      if ((heads[0] ?? 0) >= 400) assert.match(reply, /\r\n\r\n(?:[\da-f]+\r\n)?\{"error":"[^"]+"\}/, 'an Error body')
    })),
  )
  assert.equal((await fetch(service.at('/readyz'))).status, 200)
  const after = await service.measure()
  assert.ok(after.sockets <= before.sockets + 1, `${after.sockets} sockets are open, ${before.sockets} before`)
})

/** All that the server sends to these bytes until the connection ends, by its own limits or because the reply is whole. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('The connection stayed open')))
  let reply = ''
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text))
  // A server that closes before all is sent resets the connection: what it said before counts.
  socket.on('error', (error) => (reply += error.message === 'The connection stayed open' ? error.message : ''))
  await once(socket, 'connect')
  socket.write(bytes)
  await once(socket, 'close')
  return reply
}
