import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from '../../../../src/core/llm/protocols/anthropic.ts'
import { serverProfile, modelRequest, nextRequest, readEvents } from '../../../support/wire.ts'

const start = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block })
const delta = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const end = (reason: string | null, usage: object = {}) => ({ type: 'message_delta', delta: { stop_reason: reason }, usage })
const END = { type: 'message_stop' }
const whole = (index: number, block: object) => [start(index, block), stop(index)]
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'search', input: { q: 'a' } }

test('body() is minimal', () => {
  assert.deepEqual(anthropic.body(modelRequest(), serverProfile({ protocol: 'anthropic' })), {
    max_tokens: 2_048, stream: true, cache_control: { type: 'ephemeral' }, system: 'Answer from the docs.',
    tools: [{ name: 'search', description: 'Searches.', input_schema: { type: 'object', properties: { q: { type: 'string' } } } }],
    messages: [{ role: 'user', content: 'How?' }],
  })
})

test('a turn goes back as its blocks, and results come first in the message after it', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'Sg' }
  const reply = readEvents(anthropic, [
    ...whole(0, thinking), ...whole(1, CALL), start(2, { ...CALL, id: 'toolu_2', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"q"' }), stop(2), end('tool_use'), END,
  ])
  assert.deepEqual(reply.calls.map(({ id, args }) => [id, args]), [['toolu_1', { q: 'a' }], ['toolu_2', null]])
  const { messages } = anthropic.body(nextRequest(reply.end!.turn, reply.calls, 'Answer.'), serverProfile({ protocol: 'anthropic' }))
  assert.deepEqual((messages as unknown[]).slice(1), [
    { role: 'assistant', content: [thinking, CALL, { ...CALL, id: 'toolu_2', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Found.' },
        { type: 'tool_result', tool_use_id: 'toolu_2', content: 'error: broken', is_error: true },
        { type: 'text', text: 'Answer.' },
      ],
    },
  ])
})

test('blocks that would be rejected do not go back, nor does a turn without any', () => {
  const text = (text: string) => ({ type: 'text', text })
  const said = (text: string) => delta(0, { type: 'text_delta', text })
  const [future, unsigned] = [{ type: 'future', x: 1 }, { type: 'thinking', thinking: 'unsigned' }]
  const server = { type: 'server_tool_use', id: 's', name: 'web', input: {} }
  const rows: readonly (readonly [events: readonly object[], content: readonly object[]])[] = [
    [[...whole(0, text('')), ...whole(1, text('a'))], [text('a')]],
    [whole(0, future), [future]],
    [[start(0, future), delta(0, { type: 'future_delta' }), stop(0)], []],
    [[start(0, text('')), said('a'), delta(0, { type: 'citations_delta' }), stop(0)], [text('a')]],
    [whole(0, unsigned), [unsigned]],
    [[start(0, text('ab')), said('ab'), stop(0)], [text('ab')]],
    [[start(0, server), delta(0, { type: 'input_json_delta', partial_json: '{"a":1}' }), stop(0)], [{ ...server, input: { a: 1 } }]],
  ]
  for (const [events, content] of rows) {
    assert.deepEqual(readEvents(anthropic, [...events, end('end_turn'), END]).end?.turn.content, content)
  }
  const { messages } = anthropic.body(nextRequest({ protocol: 'anthropic', content: [] }, []), serverProfile({ protocol: 'anthropic' }))
  assert.deepEqual((messages as { role: string }[]).map(({ role }) => role), ['user', 'user'])
})

test('read() maps each stop reason', () => {
  const table = [
    ['end_turn', 'stop'], ['stop_sequence', 'stop'], ['tool_use', 'stop'], ['brand_new', 'stop'], ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'], ['refusal', 'refusal'], ['pause_turn', 'pause'],
  ] as const
  for (const [reason, finish] of table)
    assert.equal(readEvents(anthropic, [end(reason), END]).end?.finish, finish, reason)
  assert.equal(readEvents(anthropic, [...whole(0, CALL), end('end_turn'), END]).end?.finish, 'tool-calls')
  assert.equal(readEvents(anthropic, [...whole(0, CALL), end('refusal'), END]).end?.finish, 'refusal')
  assert.equal(readEvents(anthropic, [end('end_turn')]).end?.finish, 'stop')
  assert.equal(readEvents(anthropic, [end('end_turn'), '[DONE]']).end?.finish, 'stop')
  assert.match(readEvents(anthropic, [end(null)]).error!.message, /cut short/)
})

test('read() closes open blocks at the end of the turn', () => {
  const { calls, end: last } = readEvents(anthropic, [
    start(0, { ...CALL, input: {} }),
    delta(0, { type: 'input_json_delta', partial_json: '{"q":' }),
    end('max_tokens'),
    END,
  ])
  assert.deepEqual([calls, last?.finish], [[{ id: 'toolu_1', name: 'search', args: null }], 'length'])
})

test('read() closes a block where another one begins at its index', () => {
  const text = { type: 'text', text: 'a' }
  const { calls, end: last } = readEvents(anthropic, [start(0, text), start(0, CALL), start(0, { ...CALL, id: 'toolu_2' }), end('tool_use'), END])
  assert.deepEqual([calls.map(({ id }) => id), last?.turn.content], [['toolu_1', 'toolu_2'], [text, CALL, { ...CALL, id: 'toolu_2' }]])
})

test('read() takes the text of a block whose start is missing', () => {
  const said = [delta(0, { type: 'thinking_delta', thinking: 'hm' }), delta(1, { type: 'text_delta', text: 'a' }), delta(1, { type: 'text_delta', text: 'b' })]
  const reply = readEvents(anthropic, [...said, end('end_turn'), END])
  assert.deepEqual([reply.text, reply.end?.turn.content], ['ab', [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'ab' }]])
})

