import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/core/base/json.ts'
import { checkHeaders, checkVersion, replyForm } from '../../../src/core/http/mcp-headers.ts'
import { readEra } from '../../../src/core/mcp/protocol/eras.ts'
import type { Request } from '../../../src/core/mcp/protocol/message.ts'
import { MODERN } from '../../support/mcp.ts'

type Headers = Readonly<Record<string, string>>

const GOOD: Headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search' }
const CALL: JsonObject = { name: 'search', _meta: MODERN }

/** Checks the code that a message is refused with because of its headers, null for none. */
function check(headers: Headers, params: JsonObject, expected: number | null, method = 'tools/call') {
  const message: Request = { type: 'request', id: 1, method, params, era: readEra(params) }
  assert.equal(checkHeaders(message, (name) => headers[name] ?? null)?.code ?? null, expected, JSON.stringify([headers, params]))
}

test('checkHeaders() demands that the headers of a modern message repeat its values', () => {
  check(GOOD, CALL, null)
  check({ ...GOOD, 'mcp-method': 'tools/list' }, { _meta: MODERN }, null, 'tools/list')
  check({ 'mcp-method': 'tools/call', 'mcp-name': 'search' }, CALL, -32020)
  check({ ...GOOD, 'mcp-protocol-version': '2025-11-25' }, CALL, -32020)
  check({ ...GOOD, 'mcp-method': 'Tools/Call' }, CALL, -32020)
  check({ ...GOOD, 'mcp-method': '' }, CALL, -32020)
  check({ ...GOOD, 'mcp-name': 'overview' }, CALL, -32020)
  const { 'mcp-name': _name, ...nameless } = GOOD
  check(nameless, CALL, -32020)
  const { 'mcp-method': _method, ...methodless } = GOOD
  check(methodless, CALL, -32020)
})

test('checkHeaders() reports a header that differs before an unknown revision', () => {
  const meta = { ...MODERN, 'io.modelcontextprotocol/protocolVersion': 'v999' }
  check(GOOD, { name: 'search', _meta: meta }, -32020)
  check({ ...GOOD, 'mcp-protocol-version': 'v999' }, { name: 'search', _meta: meta }, -32022)
  check(GOOD, { name: 'search', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, -32602)
  check(GOOD, { name: 'search', _meta: 'x' }, -32602)
})

test('checkHeaders() decodes names that a header can not hold', () => {
  const check64 = (value: string, name: string, expected: number | null) => check({ ...GOOD, 'mcp-name': value }, { name, _meta: MODERN }, expected)
  check64('=?base64?c2VhcmNo?=', 'search', null)
  check64('=?base64?Z3LDtsOfZQ==?=', 'größe', null)
  check64('=?base64?c2VhcmNo?=', 'overview', -32020)
  check64('=?base64?c2VhcmN?=', 'searc', -32020)
  check64('=?base64?/w==?=', '\ufffd', -32020)
  check64('=?base64?***?=', '=?base64?***?=', null)
})

test('checkHeaders() compares the uri of a resource, and leaves a name that is no text to the method', () => {
  check({ ...GOOD, 'mcp-method': 'resources/read', 'mcp-name': 'a:b' }, { uri: 'a:b', _meta: MODERN }, null, 'resources/read')
  check({ ...GOOD, 'mcp-method': 'resources/read', 'mcp-name': 'a:c' }, { uri: 'a:b', _meta: MODERN }, -32020, 'resources/read')
  check({ ...GOOD, 'mcp-name': '5' }, { name: 5, _meta: MODERN }, null)
})

test('checkHeaders() accepts legacy messages of known revisions, and names the missing part of a modern one', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) check({ 'mcp-protocol-version': version }, {}, null)
  check({}, {}, null)
  check({ 'mcp-protocol-version': '2026-07-28' }, {}, -32602)
  check({ 'mcp-protocol-version': '2026-07-28' }, {}, null, 'initialize')
  check({ 'mcp-protocol-version': 'v999' }, {}, -32600)
})

test('checkVersion() refuses unknown revisions', () => {
  assert.equal(checkVersion(null), null)
  assert.equal(checkVersion('2026-07-28'), null)
  assert.equal(checkVersion('')?.code, -32600)
})

test('replyForm() is JSON for clients that accept it, and a stream for those that accept nothing else', () => {
  for (const accept of [null, '', '*/*', 'application/json', 'text/event-stream, application/json;q=0.5', 'APPLICATION/*']) assert.equal(replyForm(accept), 'json')
  for (const accept of ['text/event-stream', 'text/*', 'text/html, text/event-stream;q=1', 'application/json;q=0, text/event-stream']) assert.equal(replyForm(accept), 'stream')
  for (const accept of ['text/html', 'application/xml', ',', 'text/event-stream; Q=0.000', 'application/json ; q=0']) assert.equal(replyForm(accept), null)
})
