import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelRequest } from '../../../src/llm/model.ts'
import { anthropic } from '../../../src/llm/protocols/anthropic.ts'
import { chat } from '../../../src/llm/protocols/chat.ts'
import type { WireFormat } from '../../../src/llm/protocols/protocol.ts'
import { responses } from '../../../src/llm/protocols/responses.ts'

const REQUEST: ModelRequest = { system: '', messages: [], tools: [], mayCall: true, maxOutputTokens: 10 }

/** Types of the events of each message. */
function types(format: WireFormat, messages: readonly unknown[]): readonly (readonly string[])[] {
  const reader = format.createReader(REQUEST)
  return messages.map((message) => reader.read({ event: 'message', data: JSON.stringify(message) }).map(({ type }) => type))
}

const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] })

test('chat knows a call at its first fragment, once', () => {
  const first = { index: 0, id: 'a', function: { name: 'search', arguments: '' } }
  const messages = [{ content: 'Look.' }, { tool_calls: [first] }, { tool_calls: [{ index: 0, function: { arguments: '{}' } }] }]
  assert.deepEqual(types(chat, messages.map(delta)), [['text'], ['call-start'], []])
})

test('responses knows a call when its item is added, once', () => {
  const item = { type: 'function_call', name: 'search', call_id: 'a', arguments: '{}' }
  const added = { type: 'response.output_item.added', output_index: 0, item }
  const done = { type: 'response.output_item.done', output_index: 0, item }
  assert.deepEqual(types(responses, [added, { ...added, output_index: 1 }, done]), [['call-start'], [], ['tool-call']])
})

test('anthropic knows a call when its block starts, once', () => {
  const start = { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'search', input: {} } }
  const stop = { type: 'content_block_stop', index: 0 }
  assert.deepEqual(types(anthropic, [start, stop, { ...start, index: 1 }]), [['call-start'], ['tool-call'], []])
})
