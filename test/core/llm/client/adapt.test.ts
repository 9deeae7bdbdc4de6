import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adapt, type Adaptation } from '../../../../src/core/llm/client/adapt.ts'
import type { Protocol } from '../../../../src/core/llm/model.ts'
import type { ServerProfile } from '../../../../src/core/llm/protocols/protocol.ts'
import { serverProfile } from '../../../support/wire.ts'

const BODY = { model: 'm', messages: [], max_tokens: 9, stream_options: {}, tool_choice: 'none', store: false, include: [], cache_control: {} }

interface Case {
  status?: number
  param?: string
  protocol?: Protocol
  body?: Readonly<Record<string, unknown>>
  /** Fields that no adaptation removes. */
  kept?: readonly string[]
  maxOutputTokens?: number
  canSwitch?: boolean
  /** The profile that the request was written for. */
  written?: Partial<ServerProfile>
}

/** What an error in these words changes, null where nothing. */
function adaptTo(message: string, { status = 400, param, protocol = 'chat', body = BODY, kept = [], maxOutputTokens = 4_096, canSwitch = true, written }: Case = {}): Adaptation | null {
  const profile = serverProfile({ protocol, ...written })
  return adapt({ status, message, param: param ?? null }, { profile, body, kept: new Set(kept), maxOutputTokens, canSwitch, badCalls: 0 }, profile)
}

/** The changed profile. */
function adapted(message: string, options?: Case): ServerProfile | null {
  return adaptTo(message, options)?.profile ?? null
}

/** Checks the field that later requests leave out. */
function checkDropped(message: string, field: string | null, options: Case = {}) {
  const changed = adapted(message, options)
  assert.deepEqual(changed === null ? null : [...changed.unsupported], field === null ? null : [field], message)
}

test('adapt() leaves out the field that an error is about', () => {
  checkDropped('Unrecognized request argument supplied: stream_options', 'stream_options')
  checkDropped('body.stream_options: Extra inputs are not permitted', 'stream_options', { status: 422 })
  checkDropped('[{"type":"extra_forbidden","loc":["body","tool_choice"]}]', 'tool_choice', { status: 422 })
  checkDropped('Invalid JSON payload received. Unknown name "store": Cannot find field', 'store')
  checkDropped('Unsupported parameter', 'include', { param: 'include' })
  checkDropped('Model grok-4 does not support parameter streamOptions.', 'stream_options')
  checkDropped("Incompatible tool choice param submitted - {'type': 'none'}", 'tool_choice', { status: 500, protocol: 'anthropic' })
  checkDropped('Unknown parameter in toolConfig.toolChoice: "none", must be one of: auto, any, tool', 'tool_choice')
  checkDropped('Tool call id was call_49c89af0 but must be a-z, A-Z, 0-9, with a length of 9.', 'id', { status: 500 })
  checkDropped('Encrypted content is not supported with this model.', 'include', { protocol: 'responses' })
  checkDropped('system.0.cache_control: Extra inputs are not permitted', 'cache_control', { protocol: 'anthropic' })
  checkDropped('Unsupported parameter: max_output_tokens', 'max_output_tokens', { protocol: 'responses', body: { max_output_tokens: 9 } })
})

test('adapt() changes nothing for fields that were not sent, were set, or are words', () => {
  checkDropped('parallel_tool_calls is not supported', null)
  checkDropped('stream_options_extra is not supported', null)
  checkDropped('Requests must include a question; we store nothing', null)
  checkDropped('stream_options is not supported', null, { kept: ['stream_options'] })
  checkDropped('store', null, { param: 'store', body: { messages: [{ content: '"store":1' }] } })
  for (const status of [401, 403, 404, 413, 429, 500]) checkDropped('stream_options is not supported', null, { status })
})

test('adapt() uses the other name of the limit', () => {
  checkDropped('\'max_tokens\' is not supported with this model. Use \'max_completion_tokens\' instead', 'max_tokens')
  checkDropped('Extra inputs are not permitted: max_completion_tokens', 'max_completion_tokens', { body: { max_completion_tokens: 9 } })
  for (const range of ['max_tokens is too large: 9. This model supports at most 4 tokens', 'max_tokens: must be less than 5']) {
    assert.equal(adapted(range)?.unsupported.has('max_tokens'), false)
  }
  checkDropped('max_tokens is unknown', null, { protocol: 'anthropic' })
})

test('adapt() sets no limit where the server has refused both names', () => {
  const message = "'max_tokens' and 'max_completion_tokens' are not supported with this model"
  const first = adapted(message)
  const second = adapted(message, { written: { ...first }, body: { max_completion_tokens: 9 } })
  assert.deepEqual([...second!.unsupported], ['max_tokens', 'max_completion_tokens'])
})

