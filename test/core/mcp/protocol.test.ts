/** Messages, batches and ids. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseErrorReply, readMessage } from '../../../src/core/mcp/protocol.ts'
import { MODERN } from '../../support/mcp.ts'

/** Checks the type of a message: `request`, `notification`, `response`, or `code id` of the reply to an invalid one. */
function check(json: string, expected: string) {
  const message = readMessage(JSON.parse(json))
  if (message.type !== 'invalid') assert.equal(message.type, expected, json)
  else assert.ok('error' in message.reply && `${message.reply.error.code} ${JSON.stringify(message.reply.id)}` === expected, JSON.stringify(message))
}

test('readMessage() reads requests with ids of any content', () => {
  check('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request')
  check('{"jsonrpc":"2.0","id":0,"method":"ping","params":{}}', 'request')
  check('{"jsonrpc":"2.0","id":"","method":"ping"}', 'request')
  check('{"jsonrpc":"2.0","id":"__proto__","method":"ping"}', 'request')
  check('{"jsonrpc":"2.0","id":-3,"method":""}', 'request')
  check(`{"jsonrpc":"2.0","id":"${'x'.repeat(10_000)}","method":"ping"}`, 'request')
})

test('readMessage() keeps ids with value and type', () => {
  for (const id of [0, 1, '1', '', '__proto__', 9_007_199_254_740_991, -1]) {
    const message = readMessage({ jsonrpc: '2.0', id, method: 'ping' })
    assert.ok(message.type === 'request' && message.id === id)
  }
})

test('readMessage() gives a request without params empty ones', () => {
  const message = readMessage({ jsonrpc: '2.0', id: 1, method: 'ping' })
  assert.deepEqual(message, { type: 'request', id: 1, method: 'ping', params: {}, era: { type: 'legacy' } })
})

test('readMessage() refuses values that are no object', () => {
  for (const json of ['1', '"a"', 'null', 'true', '[]', '[1]']) check(json, '-32600 null')
})

test('readMessage() refuses ids that MCP does not allow', () => {
  for (const id of ['null', 'true', '{}', '[]', '1.5', '1e400', '9007199254740993']) {
    check(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, '-32600 null')
  }
})

test('readMessage() refuses another version of JSON-RPC under the id of the request', () => {
  check('{"jsonrpc":"1.0","id":4,"method":"ping"}', '-32600 4')
  check('{"id":"a","method":"ping"}', '-32600 "a"')
  check('{"method":"ping"}', '-32600 null')
  check('{"jsonrpc":2.0,"id":4,"method":"ping"}', '-32600 4')
})

test('readMessage() refuses a method that is missing or no string', () => {
  check('{"jsonrpc":"2.0","id":4}', '-32600 4')
  check('{}', '-32600 null')
  check('{"jsonrpc":"2.0","id":4,"method":5}', '-32600 4')
  check('{"jsonrpc":"2.0","method":null}', '-32600 null')
})

test('readMessage() refuses params that are no object', () => {
  for (const params of ['[]', '"a"', '1', 'null', 'true']) check(`{"jsonrpc":"2.0","id":4,"method":"ping","params":${params}}`, '-32602 4')
})

test('readMessage() accepts every valid notification', () => {
  check('{"jsonrpc":"2.0","method":"notifications/initialized"}', 'notification')
  check('{"jsonrpc":"2.0","method":"x","params":[1]}', 'notification')
})

test('readMessage() gives requests and notifications their era', () => {
  const eraOf = (value: object) => {
    const message = readMessage({ jsonrpc: '2.0', method: 'ping', ...value })
    assert.ok(message.type === 'request' || message.type === 'notification')
    return message.era.type
  }
  for (const id of [{ id: 1 }, {}]) {
    assert.equal(eraOf({ ...id, params: {} }), 'legacy')
    assert.equal(eraOf({ ...id, params: { _meta: MODERN } }), 'modern')
    assert.equal(eraOf({ ...id, params: { _meta: [] } }), 'malformed')
  }
})

test('readMessage() knows a response, right or wrong', () => {
  check('{"jsonrpc":"2.0","id":1,"result":{}}', 'response')
  check('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', 'response')
})

test('readMessage() ignores members of the prototype', () => {
  const message = readMessage(JSON.parse('{"jsonrpc":"2.0","id":1,"method":"constructor","__proto__":{"id":2},"params":{"__proto__":{"name":"x"}}}'))
  assert.ok(message.type === 'request' && message.id === 1 && message.params['name'] === undefined)
})

test('parseErrorReply() has no id', () => {
  assert.deepEqual(parseErrorReply('why'), { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: why' } })
})
