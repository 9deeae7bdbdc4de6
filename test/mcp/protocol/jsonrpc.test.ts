import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseErrorReply } from '../../../src/mcp/protocol/jsonrpc.ts'

test('parseErrorReply() has no id', () => {
  assert.deepEqual(parseErrorReply('why'), { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: why' } })
})