test('adapt() asks for no stream where the server has none', () => {
  for (const message of [
    'Your organization must be verified to stream this model.', 'Streaming is not supported for this model', 'The model is unsupported for streaming.', "This model doesn't support tool use in streaming mode.",
  ]) {
    assert.deepEqual(adapted(message, { body: { ...BODY, stream: true, tools: [] } })?.unsupported, new Set(['stream', 'stream_options']), message)
  }
  checkDropped('stream_options is not supported', 'stream_options', { body: { ...BODY, stream: true } })
})

test('adapt() sends reasoning back where the server requires it', () => {
  for (const message of [
    'The reasoning_content in the thinking mode must be passed back to the API',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ]) {
    assert.deepEqual(adapted(message)?.unsupported, new Set(['unreasoned']))
    assert.equal(adapted(message, { protocol: 'anthropic' }), null)
  }
})

test('adapt() puts the rules before the question where the server takes no message of the system', () => {
  for (const [status, message] of [
    [400, 'System role not supported'],
    [500, 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...'],
    [400, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
  ] as const) {
    assert.deepEqual(adapted(message, { status })?.unsupported, new Set(['system']), message)
    assert.equal(adapted(message, { status, written: { unsupported: new Set(['system']) } }), null)
    assert.equal(adapted(message, { status, protocol: 'anthropic' }), null)
  }
})

test('adapt() leaves out of messages what the server rejects there', () => {
  const body = { messages: [{ role: 'assistant', content: null }, { role: 'tool', name: 'search', content: 'x' }] }
  for (const [part, status, message] of [
    ['null', 400, 'invalid message content type: <nil>'],
    ['null', 400, "Invalid 'content': 'content' field must be a string or an array of objects."],
    ['null', 422, '[{"loc":["body","messages",2,"content"],"msg":"Input should be a valid string"}]'],
    ['null', 500, 'Value is not callable: null at row 49'],
    ['null', 400, "AiError: Bad input: Type mismatch of '/messages/2/content', 'null' not in 'string'"],
    ['name', 400, "messages.2.tool.name: property 'messages.2.tool.name' is unsupported"],
    ['name', 400, "Extra inputs are not permitted, field: 'messages[3].name', value: 'search'"],
    ['reasoning_details', 400, "Extra inputs are not permitted, field: 'messages[2].reasoning_details'"],
    ['thinking', 400, 'messages.1.content.0: Invalid `signature` in `thinking` block'],
    ['thinking', 400, 'messages.1.content.0.thinking.signature: Field required'],
    ['thinking', 400, 'Input[2] missing required field `summary`'],
    ['thinking', 400, 'The encrypted content gAAA could not be verified.'],
    ['thinking', 400, "Item 'rs_1' of type 'reasoning' was provided without its required following item."],
  ] as const) {
    assert.deepEqual(adapted(message, { status, body })?.unsupported, new Set([part]), message)
    assert.equal(adapted(message, { status, body, written: { unsupported: new Set([part]) } }), null)
  }
  assert.equal(adapted('invalid message content type: <nil>', { body: { messages: [] } }), null)
})

/** Checks the protocol of later requests; null where the profile stays the same. */
function checkProtocol(from: Protocol, message: string, expected: Protocol | null, options: Case = {}) {
  assert.equal(adapted(message, { protocol: from, ...options })?.protocol ?? null, expected, message)
}

test('adapt() switches to Responses where the server names it', () => {
  const message = 'Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Please use /v1/responses instead'
  checkProtocol('chat', message, 'responses')
  checkProtocol('chat', message, null, { canSwitch: false })
  const only = 'This model is only supported in v1/responses and not in v1/chat/completions.'
  checkProtocol('chat', only, 'responses', { status: 404 })
  checkProtocol('chat', 'model "m" is not accessible via the /chat/completions endpoint', 'responses')
  checkProtocol('anthropic', message, null)
})

test('adapt() switches to Chat Completions where there is no route for Responses', () => {
  checkProtocol('responses', 'Not found', 'chat', { status: 404 })
  checkProtocol('responses', 'Method Not Allowed', 'chat', { status: 405 })
  checkProtocol('responses', 'Unknown URL (POST /v1/responses)', 'chat')
  checkProtocol('responses', 'The model\'s server answers 404: 404 page not found', 'chat', { status: 404 })
  checkProtocol('responses', 'The model\'s server answers 404 (model_not_found): The model `x` does not exist', null, { status: 404 })
  checkProtocol('responses', 'The API deployment for this resource does not exist', null, { status: 404 })
  checkProtocol('responses', 'Something else is wrong', null)
  checkProtocol('chat', 'Not found', null, { status: 404 })
})

test('adapt() keeps what else is known of the server, and changes no record', () => {
  const written = { unsupported: new Set(['store']), maxOutputTokens: 99 }
  assert.deepEqual(adapted('tool_choice?', { written }), serverProfile({ ...written, unsupported: new Set(['store', 'tool_choice']) }))
  assert.deepEqual([...written.unsupported], ['store'])
})

test('adapt() leaves out a choice of tools that a server has no other value for', () => {
  const { tool_choice: choice, ...body } = BODY
  for (const message of ["tool_choice must be 'auto'", 'The value of `tool_choice` must be one of auto, none']) {
    assert.equal(adapted(message, { status: 400, body: { ...body, tool_choice: choice ?? 'none' } })?.unsupported.has('tool_choice'), true, message)
  }
})

test('adapt() leaves out the tools where the server or the model takes none, and says what to do', () => {
  for (const [status, message] of [
    [400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
    [404, 'No endpoints found that support tool use. To learn more about provider routing, visit: https://example.com/x'],
    [400, '`tool calling` is not supported with this model'],
    [400, 'Function calling is not enabled for models/gemma-3-27b-it'],
    [400, "This model doesn't support tool use in streaming mode."],
    [422, '[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted"}]'],
    [400, 'Error rendering prompt with jinja template: "Unknown ArrayValue filter: tojson".'],
    [422, 'Failed to deserialize the JSON body into the target type: tools[0]: unknown variant `function`'],
    [422, 'Tool error: Grammar error: Regex compilation failed'],
    [501, 'Not implemented: tool calls'], [500, 'Internal server error: Unsupported tool_call_parser: None'],
    [404, 'No endpoints found that can handle the requested parameters.'],
  ] as const) {
    const { tool_choice: _, ...body } = { ...BODY, tools: [] }
    assert.equal(adapted(message, { status, body })?.unsupported.has('tools'), true, message)
    for (const taken of [{ body: BODY }, { body, kept: ['tools'] }]) {
      assert.notEqual(adapted(message, { status, ...taken })?.unsupported.has('tools'), true, message)
    }
  }
  for (const message of [
    "This model's maximum context length is 8192 tokens (4000 in the messages, 904 in the tools, 4096 in the completion)",
    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'", "The model 'groq/llama-3-tool-use' does not exist",
  ]) assert.notEqual(adapted(message, { status: 400, body: { tools: [] } })?.unsupported.has('tools'), true, message)
  // What a model wrote into one call says nothing about its server.
  assert.equal(adapted('Error parsing tool call: raw={"q": does not support tools', { status: 500, body: { tools: [] } }), null)
  for (const message of ['tool_use_failed', 'Invalid schema for function search', 'Unknown name "store"']) {
    assert.notEqual(adapted(message, { body: { tools: [] } })?.unsupported.has('tools'), true, message)
  }
})

test('adapt() asks for a reply of half the length where this one is too long, for the prompt at hand or the model', () => {
  for (const [room, message, status = 400] of [
    ['prompt', "This model's maximum context length is 4096 tokens. However, you requested 7096 tokens (3000 in the messages, 4096 in the completion)"],
    ['prompt', 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 8596, please reduce your message size', 413],
    ['prompt', 'Request too large for x on tokens per min (TPM): Limit 30000, Requested 32096. The input or output tokens must be reduced', 429],
    ['prompt', 'Requested input length 3000 + output length 4096 exceeds maximum input length 4096'],
    ['prompt', "You passed 5001 input tokens and requested 4096 output tokens. However, the model's context length is only 8192 tokens"],
    ['prompt', 'input length and `max_tokens` exceed context limit: 198000 + 4096 > 200000'],
    ['prompt', '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens and 4096 `max_new_tokens`'],
    ['prompt', 'This request requires more credits, or fewer max_tokens. You requested up to 4096 tokens, but can only afford 1200', 402],
    ['model', 'max_completion_tokens is limited for this model', 416],
    ['model', 'max_tokens is too large: 4096. This model supports at most 2048 completion tokens'],
    ['model', '`max_tokens` must be less than or equal to `1024`, the maximum value for `max_tokens` is less than the `context_window`'],
    ['model', 'max_tokens: 4096 > 2048, which is the maximum allowed number of output tokens'],
    ['model', 'The maximum tokens you requested exceeds the model limit of 2048. Try again with a maximum tokens value that is lower than 2048'],
    ['model', 'max_tokens参数非法。限制范围[1,2000]'],
    ['model', 'The parameter max_tokens specified in the request is not valid: integer above maximum value, expected a value <= 2000, but got 4096 instead'],
    ['model', 'it has a maxOutputTokens value of 4096 but the supported range is from 1 (inclusive) to 2049 (exclusive)'],
  ] as const) {
    const adaptation = adaptTo(message, { status })
    assert.deepEqual([adaptation?.room, adaptation?.profile.maxOutputTokens], room === 'prompt' ? [2_048, Infinity] : [null, 2_048], message)
  }
})

test('adapt() asks for no reply that is too short to answer', () => {
  assert.equal(adapted('max_tokens is out of range', { maxOutputTokens: 1_000 }), null)
  assert.equal(adapted('max_tokens must be at least 1, got -900.'), null)
  assert.equal(adapted('Rate limit reached on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443', { status: 429 }), null)
  assert.equal(adapted('max_tokens is out of range', { kept: ['max_tokens'] }), null)
})
