import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ServerProfile, adapt, type RejectedRequest } from '../../../../src/core/llm/client/adapt.ts'
import type { Protocol } from '../../../../src/core/llm/model.ts'

const PROFILE: ServerProfile = { protocol: 'chat', hasSwitched: false, capabilities: { unsupported: new Set(), limitField: 'max_tokens', needsReasoning: false } }
const BODY = { model: 'm', messages: [], max_tokens: 9, stream_options: {}, tool_choice: 'none', store: false, include: [], system: [{ cache_control: {} }] }

interface Case extends Partial<RejectedRequest> {
  status?: number
  param?: string
  profile?: Partial<ServerProfile>
}

/** The profile after an error in these words, null where it stays the same. */
function adapted(message: string, { status = 400, param, profile, ...rejected }: Case = {}): ServerProfile | null {
  const request: RejectedRequest = { protocol: 'chat', body: BODY, extraBody: {}, canSwitch: true, ...rejected }
  return adapt({ status, message, param: param ?? null }, request, { ...PROFILE, protocol: request.protocol, ...profile })?.profile ?? null
}

/** Checks the field that later requests leave out. */
function checkDropped(message: string, field: string | null, options: Case = {}) {
  const changed = adapted(message, options)
  assert.deepEqual(changed === null ? null : [...changed.capabilities.unsupported], field === null ? null : [field], message)
}

test('adapt() leaves out the field that an error is about', () => {
  checkDropped('Unrecognized request argument supplied: stream_options', 'stream_options')
  checkDropped('body.stream_options: Extra inputs are not permitted', 'stream_options', { status: 422 })
  checkDropped('[{"type":"extra_forbidden","loc":["body","tool_choice"]}]', 'tool_choice', { status: 422 })
  checkDropped('Invalid JSON payload received. Unknown name "store": Cannot find field', 'store')
  checkDropped('Unsupported parameter', 'include', { param: 'include' })
  checkDropped('system.0.cache_control: Extra inputs are not permitted', 'cache_control', { protocol: 'anthropic' })
})

test('adapt() changes nothing for fields that were not sent, were set, or are words', () => {
  checkDropped('parallel_tool_calls is not supported', null)
  checkDropped('stream_options_extra is not supported', null)
  checkDropped('Requests must include a question; we store nothing', null)
  checkDropped('stream_options is not supported', null, { extraBody: { stream_options: {} } })
  checkDropped('store', null, { param: 'store', body: { messages: [{ content: '"store":1' }] } })
  for (const status of [401, 403, 404, 413, 429, 500]) checkDropped('stream_options is not supported', null, { status })
})

test('adapt() uses the other name of the limit', () => {
  const limitOf = (message: string, options?: Case) => adapted(message, options)?.capabilities.limitField ?? null
  assert.equal(limitOf('\'max_tokens\' is not supported with this model. Use \'max_completion_tokens\' instead'), 'max_completion_tokens')
  assert.equal(limitOf('Extra inputs are not permitted: max_completion_tokens', { body: { max_completion_tokens: 9 } }), 'max_tokens')
  assert.equal(limitOf('max_tokens is too large: 9. This model supports at most 4 tokens'), null)
  assert.equal(limitOf('max_tokens: must be less than 5'), null)
  assert.equal(limitOf('max_tokens is unknown', { protocol: 'anthropic' }), null)
})

test('adapt() sends reasoning back where the server requires it', () => {
  const message = 'The reasoning_content in the thinking mode must be passed back to the API'
  assert.equal(adapted(message)?.capabilities.needsReasoning, true)
  assert.equal(adapted(message, { protocol: 'anthropic' }), null)
})

/** Checks the protocol of later requests; null where the profile stays the same. */
function checkProtocol(from: Protocol, message: string, expected: Protocol | null, options: Case = {}) {
  assert.equal(adapted(message, { protocol: from, ...options })?.protocol ?? null, expected, message)
}

test('adapt() switches to Responses where the server names it', () => {
  const message = 'Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Please use /v1/responses instead'
  checkProtocol('chat', message, 'responses')
  checkProtocol('chat', message, null, { canSwitch: false })
  checkProtocol('chat', message, null, { profile: { hasSwitched: true } })
  checkProtocol('chat', message, 'responses', { profile: { hasSwitched: true, protocol: 'responses' } })
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

test('adapt() keeps the other capabilities, and changes no record', () => {
  const profile = { capabilities: { unsupported: new Set(['store']), limitField: 'max_tokens', needsReasoning: true } } as const
  const changed = adapted('tool_choice?', { profile })
  assert.deepEqual(changed?.capabilities, { unsupported: new Set(['store', 'tool_choice']), limitField: 'max_tokens', needsReasoning: true })
  assert.deepEqual([...profile.capabilities.unsupported], ['store'])
})
