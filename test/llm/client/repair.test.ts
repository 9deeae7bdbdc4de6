import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol } from '../../../src/llm/model.ts'
import { type Dialect, learn, type Refused } from '../../../src/llm/client/repair.ts'

const KNOWN: Dialect = { protocol: 'chat', hasSwitched: false, quirks: { without: new Set(), limitField: 'max_tokens', echoReasoning: false } }
const BODY = { model: 'm', messages: [], max_tokens: 9, stream_options: {}, tool_choice: 'none', store: false, include: [], system: [{ cache_control: {} }] }

interface Case extends Partial<Refused> {
  status?: number
  param?: string
  known?: Partial<Dialect>
}

/** What is learnt from a refusal in these words, null where it is nothing. */
function learnt(message: string, { status = 400, param, known, ...refused }: Case = {}): Dialect | null {
  const request: Refused = { protocol: 'chat', body: BODY, wanted: {}, maySwitch: true, ...refused }
  return learn({ status, message, param: param ?? null }, request, { ...KNOWN, protocol: request.protocol, ...known })?.dialect ?? null
}

/** Checks which field is left out from then on. */
function checkDropped(message: string, field: string | null, options: Case = {}) {
  const dialect = learnt(message, options)
  assert.deepEqual(dialect === null ? null : [...dialect.quirks.without], field === null ? null : [field], message)
}

test('learn() leaves out the field that a server complains of', () => {
  checkDropped('Unrecognized request argument supplied: stream_options', 'stream_options')
  checkDropped('body.stream_options: Extra inputs are not permitted', 'stream_options', { status: 422 })
  checkDropped('[{"type":"extra_forbidden","loc":["body","tool_choice"]}]', 'tool_choice', { status: 422 })
  checkDropped('Invalid JSON payload received. Unknown name "store": Cannot find field', 'store')
  checkDropped('Unsupported parameter', 'include', { param: 'include' })
  checkDropped('system.0.cache_control: Extra inputs are not permitted', 'cache_control', { protocol: 'anthropic' })
})

test('learn() learns nothing from fields that were not sent, were asked for, or are words', () => {
  checkDropped('parallel_tool_calls is not supported', null)
  checkDropped('stream_options_extra is not supported', null)
  checkDropped('Requests must include a question; we store nothing', null)
  checkDropped('stream_options is not supported', null, { wanted: { stream_options: {} } })
  checkDropped('store', null, { param: 'store', body: { messages: [{ content: '"store":1' }] } })
  for (const status of [401, 403, 404, 413, 429, 500]) checkDropped('stream_options is not supported', null, { status })
})

test('learn() takes the other name of the limit', () => {
  const limitOf = (message: string, options?: Case) => learnt(message, options)?.quirks.limitField ?? null
  assert.equal(limitOf('\'max_tokens\' is not supported with this model. Use \'max_completion_tokens\' instead'), 'max_completion_tokens')
  assert.equal(limitOf('Extra inputs are not permitted: max_completion_tokens', { body: { max_completion_tokens: 9 } }), 'max_tokens')
  assert.equal(limitOf('max_tokens is too large: 9. This model supports at most 4 tokens'), null)
  assert.equal(limitOf('max_tokens: must be less than 5'), null)
  assert.equal(limitOf('max_tokens is unknown', { protocol: 'anthropic' }), null)
})

test('learn() sends reasoning back where it is missed', () => {
  const message = 'The reasoning_content in the thinking mode must be passed back to the API'
  assert.equal(learnt(message)?.quirks.echoReasoning, true)
  assert.equal(learnt(message, { protocol: 'anthropic' }), null)
})

/** Checks which protocol is spoken from then on; null where nothing was learnt. */
function checkProtocol(from: Protocol, message: string, expected: Protocol | null, options: Case = {}) {
  assert.equal(learnt(message, { protocol: from, ...options })?.protocol ?? null, expected, message)
}

test('learn() speaks Responses where it is told to', () => {
  const message = 'Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Please use /v1/responses instead'
  checkProtocol('chat', message, 'responses')
  checkProtocol('chat', message, null, { maySwitch: false })
  checkProtocol('chat', message, null, { known: { hasSwitched: true } })
  checkProtocol('chat', message, 'responses', { known: { hasSwitched: true, protocol: 'responses' } })
  checkProtocol('anthropic', message, null)
})

test('learn() speaks Chat Completions where there is no route for Responses', () => {
  checkProtocol('responses', 'Not found', 'chat', { status: 404 })
  checkProtocol('responses', 'Method Not Allowed', 'chat', { status: 405 })
  checkProtocol('responses', 'Unknown URL (POST /v1/responses)', 'chat')
  checkProtocol('responses', 'The model\'s server answers 404: 404 page not found', 'chat', { status: 404 })
  checkProtocol('responses', 'The model\'s server answers 404 (model_not_found): The model `x` does not exist', null, { status: 404 })
  checkProtocol('responses', 'The API deployment for this resource does not exist', null, { status: 404 })
  checkProtocol('responses', 'Something else is wrong', null)
  checkProtocol('chat', 'Not found', null, { status: 404 })
})

test('learn() keeps what was known, and changes none of it', () => {
  const known = { quirks: { without: new Set(['store']), limitField: 'max_tokens', echoReasoning: true } } as const
  const dialect = learnt('tool_choice?', { known })
  assert.deepEqual(dialect?.quirks, { without: new Set(['store', 'tool_choice']), limitField: 'max_tokens', echoReasoning: true })
  assert.deepEqual([...known.quirks.without], ['store'])
})
