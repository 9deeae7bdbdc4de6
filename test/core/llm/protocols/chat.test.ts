import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_USAGE } from '../../../../src/core/llm/model.ts'
import { chat, createCallAssembly } from '../../../../src/core/llm/protocols/chat.ts'
import { rulesOf } from '../../../support/rules.ts'
import { serverProfile, modelRequest, nextRequest, readEvents } from '../../../support/wire.ts'

/** A chunk with this delta. */
const chunk = (delta: object, rest: object = {}) => ({ choices: [{ index: 0, delta, finish_reason: null, ...rest }] })
const CALL = { index: 0, id: 'call_a', type: 'function', function: { name: 'search', arguments: '{"q": "x"}' } }
const STOP = chunk({}, { finish_reason: 'stop' })

test('body() is minimal', () => {
  assert.deepEqual(chat.body(modelRequest(), serverProfile()), {
    stream: true, stream_options: { include_usage: true },
    messages: [{ role: 'system', content: 'Answer from the docs.' }, { role: 'user', content: 'How?' }],
    tools: modelRequest().tools.map((tool) => ({ type: 'function', function: tool })), max_tokens: 2_048,
  })
})

test('body() names the limit as the server does, and has no message of a system without text', () => {
  const { messages, ...body } = chat.body(modelRequest({ system: '', tools: [] }), serverProfile({ limitField: 'max_completion_tokens' }))
  assert.deepEqual(Object.keys(body), ['stream', 'stream_options', 'max_completion_tokens'])
  const other = chat.body(modelRequest({ tools: [] }), serverProfile({ unsupported: new Set(['max_tokens']) }))
  assert.deepEqual(Object.keys(other), ['stream', 'stream_options', 'messages', 'max_completion_tokens'])
  assert.deepEqual(messages, [{ role: 'user', content: 'How?' }])
})

