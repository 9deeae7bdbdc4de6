/** The HTTP suite: every row of http.cases.ts on every transport, over any service of the same site. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestHandler, type Received, type Sent, TRANSPORTS, wholeOf } from '../support/http.ts'
import type { Case, Subject } from './case.ts'
import { CASES } from './http.cases.ts'

/** Runs the suite. */
export function testHttp({ name, serviceWith }: Subject): void {
  for (const transport of TRANSPORTS) {
    describe(`${name} through ${transport.name}`, () => {
      for (const row of CASES.filter(({ except }) => except?.[transport.name] === undefined && except?.[name] === undefined)) {
        test(row.name, async (t) => {
          const handler = createTestHandler(row, serviceWith)
          const send = async (sent: Sent) => wholeOf(await transport.open(handler, sent, t))
          for (let sent = 0; sent < (row.after ?? 0); sent += 1) await send(row)
          check(row, await (row.ifNoneMatch === undefined ? send(row) : sendAgain(row, row.ifNoneMatch, send)))
        })
      }
    })
  }
}

/** The reply to a reader who has a copy. */
async function sendAgain(row: Case, ifNoneMatch: (etag: string) => string, send: (sent: Sent) => Promise<Received>): Promise<Received> {
  const { headers } = await send(row)
  return send({ ...row, headers: { ...row.headers, 'if-none-match': ifNoneMatch(headers['etag'] ?? '"none"') } })
}

function check(row: Case, { status, headers, text }: Received): void {
  assert.equal(status, row.status, text)
  if (row.error !== undefined) assert.deepEqual(JSON.parse(text), { error: row.error })
  if (row.json !== undefined) assert.deepEqual(JSON.parse(text), row.json)
  if (row.warning !== undefined) {
    const { mode, warning = null } = JSON.parse(text)
    assert.deepEqual({ mode, warning }, { mode: 'keyword', warning: row.warning })
  }
  if (row.text !== undefined) assert.equal(text, row.text)
  for (const [name, expected] of Object.entries(row.reply ?? {})) {
    const value = headers[name] ?? null
    if (expected instanceof RegExp) assert.match(value ?? '', expected, name)
    else assert.equal(value, expected, name)
  }
  checkAlways(row, { status, headers, text })
}

/** What holds for every reply. */
function checkAlways({ method = 'GET' }: Case, { status, headers, text }: Received): void {
  assert.equal(headers['x-content-type-options'], 'nosniff')
  if (method === 'GET' || method === 'HEAD') assert.ok(headers['cache-control'], 'a GET says how long it may be kept')
  if (method === 'GET' && status === 200 && headers['cache-control'] !== 'no-store') assert.ok(headers['etag'])
  if (status >= 400 && method !== 'HEAD') {
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(typeof JSON.parse(text).error, 'string')
    assert.equal(headers['cache-control'], 'no-store')
  }
  const length = headers['content-length']
  if (length !== undefined && method !== 'HEAD') assert.equal(Number(length), Buffer.byteLength(text))
}
