import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { HttpReply } from '../../../../src/core/http/wire/message.ts'
import { withCompression } from '../../../../src/core/node/server/compression.ts'
import { neutral } from '../../../support/http.ts'

const TEXT = 'Routes lead on. '.repeat(100)
const BYTES = Buffer.from(TEXT)
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-length': String(BYTES.length), etag: '"abc"' }
const PAGE: HttpReply = { status: 200, headers: HTML, body: BYTES }

/** The reply to a request with these headers. */
async function replyTo(reply: HttpReply, headers: Readonly<Record<string, string>> = { 'accept-encoding': 'gzip, br' }): Promise<HttpReply> {
  return withCompression(async () => reply)(neutral({ target: '/', headers }))
}

function isGzip(reply: HttpReply): boolean {
  return reply.headers['content-encoding'] === 'gzip'
}

test('a whole text is compressed, with a tag and a length of its own', async () => {
  for (const body of [BYTES, TEXT]) {
    const reply = await replyTo({ ...PAGE, body })
    assert.ok(reply.body instanceof Uint8Array)
    assert.equal(gunzipSync(reply.body).toString(), TEXT)
    const { 'content-length': length, ...headers } = reply.headers
    assert.equal(length, String(reply.body.length))
    assert.deepEqual(headers, { 'content-type': HTML['content-type'], etag: '"abc-gzip"', 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  }
})

test('clients choose by Accept-Encoding', async () => {
  const takes = ['gzip', 'GZIP', 'x-gzip', '*', 'br;q=1, gzip;q=0.5', 'gzip;q=0.001', ' gzip ; q=1 ']
  const refuses = ['', 'br', 'gzip;q=0', 'gzip;q=0, *', 'identity, gzip;q=0.5', 'gzip;q=x', 'identity']
  for (const accepted of [...takes, ...refuses]) {
    const expected = takes.includes(accepted)
    const reply = await replyTo(PAGE, { 'accept-encoding': accepted })
    assert.equal(isGzip(reply), expected, accepted)
    assert.equal(reply.headers['vary'], 'Accept-Encoding')
    if (!expected) assert.deepEqual([reply.body, reply.headers['etag']], [BYTES, '"abc"'])
  }
  assert.equal(isGzip(await replyTo(PAGE, {})), false)
})

test('short replies, streams, parts, and what is compressed already stay as they are', async () => {
  const rows: readonly HttpReply[] = [
    { ...PAGE, body: BYTES.subarray(0, 1_023) },
    { ...PAGE, body: null },
    { ...PAGE, headers: { ...HTML, 'content-type': 'image/png' } },
    { ...PAGE, headers: { ...HTML, 'content-type': 'text/event-stream; charset=utf-8' } },
    { ...PAGE, headers: { ...HTML, 'content-encoding': 'br' } },
    { ...PAGE, status: 206, headers: { ...HTML, 'content-range': 'bytes 0-1/2' } },
    { ...PAGE, status: 500 },
    { ...PAGE, body: (async function* () { yield BYTES })() },
  ]
  for (const reply of rows) assert.equal(await replyTo(reply), reply)
})

test('a representation is compressed once, text that only one client gets each time', async () => {
  const handle = withCompression(async () => PAGE)
  const ask = () => handle(neutral({ target: '/', headers: { 'accept-encoding': 'gzip' } }))
  const [first, second] = await Promise.all([ask(), ask()])
  assert.ok(first.body instanceof Uint8Array)
  assert.equal(first.body, second.body)
  assert.equal((await ask()).body, first.body)
})

test('a valid compressed copy is not sent again', async () => {
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': '"other", W/"abc-gzip"' }
  const reply = await replyTo({ ...PAGE, headers: { ...HTML, 'cache-control': 'no-cache' } }, headers)
  assert.deepEqual(reply, { status: 304, headers: { etag: '"abc-gzip"', vary: 'Accept-Encoding', 'cache-control': 'no-cache' }, body: null })
  assert.equal((await replyTo(PAGE, { 'if-none-match': '"abc-gzip"' })).status, 200)
})

test('a 304 varies as the whole reply does', async () => {
  const short: HttpReply = { ...PAGE, body: BYTES.subarray(0, 9), headers: { ...HTML, etag: '"short"' } }
  const replies = [PAGE, short, { status: 304, headers: { etag: '"abc"' }, body: null }, { status: 304, headers: { etag: '"short"' }, body: null }]
  const handle = withCompression(async ({ target }) => replies[Number(target)] ?? PAGE)
  const varied = async (at: number) => (await handle(neutral({ target: String(at) }))).headers['vary']
  assert.deepEqual([await varied(0), await varied(1), await varied(2), await varied(3)], ['Accept-Encoding', undefined, 'Accept-Encoding', undefined])
})

test('Vary keeps what it has', async () => {
  for (const [vary, expected] of [
    ['Origin', 'Origin, Accept-Encoding'], ['Origin, accept-encoding', 'Origin, accept-encoding'], ['*', '*'],
  ] as const) assert.equal((await replyTo({ ...PAGE, headers: { ...HTML, vary } })).headers['vary'], expected)
})
