import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finish, Message, ModelRequest } from '../../../../src/core/llm/model.ts'
import { anthropic } from '../../../../src/core/llm/protocols/anthropic.ts'
import { chat } from '../../../../src/core/llm/protocols/chat.ts'
import { createCallIds, finishOf, type ReportedFinish } from '../../../../src/core/llm/protocols/protocol.ts'
import { responses } from '../../../../src/core/llm/protocols/responses.ts'
import { modelRequest, serverProfile } from '../../../support/wire.ts'

test('createCallIds() keeps ids that are new, and makes nine letters and digits of the others', () => {
  const claim = createCallIds([])
  const claimed = ['a', 'call00000', 'call00001', 'b', 'call00002', 'call00003']
  assert.deepEqual(['a', '', 'a', 'b', 'call00002', ''].map(claim), claimed)
})

test('createCallIds() avoids the ids of the conversation, and gives the same reply the same ids', () => {
  const result = (callId: string) => ({ callId, name: 'search', text: 'x', isError: false })
  const history: Message[] = [
    { role: 'user', text: 'q' },
    { role: 'tools', results: [result('call_0'), result('call00002')], note: null },
  ]
  for (let round = 0; round < 2; round += 1)
    assert.deepEqual(['call_0', 'call_1'].map(createCallIds(history)), ['call00003', 'call_1'])
})

test('finishOf() goes by the calls where the server reports no stronger reason', () => {
  const call = (args: null | object) => ({ id: 'a', name: 'f', args: args as null })
  const [none, broken, whole] = [[], [call(null)], [call(null), call({})]]
  const table: readonly (readonly [ReportedFinish, Finish, Finish, Finish])[] = [
    ['stop', 'stop', 'tool-calls', 'tool-calls'],
    ['content-filter', 'content-filter', 'content-filter', 'tool-calls'],
    ['length', 'length', 'length', 'length'],
    ['refusal', 'refusal', 'refusal', 'refusal'],
    ['pause', 'pause', 'pause', 'pause'],
  ]
  for (const [said, ...expected] of table) {
    assert.deepEqual([none, broken, whole].map((calls) => finishOf(calls, said)), expected, said)
  }
})

for (const [name, format, none] of [['chat', chat, 'none'], ['responses', responses, 'none'], ['anthropic', anthropic, { type: 'none' }]] as const) {
  test(`${name} keeps the tools when none may be called`, () => {
    const body = (given: Partial<ModelRequest>) => format.body(modelRequest(given), serverProfile())
    assert.deepEqual(body({ mayCall: false }), { ...body({}), tool_choice: none })
    const { tools: _, ...bare } = body({})
    assert.deepEqual(body({ tools: [], mayCall: false }), bare)
  })
}