test('a turn goes back with its calls, their results and the note after them', () => {
  const broken = { index: 1, id: '', function: { name: 'open', arguments: '{"id": ' } }
  const { end, calls } = readEvents(chat, [chunk({ content: 'Let me.', tool_calls: [CALL, broken] }), STOP])
  const { messages } = chat.body(nextRequest(end!.turn, calls, 'Answer.'), serverProfile())
  assert.deepEqual((messages as unknown[]).slice(2), [
    {
      role: 'assistant',
      content: 'Let me.',
      tool_calls: [
        { id: 'call_a', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } },
        { id: 'call00000', type: 'function', function: { name: 'open', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_a', name: 'search', content: 'Found.' },
    { role: 'tool', tool_call_id: 'call00000', name: 'open', content: 'error: broken\n\nAnswer.' },
  ])
})

test('a turn goes back without what the server rejects in messages', () => {
  const { end, calls } = readEvents(chat, [chunk({ tool_calls: [CALL] }), STOP])
  const written = (...unsupported: string[]) => {
    const { messages } = chat.body(nextRequest(end!.turn, calls), serverProfile({ unsupported: new Set(unsupported) }))
    const [turn, result] = (messages as { content: string | null; name?: string }[]).slice(2)
    return [turn?.content, result?.name]
  }
  assert.deepEqual([written(), written('null'), written('name')], [[null, 'search'], ['', 'search'], [null, undefined]])
})

test('reasoning goes back where the server requires it, empty for a turn without it', () => {
  const written = (delta: object, ...unsupported: readonly string[]) => {
    const { end, calls } = readEvents(chat, [chunk(delta), STOP])
    const { messages } = chat.body(nextRequest(end!.turn, calls), serverProfile({ unsupported: new Set(unsupported) }))
    return (messages as unknown[])[2]
  }
  for (const [delta, isRequired, expected] of [
    [{ reasoning_content: 'hm', content: 'a' }, true, { content: 'a', reasoning_content: 'hm' }],
    [{ content: 'a' }, true, { content: 'a', reasoning_content: '' }],
    [{ reasoning_content: 'hm', content: 'a' }, false, { content: 'a' }],
    [{ content: '<think>hm</think>a' }, false, { content: '<think>hm</think>a' }],
  ] as const) assert.deepEqual(written(delta, ...(isRequired ? ['unreasoned'] : [])), { role: 'assistant', ...expected })
})

test('reasoning_details go back joined, and otherwise as they came', () => {
  const text = (text: string, rest: object = {}) => ({ type: 'reasoning.text', text, index: 0, signature: null, ...rest })
  const sealed = { type: 'reasoning.encrypted', data: 'gAA', id: 'call_a', index: 1 }
  const more = [text('More', { index: 2 }), text('Other', { index: 3 })]
  const pieces = [[text('Let')], [text(' me'), text('', { signature: 'Sg' })], [sealed], [sealed], more, 'odd', [null]]
  const { end, reasoning } = readEvents(chat, [...pieces.map((details) => chunk({ reasoning_details: details, reasoning: 'r' })), STOP])
  assert.equal(reasoning, 'r'.repeat(pieces.length))
  const { messages } = chat.body(nextRequest(end!.turn, []), serverProfile())
  assert.deepEqual((messages as unknown[])[2], {
    role: 'assistant', content: '', reasoning_details: [text('Let me', { signature: 'Sg' }), sealed, sealed, ...more],
  })
})

test('read() ends a turn as its server says', () => {
  const table = [
    ['stop', 'stop'], ['eos', 'stop'], ['tool_calls', 'stop'], ['whatever', 'stop'], ['length', 'length'], ['model_length', 'length'],
    ['max_tokens', 'length'], ['content_filter', 'content-filter'], ['safety', 'content-filter'],
    // Of all vendors, in any case of letters.
    ['STOP', 'stop'], ['end_turn', 'stop'], ['MAX_TOKENS', 'length'], ['model_context_window_exceeded', 'length'],
    ['SAFETY', 'content-filter'], ['PROHIBITED_CONTENT', 'content-filter'], ['sensitive', 'content-filter'],
    ['content_filter: PROHIBITED_CONTENT', 'content-filter'], ['IMAGE_SAFETY', 'content-filter'], ['MODEL_ARMOR', 'content-filter'], ['refusal', 'refusal'],
  ]
  for (const [reason, finish] of table) {
    assert.equal(readEvents(chat, [chunk({ content: 'a' }, { finish_reason: reason })]).end?.finish, finish, reason)
  }
  assert.equal(readEvents(chat, [chunk({}, { finish_reason: 'error', error: { code: 502, message: 'x' } })]).error!.code, 'model-busy')
  for (const reason of ['error', 'insufficient_system_resource', 'network_error', 'abort'])
    assert.match(readEvents(chat, [chunk({}, { finish_reason: reason })]).error!.code, /^model/)
  for (const blank of ['', null])
    assert.match(readEvents(chat, [chunk({ content: 'a' }, { finish_reason: blank })]).error!.message, /cut short/)
  assert.equal(readEvents(chat, [chunk({}, { finish_reason: 'length' }), STOP]).end?.finish, 'length')
  assert.equal(readEvents(chat, [chunk({ content: 'a' }), '[DONE]']).end?.finish, 'stop')
})

test('read() begins another call at another name and id, also after one that was cut off', () => {
  const call = (id: string, name: string, args: string) => chunk({ tool_calls: [{ index: 0, id, function: { name, arguments: args } }] })
  const { calls } = readEvents(chat, [call('a', 'search', '{"query": "x'), call('b', 'open', '{"id": "y"}'), chunk({}, { finish_reason: 'tool_calls' })])
  assert.deepEqual(calls.map(({ name, args }) => [name, args]), [['search', null], ['open', { id: 'y' }]])
})

test('read() takes calls in the forms that servers give them', () => {
  const named = { id: 'call_a', index: 0, function: { name: 'search', arguments: '{"q": ' } }
  const rest = (id: string, name?: string) => ({ tool_calls: [{ index: 0, id, function: { name, arguments: '"x"}' } }] })
  for (const deltas of [
    [{ tool_calls: [named] }, rest('call_b')],
    [{ tool_calls: [named] }, rest('call_b', 'search')],
    [{ function_call: { name: 'search', arguments: '{"q": ' } }, { function_call: { arguments: '"x"}' } }],
    [{ tool_calls: [{ index: 0, id: 'call_a', name: 'search', arguments: '{"q": "x"}' }] }],
    [{ tool_calls: CALL }],
    [{ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{"q": ' } }] }, { tool_calls: [{ index: 0, function: { name: 'search', arguments: '"x"}' } }] }],
    [{ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', parameters: { q: 'x' } } }] }],
  ]) {
    const { calls } = readEvents(chat, [...deltas.map((delta) => chunk(delta)), STOP])
    assert.deepEqual(calls.map(({ name, args }) => [name, args]), [['search', { q: 'x' }]], JSON.stringify(deltas))
  }
})

test('read() fails with what a server says instead of a reply', () => {
  const fine = [{ usage: {}, base_resp: { status_code: 0 } }, { usage: {}, errors: [] }]
  assert.equal(readEvents(chat, [chunk({ content: 'a' }, { finish_reason: 'stop' }), ...fine]).error, null)
  for (const said of [{ base_resp: { status_code: 1008, status_msg: 'why' } }, { error_code: 17, error_msg: 'why' }, { success: false, errors: [{ code: 1, message: 'why' }] }, { code: 500, msg: 'why' }, { detail: 'why' }]) {
    assert.match(readEvents(chat, [said]).error!.message, /: why$/)
  }
  assert.equal(readEvents(chat, [{ x_groq: { error: 'over capacity' }, choices: [] }]).error?.code, 'model')
})

test('finish() takes whole calls for the end of a turn, and no others', () => {
  const call = (written: string) => readEvents(chat, [chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: written } }] })])
  assert.equal(call('{"q":"x"}').end?.finish, 'tool-calls')
  for (const cut of ['', '{"q":']) assert.match(call(cut).error!.message, /cut short/)
})

test('read() takes text in the forms that servers give it', () => {
  const piece = (fields: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, ...fields, finish_reason }] })
  const whole = piece({ delta: {}, message: { role: 'assistant', content: 'a', tool_calls: [CALL] } }, 'stop')
  const parts = [{ type: 'reasoning', text: 'no' }, { type: 'output_text', text: 'a' }, { type: 'text', text: 'b' }]
  const two = { choices: [{ index: 1, delta: { content: 'b' } }, { index: 0, delta: { content: 'a' } }] }
  const early = chunk({ reasoning_content: 'hm' }, { finish_reason: 'stop' })
  for (const [events, expected] of [
    [[piece({ message: { content: 'It ' } }), piece({ message: { content: 'is' } }, 'stop')], 'It is 0 stop'],
    [[piece({ delta: { content: 'It' }, message: {} }), piece({ delta: { content: ' is' } }, 'stop')], 'It is 0 stop'],
    [[{ response: '1' }, { response: '1' }, '[DONE]'], '11 0 stop'],
    // A message that ends a stream counts only where nothing came before it.
    [[chunk({ content: 'a' }), whole], 'a 0 stop'], [[whole], 'a 1 tool-calls'],
    [[chunk({ content: 'It ' }), chunk({ content: 'is' }), chunk({ content: 'It is' }, { finish_reason: 'stop' })], 'It is 0 stop'],
    [[chunk({ content: parts }), STOP], 'ab 0 stop'],
    [[two, { choices: [{ index: 1, delta: { content: 'c' } }] }, STOP], 'a 0 stop'],
    // Some servers write a stop beside their thinking.
    [[early, chunk({ content: 'a' }), chunk({}, { finish_reason: 'length' })], 'a 0 length'],
    [[chunk({ reasoning_content: 'hm' }), STOP], ' 0 stop'],
    [[chunk({ content: 'hm', extra_content: { google: { thought: true } } }), chunk({ content: 'a' }), STOP], 'a 0 stop'],
  ] as const) {
    const { text, calls, end } = readEvents(chat, events)
    assert.equal(`${text} ${calls.length} ${end?.finish}`, expected)
  }
})

