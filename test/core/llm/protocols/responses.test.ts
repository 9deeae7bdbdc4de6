import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../../src/core/base/json.ts'
import { responses } from '../../../../src/core/llm/protocols/responses.ts'
import { serverProfile, modelRequest, nextRequest, readEvents } from '../../../support/wire.ts'

const done = (index: number, item: object) => ({ type: 'response.output_item.done', output_index: index, item })
const said = (delta: string, index = 0) => ({ type: 'response.output_text.delta', output_index: index, delta })
const end = (given: object = {}, status = 'completed') => ({ type: `response.${status}`, response: { status, output: [], ...given } })
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search', arguments: '{"q":"a"}', status: 'completed' }
const SEALED = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }
const SAID = [{ type: 'output_text', text: 'Hi', annotations: [] }]
const MESSAGE = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: SAID }

test('body() is minimal', () => {
  assert.deepEqual(responses.body(modelRequest(), serverProfile({ protocol: 'responses' })), {
    stream: true, store: false, include: ['reasoning.encrypted_content'],
    instructions: 'Answer from the docs.', input: [{ role: 'user', content: 'How?' }],
    tools: modelRequest().tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
    max_output_tokens: 2_048,
  })
})

test('a turn goes back as the items that came, in order, with the results and the note after them', () => {
  const reply = readEvents(responses, [done(2, { ...CALL, call_id: '', arguments: '{' }), done(1, CALL), done(0, SEALED), end()])
  assert.deepEqual(reply.calls.map(({ id, args }) => [id, args]), [['call00000', null], ['call_1', { q: 'a' }]])
  const { input } = responses.body(nextRequest(reply.end!.turn, reply.calls, 'Answer.'), serverProfile({ protocol: 'responses' }))
  assert.deepEqual((input as unknown[]).slice(1), [
    SEALED,
    CALL,
    { ...CALL, call_id: 'call00000', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call00000', output: 'error: broken' },
    { type: 'function_call_output', call_id: 'call_1', output: 'Found.' },
    { role: 'user', content: 'Answer.' },
  ])
})

test('a turn goes back without reasoning for a server that takes none', () => {
  const { end: last, calls } = readEvents(responses, [done(0, SEALED), done(1, CALL), end()])
  const profile = serverProfile({ protocol: 'responses', unsupported: new Set(['thinking']) })
  assert.deepEqual((responses.body(nextRequest(last!.turn, calls), profile)['input'] as unknown[])[1], CALL)
})

test('read() takes items from the end where they did not come earlier', () => {
  const reply = readEvents(responses, [end({ output: [SEALED, MESSAGE, { ...CALL, arguments: { q: 'a' } }] })])
  assert.deepEqual([reply.text, reply.calls, reply.end?.finish], ['Hi', [{ id: 'call_1', name: 'search', args: { q: 'a' } }], 'tool-calls'])
  assert.deepEqual(reply.end?.turn.content, [SEALED, MESSAGE, CALL])
})

test('read() takes calls of which only the arguments end', () => {
  const added = (index: number) => ({ type: 'response.output_item.added', output_index: index, item: { ...CALL, call_id: `c${index}`, arguments: '' } })
  const ended = (index: number) => ({ type: 'response.function_call_arguments.done', output_index: index, arguments: '{"q":"a"}' })
  const ids = (...events: object[]) => readEvents(responses, events).calls.map(({ id, args }) => `${id} ${JSON.stringify(args)}`)
  assert.deepEqual(ids(added(0), ended(0), added(1), ended(1), end()), ['c0 {"q":"a"}', 'c1 {"q":"a"}'])
  assert.deepEqual(ids(added(0), ended(0), done(0, CALL), ended(0), ended(1), end()), ['call_1 {"q":"a"}'])
  const piece = (delta: string) => ({ type: 'response.function_call_arguments.delta', output_index: 0, delta })
  assert.deepEqual(ids(added(0), piece('{"q":'), piece('"a"}'), end()), ['c0 {"q":"a"}'])
  assert.deepEqual(ids(added(0), piece('{"q":'), piece('"a"}'), done(0, { ...CALL, call_id: '', name: '', arguments: '' }), end()), ['c0 {"q":"a"}'])
  assert.deepEqual(ids(added(0), ended(0), end({ output: [{ ...MESSAGE, content: [{ type: 'text', text: '' }] }] })), ['c0 {"q":"a"}'])
  assert.deepEqual(ids(added(1), ended(1), end({ output: [MESSAGE, SEALED, CALL] })), ['call_1 {"q":"a"}'])
  assert.deepEqual(ids(added(0), end(), piece('{"q":"a"}')), [])
  assert.deepEqual(ids(added(0), piece('{"q":"a"'), end({}, 'incomplete')), [])
  assert.equal(readEvents(responses, [added(0), piece('x'.repeat(40_000)), piece('x'.repeat(40_000))]).error?.code, 'model')
  assert.equal(readEvents(responses, Array.from({ length: 17 }, (_, i) => added(i))).error?.code, 'model')
})

test('read() gives text once, as deltas or as items', () => {
  assert.equal(readEvents(responses, [said('H'), said('i'), done(0, MESSAGE), end({ output: [MESSAGE] })]).text, 'Hi')
  assert.equal(readEvents(responses, [done(0, MESSAGE), end({ output: [MESSAGE] })]).text, 'Hi')
  assert.equal(readEvents(responses, [said('H'), said('i'), end({ output: [MESSAGE] })]).text, 'Hi')
  const whole = [{ type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hi' }, { type: 'response.content_part.done', output_index: 0, part: SAID[0] }]
  for (const events of [whole, whole.slice(0, 1), whole.slice(1), [...whole, done(0, MESSAGE)], [said('Hi'), ...whole]]) {
    assert.equal(readEvents(responses, [...events, end()]).text, 'Hi')
  }
})

test('read() gives commentary and summaries as reasoning', () => {
  const aside = { ...MESSAGE, phase: 'commentary', content: [] }
  const events = [
    { type: 'response.output_item.added', output_index: 0, item: aside },
    said('Looking. ', 0),
    { type: 'response.reasoning_summary_text.delta', delta: 'hm' },
    { type: 'response.output_item.added', output_index: 1, item: { ...MESSAGE, phase: 'final_answer' } },
    said('Yes', 1),
    end(),
  ]
  const { text, reasoning } = readEvents(responses, events)
  assert.deepEqual([text, reasoning], ['Yes', 'Looking. hm'])
  const whole = readEvents(responses, [end({ output: [{ ...MESSAGE, phase: 'commentary' }, MESSAGE] })])
  assert.deepEqual([whole.text, whole.reasoning], ['Hi', 'Hi'])
})

test('read() maps each end of a turn', () => {
  const finish = (...events: unknown[]) => readEvents(responses, events).end?.finish
  assert.equal(finish(end({ incomplete_details: { reason: 'max_output_tokens' } }, 'incomplete')), 'length')
  assert.equal(finish(end({ incomplete_details: { reason: 'content_filter' } }, 'incomplete')), 'content-filter')
  assert.equal(finish(end({ incomplete_details: null }, 'incomplete')), 'length')
  assert.equal(finish(end({ status: 'incomplete' }, 'done')), 'length')
  assert.deepEqual([finish(end({ status: 'completed' }, 'done')), finish(end({ status: undefined }, 'done'))], ['stop', 'stop'])
  assert.equal(finish({ type: 'response.refusal.delta', delta: 'No' }, end()), 'refusal')
  assert.equal(finish(done(0, { ...MESSAGE, content: [{ type: 'refusal', refusal: 'No' }] }), end()), 'refusal')
  assert.equal(finish(end(), '[DONE]', said('late'), end({}, 'failed')), 'stop')
  assert.equal(finish(done(0, CALL), end({}, 'incomplete')), 'length')
})

test('read() fails where the turn failed, or has no end', () => {
  const code = (...events: unknown[]) => readEvents(responses, events).error?.code
  assert.equal(code(end({ error: { code: 'invalid_prompt', message: 'x' } }, 'failed')), 'model-request')
  assert.equal(code(end({ error: null }, 'failed')), 'model')
  assert.equal(code(end({ status: 'failed', error: { message: 'Down' } }, 'done')), 'model')
  assert.equal(code(said('a'), '[DONE]'), 'model')
  assert.equal(code(said('Hi'), done(0, MESSAGE)), undefined)
  assert.equal(code(done(0, SEALED)), 'model')
  assert.equal(code(said('a'), { type: 'response.brand_new' }), 'model')
})

test('readWhole() reads a reply that was not streamed', () => {
  const whole = (json: JsonObject) => {
    const reader = responses.createReader(modelRequest())
    return [...reader.readWhole(json), ...reader.finish()]
  }
  const usage = { input_tokens: 3, output_tokens: 2 }
  const events = whole({ object: 'response', status: 'completed', error: null, output: [MESSAGE], usage })
  assert.deepEqual(events.map(({ type }) => type), ['text', 'end'])
  const busy = { object: 'response', status: 'failed', error: { code: 'rate_limit_exceeded' }, output: [] }
  assert.throws(() => whole(busy), { code: 'model-busy' })
  assert.throws(() => whole({ object: 'response', status: 'in_progress', output: [] }), { code: 'model' })
})

test('read() rejects turns that are too large', () => {
  const code = (events: unknown[]) => readEvents(responses, [...events, end()]).error?.code
  assert.equal(code(Array.from({ length: 16 }, (_, i) => done(i, { ...CALL, call_id: `c${i}` }))), undefined)
  assert.equal(code(Array.from({ length: 17 }, (_, i) => done(i, { ...CALL, call_id: `c${i}` }))), 'model')
  assert.equal(code([done(0, { ...CALL, arguments: 'x'.repeat(65_537) })]), 'model')
  assert.equal(code(Array.from({ length: 6 }, () => said('x'.repeat(400_000)))), 'model')
  assert.equal(code(Array.from({ length: 6 }, (_, i) => done(i, { ...SEALED, encrypted_content: 'x'.repeat(400_000) }))), 'model')
})

test('a turn goes back without reasoning that the server has not sealed', () => {
  const bare = { type: 'reasoning', id: 'rs_2', summary: [] }
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] }
  const { end } = readEvents(responses, [{ type: 'response.completed', response: { status: 'completed', output: [bare, SEALED, item] } }])
  assert.deepEqual(end!.turn.content, [SEALED, item])
})
