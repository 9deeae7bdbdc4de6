/** The HTTP suite: every row of http.cases.ts on every transport, over any service of the same site. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestHandler, TRANSPORTS } from '../support/http.ts'
import type { Received, ServiceWith, Transport } from '../support/http.ts'
import type { Case, Subject } from './case.ts'
import { CASES } from './http.cases.ts'

/** Runs the suite. */
export function testHttp({ name, serviceWith }: Subject): void {
  for (const transport of TRANSPORTS) {
    describe(`${name} through ${transport.name}`, () => {
      for (const row of CASES.filter(({ except }) => except?.[transport.name] === undefined && except?.[name] === undefined)) {
        test(row.name, async () => check(row, await replyTo(row, transport, serviceWith)))
      }
    })
  }
}

async function replyTo(row: Case, { exchange }: Transport, serviceWith: ServiceWith): Promise<Received> {
  const handler = createTestHandler(row, serviceWith)
  const sent = [...new Array<Case>(row.after ?? 0).fill(row), row]
  if (row.ifNoneMatch === undefined) return (await exchange(handler, sent)).at(-1)!
  const [first] = await exchange(handler, [row])
  const ifNoneMatch = row.ifNoneMatch(first?.headers['etag'] ?? '"none"')
  return (await exchange(handler, [{ ...row, headers: { ...row.headers, 'if-none-match': ifNoneMatch } }]))[0]!
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