test('read() takes the usage of the last chunk that has it', () => {
  for (const [told, expected] of [
    [[{ prompt_tokens: 9, completion_tokens: 2 }, { prompt_tokens: 9, completion_tokens: 4 }, null], { input: 9, output: 4 }],
    [[{ prompt_tokens: 9, completion_tokens: 2, total_tokens: 40 }], { input: 9, output: 31 }],
    [[{ prompt_tokens: -1, completion_tokens: 1e300, prompt_cache_hit_tokens: 'x' }], {}],
    [[{ prompt_tokens: 9, prompt_cache_hit_tokens: 3 }], { input: 9, cached: 3 }],
  ] as const) {
    const { end } = readEvents(chat, [...told.map((usage) => ({ usage, choices: [] })), STOP])
    assert.deepEqual(end?.usage, { ...NO_USAGE, ...expected })
  }
  assert.equal(readEvents(chat, [{ choices: [{ delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 5 } }] }]).end?.usage.input, 5)
  assert.equal(readEvents(chat, [{ ...STOP, x_groq: { usage: { prompt_tokens: 5 } } }]).end?.usage.input, 5)
})

test('read() rejects a turn of more than a million characters', () => {
  const events = Array.from({ length: 3 }, () => chunk({ content: 'x'.repeat(400_000) }))
  const { text, error } = readEvents(chat, [...events, STOP])
  assert.deepEqual([text.length, error?.code], [800_000, 'model'])
})

test('a call gets the name of the tool that it means, also where it goes back', () => {
  const call = { index: 0, id: 'call_a', function: { name: 'functions.search:0', arguments: '{}{"q":"x"}' } }
  const { end, calls } = readEvents(chat, [chunk({ tool_calls: [call] }), STOP])
  assert.deepEqual(calls.map(({ name, args }) => [name, args]), [['search', { q: 'x' }]])
  assert.match(JSON.stringify(end!.turn), /"name":"search","arguments":"\{\\"q\\":\\"x\\"\}"/)
})

type Text = string | null | undefined
type Fragment = readonly [index: number | null | undefined, id: Text, name: Text, args: unknown]

