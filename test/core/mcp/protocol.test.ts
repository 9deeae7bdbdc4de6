/** Messages, ids and the eras of the protocol. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorReply, idOf, readMessage, readModern, RpcError } from '../../../src/core/mcp/protocol.ts'
import { MODERN } from '../../support/mcp.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Type of a message, or code and id of the reply to an invalid one; and the messages, without `jsonrpc` where it is 2.0. */
const ROWS: readonly (readonly [rule: string, expected: string, ...messages: readonly string[]])[] = [
  ['values that are no object', '-32600 null', '1', '"a"', 'null', 'true', '[]', '[1]'],
  ['ids that MCP does not allow', '-32600 null', ...['null', 'true', '{}', '[]', '1.5', '1e400', '9007199254740993'].map((id) => `{"id":${id},"method":"ping"}`)],
  ['another version of JSON-RPC', '-32600 4', '{"jsonrpc":"1.0","id":4,"method":"ping"}', '{"jsonrpc":2.0,"id":4,"method":"ping"}'],
  ['no version under a text as id', '-32600 "a"', '{"jsonrpc":null,"id":"a","method":"ping"}'],
  ['no version and no id', '-32600 null', '{"jsonrpc":null,"method":"ping"}', '{"jsonrpc":null}'],
  ['a method that is missing or no string', '-32600 4', '{"id":4}', '{"id":4,"method":5}'],
  ['a notification of no method', '-32600 null', '{"method":null}'],
  ['params that are no object', '-32602 4', ...['[]', '"a"', '1', 'null', 'true'].map((params) => `{"id":4,"method":"ping","params":${params}}`)],
  ['every valid notification', 'notification', '{"method":"notifications/initialized"}', '{"method":"x","params":[1]}', '{"method":"x","params":{"_meta":1}}'],
  ['a response, right or wrong', 'response', '{"id":1,"result":{}}', '{"id":null,"error":{"code":1,"message":"x"}}'],
]

function seenAs(value: unknown): string {
  try {
    return readMessage(value).type
  } catch (error) {
    const reply = errorReply(idOf(value), error)
    return 'error' in reply ? `${reply.error.code} ${JSON.stringify(reply.id)}` : 'a result'
  }
}

test('readMessage() knows requests, notifications and responses, and refuses everything else under the id that it has', () => {
  for (const [rule, expected, ...messages] of ROWS) {
    for (const json of messages) {
      const value: unknown = JSON.parse(json)
      assert.equal(seenAs(json.startsWith('{') ? { jsonrpc: '2.0', ...(value as object) } : value), expected, `${rule}: ${json}`)
    }
  }
})

test('readMessage() keeps ids with value and type, and gives a request without params empty ones', () => {
  for (const id of [0, 1, '1', '', '__proto__', 9_007_199_254_740_991, -3, 'x'.repeat(10_000)]) {
    const expected = { type: 'request', id, method: '', params: {} }
    for (const params of [{}, { params: {} }]) assert.deepEqual(readMessage({ jsonrpc: '2.0', id, method: '', ...params }), expected)
  }
})

test('readModern() is null for a legacy message, has any revision of a modern one, and throws for what is none', () => {
  for (const meta of [undefined, {}, { progressToken: 1 }]) assert.equal(readModern({ _meta: meta }), null)
  for (const meta of [MODERN, { [VERSION]: '2099-01-01' }, { [VERSION]: '' }]) {
    assert.deepEqual(readModern({ _meta: meta }), { version: meta[VERSION], meta })
  }
  for (const meta of [null, [], 'a', 1, { [VERSION]: null }, { [VERSION]: 1 }, { [VERSION]: {} }]) {
    assert.throws(() => readModern({ _meta: meta }), (error) => error instanceof RpcError && error.code === -32602, JSON.stringify(meta))
  }
})

test('readMessage() ignores members of the prototype', () => {
  const message = readMessage(JSON.parse('{"jsonrpc":"2.0","id":1,"method":"constructor","__proto__":{"id":2},"params":{"__proto__":{"name":"x"}}}'))
  assert.ok(message.type === 'request' && message.id === 1 && message.params['name'] === undefined)
})
