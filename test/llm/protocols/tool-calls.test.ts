import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finish, Message } from '../../../src/llm/model.ts'
import { createCallIds, finishOf, parseArguments } from '../../../src/llm/protocols/tool-calls.ts'

test('parseArguments() accepts objects, and reads a blank text as an empty one', () => {
  for (const none of ['', ' \n', '{}']) assert.deepEqual(parseArguments(none), {})
  assert.deepEqual(parseArguments(' {"q":["a",{"b":null}]} '), { q: ['a', { b: null }] })
  for (const broken of ['{', '[]', '"x"', '1', 'null', '{}{}', 'x', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`])
    assert.equal(parseArguments(broken), null)
})

test('createCallIds() keeps ids that are new, and makes nine letters and digits of the others', () => {
  const claim = createCallIds([])
  assert.deepEqual(['a', '', 'a', 'b', 'call00002', ''].map(claim), [
    'a',
    'call00000',
    'call00001',
    'b',
    'call00002',
    'call00003',
  ])
})

test('createCallIds() avoids the ids of the conversation, and gives the same reply the same ids', () => {
  const result = (callId: string) => ({ callId, text: 'x', isError: false })
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
  const table: readonly (readonly [Finish, Finish, Finish, Finish])[] = [
    ['stop', 'stop', 'tool-calls', 'tool-calls'],
    ['tool-calls', 'stop', 'tool-calls', 'tool-calls'],
    ['content-filter', 'content-filter', 'content-filter', 'tool-calls'],
    ['length', 'length', 'length', 'length'],
    ['refusal', 'refusal', 'refusal', 'refusal'],
    ['pause', 'pause', 'pause', 'pause'],
  ]
  for (const [said, ...expected] of table) {
    assert.deepEqual(
      [none, broken, whole].map((calls) => finishOf(calls, said)),
      expected,
      said,
    )
  }
})