/** Checks the calls that fragments make, each as `id name arguments`. */
function check(fragments: readonly Fragment[], expected: readonly string[]) {
  const assembly = createCallAssembly()
  for (const [index, id, name, args] of fragments) assembly.add({ index, id, function: { name, arguments: args } })
  assert.deepEqual(assembly.calls().map(({ id, name, text }) => `${id} ${name} ${text}`), expected)
}

for (const [name, run] of rulesOf('createCallAssembly():', check, [
  ['a fragment with the id of a call continues that call, with its name or without',
    [[[0, 'a', 'f', '{"x"'], [1, 'b', 'g', '{'], [null, 'a', '', ':1}'], [5, 'b', 'g', '}']], ['a f {"x":1}', 'b g {}']]],
  ['a fragment with the index of a call continues that call, unless its id is another',
    [[[0, 'a', 'f', '{'], [0, undefined, undefined, '}']], ['a f {}']],
    [[[0, '', 'f', '{'], [0, 'a', '', '}']], ['a f {}']],
    [[[0, 'a', 'f', '{}'], [0, 'b', 'f', '{'], [0, null, null, '}']], ['a f {}', 'b f {}']]],
  ['arguments with another index than all calls belong to the call that has none',
    [[[1, 'a', 'f', ''], [0, null, null, '{"x":'], [0, null, null, '1}'], [1, 'b', 'f', ''], [1, '', '', '{}']], ['a f {"x":1}', 'b f {}']],
    [[[0, 'a', 'f', '{}'], [1, '', '', '{"y":'], [1, 'b', 'g', '1}']], ['a f {}', 'b g {"y":1}']]],
  ['a name that comes again continues an open call, and begins another after a complete one',
    [[[0, '', 'f', '{"x":'], [0, '', 'f', '1}']], [' f {"x":1}']],
    [[[0, '', 'f', '{"x":"}"}'], [0, '', 'f', '{"x":2}']], [' f {"x":"}"}', ' f {"x":2}']],
    [[[0, '', 'f', '{"x":"}'], [0, '', 'f', '"}']], [' f {"x":"}"}']],
    [[[0, '', 'f', '{"x":"\\"}'], [0, '', 'f', '"}']], [' f {"x":"\\"}"}']],
    [[[0, 'a', 'f', '{}'], [0, 'a', 'g', '{}']], ['a f {}', 'a g {}']]],
  ['without index and name the last call goes on, and a name begins a new one',
    [[[undefined, '', 'f', '{"x":'], [null, '', '', '1}'], [null, null, 'g', '{}']], [' f {"x":1}', ' g {}']]],
  ['a name may come in pieces or again, and calls without a name are dropped',
    [[[0, 'a', 'f', ''], [0, 'a', 'f', '{}']], ['a f {}']],
    [[[0, 'a', 'sea', ''], [0, undefined, 'rch', ''], [0, undefined, undefined, '{}']], ['a search {}']],
    [[[0, ' ', ' ', '{'], [1, 'b', 'g', '']], ['b g ']], [[[undefined, '', '', '{}']], []]],
])) test(name, run)

test('arguments may be an object, and calls may carry extra content that goes back', () => {
  check([[0, 'a', 'f', { x: [1] }], [0, 'b', 'f', null]], ['a f {"x":[1]}', 'b f '])
  const assembly = createCallAssembly()
  assembly.add({ index: 0, function: { name: 'f' }, extra_content: { google: { thought_signature: 's' } } })
  assembly.add({ index: 0, extra_content: null, thoughtSignature: 't', made_up: 1 })
  for (const odd of [null, 'x', [], { function: 3 }]) assembly.add(odd)
  assert.deepEqual(assembly.calls().map(({ extra }) => extra), [{ extra_content: { google: { thought_signature: 's' } }, thoughtSignature: 't' }])
})

test('calls too many, and arguments too long, are an error', () => {
  const many = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `c${i}`)
    check(ids.map((id, i) => [i, id, 'f', '']), ids.map((id) => `${id} f `))
  }
  many(16)
  assert.throws(() => many(17), { code: 'model', message: "The model's reply has more than 16 tool calls" })
  const long = (length: number) => {
    const text = 'x'.repeat(length)
    check([[0, '', 'f', text], [0, '', '', 'y']], [` f ${text}y`])
  }
  long(65_535)
  assert.throws(() => long(65_536), { code: 'model' })
  const named = (pieces: number) => check(Array.from({ length: pieces }, (_, i) => [0, '', i % 2 ? 'a' : 'b', '']), [` ${'ba'.repeat(pieces / 2)} `])
  named(256)
  assert.throws(() => named(258), { code: 'model', message: "The model's reply has more than 256 characters in the name of a tool" })
})