test('read() ignores unknown events and blocks', () => {
  const odd = [
    { type: 'ping' }, { type: 'new', x: 1 }, delta(7, { type: 'input_json_delta', partial_json: '{}' }), stop(7), ...whole(0, { ...CALL, name: '' }),
    { type: 'content_block_start', index: 1, content_block: 'x' },
  ]
  const reply = readEvents(anthropic, [...odd, end('end_turn'), END, ...whole(2, { type: 'text', text: 'late' })])
  assert.deepEqual([reply.text, reply.calls, reply.end?.turn.content], ['', [], []])
})

test('read() adds up the input, and takes the last counts', () => {
  const first = { input_tokens: 5, cache_creation_input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 1 }
  const last = { output_tokens: 9, input_tokens: null, cache_read_input_tokens: 90, output_tokens_details: { thinking_tokens: 4 } }
  const { end: turn } = readEvents(anthropic, [{ type: 'message_start', message: { usage: first } }, end('end_turn', last), END])
  assert.deepEqual(turn?.usage, { input: 105, output: 9, cached: 90, cacheWrite: 10, reasoning: 4 })
})

test('readWhole() reads a reply that was not streamed', () => {
  const reader = anthropic.createReader(modelRequest())
  const text = { type: 'text', text: 'Hi' }
  const reply = { type: 'message', role: 'assistant', content: [text, CALL], stop_reason: 'tool_use', usage: { input_tokens: 3 } }
  const events = [...reader.readWhole(reply), ...reader.finish()]
  assert.deepEqual(events.map(({ type }) => type), ['text', 'tool-call', 'end'])
  assert.deepEqual(events.at(-1), {
    type: 'end', finish: 'tool-calls', turn: { protocol: 'anthropic', content: [text, CALL] },
    usage: { input: 3, output: 0, cached: 0, cacheWrite: 0, reasoning: 0 },
  })
  const empty = anthropic.createReader(modelRequest())
  assert.throws(() => [...empty.readWhole({ type: 'message' }), ...empty.finish()], { code: 'model' })
})

test('read() rejects turns that are too large', () => {
  const code = (events: unknown[]) => readEvents(anthropic, [...events, end('end_turn'), END]).error?.code
  const calls = (count: number) => Array.from({ length: count }, (_, i) => whole(i, { ...CALL, id: `t${i}` })).flat()
  assert.equal(code(calls(16)), undefined)
  assert.equal(code(calls(17)), 'model')
  assert.equal(code([start(0, CALL), delta(0, { type: 'input_json_delta', partial_json: 'x'.repeat(65_537) })]), 'model')
  for (const field of ['text', 'thinking', 'signature']) {
    const long = delta(0, { type: `${field}_delta`, [field]: 'x'.repeat(400_000) })
    assert.equal(code([start(0, { type: 'text', text: '' }), long, long, long]), 'model', field)
  }
})
