import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErrorReply, replyError } from '../../../../src/core/llm/protocols/reply.ts'

/** Checks code and message of the error of a reply. */
function check(status: number | null, body: unknown, expected: string) {
  const { code, message } = replyError(status, body)
  const shown = message.replace("The model's server answers ", '').replace("The model's server reports an error", 'in the stream')
  assert.equal(`${code}: ${shown}`, expected, JSON.stringify(body))
}

/** An error as providers send it, in `error`. */
const inError = (message: unknown, fields: object = {}) => ({ error: { message, ...fields } })
const INVALID = { type: 'invalid_request_error' }

test('replyError() names a rejected key', () => {
  check(401, inError('Incorrect API key.', { ...INVALID, code: 'invalid_api_key' }), 'model-key: 401 (invalid_api_key): Incorrect API key')
  check(401, { type: 'error', ...inError('invalid', { type: 'authentication_error' }) }, 'model-key: 401 (authentication_error): invalid')
  check(403, '', 'model-key: 403')
  check(null, { base_resp: { status_code: 1004, status_msg: 'login fail: no key' } }, 'model-key: in the stream: login fail: no key')
  const status = 'INVALID_ARGUMENT'
  check(400, [inError('API key not valid. Pass a valid one.', { code: 400, status })], `model-key: 400 (${status}): API key not valid. Pass a valid one`)
})

test('replyError() names a spent quota, whatever the status', () => {
  const code = 'insufficient_quota'
  check(429, inError('You exceeded your current quota', { type: code, code }), `model-quota: 429 (${code}): You exceeded your current quota`)
  check(402, inError('Insufficient Balance'), 'model-quota: 402: Insufficient Balance')
  check(402, { type: 'error', ...inError('Pay', { type: 'billing_error' }) }, 'model-quota: 402 (billing_error): Pay')
  const details = { error_code: 'enforced_spend_limit_reached' }
  check(429, inError('No', { type: 'rate_limit_error', details }), 'model-quota: 429 (rate_limit_error): No')
  for (const text of ['Your credit balance is too low', 'You have reached your specified API usage limits']) {
    check(400, inError(text, INVALID), `model-quota: 400 (invalid_request_error): ${text}`)
  }
  check(400, inError('Budget has been exceeded! Current cost: 1.2'), 'model-quota: 400: Budget has been exceeded! Current cost: 1.2')
  for (const name of ['AccountOverdueError', 'exceeded_current_quota_error']) check(429, inError('x', { code: name }), `model-quota: 429 (${name}): x`)
  check(403, inError('x', { code: 'insufficient_user_quota' }), 'model-quota: 403 (insufficient_user_quota): x')
  for (const text of ['Your paid balance is insufficient', '用户额度不足, 剩余额度: ＄0.000000', '【余额不足】', 'You have used up your daily free allocation of 10,000 neurons', 'Out of call volume quota. It will be replenished in 12:42:18', 'you have reached your weekly usage limit', "Your newly created team doesn't have any credits"]) check(403, inError(text), `model-quota: 403: ${text}`)
})

test('replyError() names a busy model', () => {
  check(429, inError('slow', { type: 'tokens', code: 'rate_limit_exceeded' }), 'model-busy: 429 (rate_limit_exceeded): slow')
  const [quota, status] = ['You exceeded your current quota', 'RESOURCE_EXHAUSTED']
  check(429, [inError(quota, { code: 429, status })], `model-busy: 429 (${status}): ${quota}`)
  check(529, { type: 'error', ...inError('Wait', { type: 'overloaded_error' }) }, 'model-busy: 529 (overloaded_error): Wait')
  check(503, inError('Loading', { code: 503, type: 'unavailable_error' }), 'model-busy: 503 (unavailable_error): Loading')
  const code = 'server_is_overloaded'
  check(null, { type: 'error', code, message: 'x', param: null }, `model-busy: in the stream (${code}): x`)
  for (const text of ['Model unloaded', "Request for unknown model: 'm' is not ready"]) check(400, { error: text }, `model-busy: 400: ${text}`)
  check(null, { error: 'The model is overloaded' }, 'model-busy: in the stream: The model is overloaded')
  check(null, inError('messages parameter is illegal', { code: '1214' }), 'model: in the stream (1214): messages parameter is illegal')
  check(null, inError('Worker limit reached (33/32)', { code: 502 }), 'model-busy: in the stream (502): Worker limit reached (33/32)')
  check(null, { code: 'insufficient_system_resource' }, 'model-busy: in the stream (insufficient_system_resource)')
})

test('replyError() names a request that is rejected', () => {
  check(400, { Message: 'Not so' }, 'model-request: 400: Not so')
  const named = 'model-request: 400 (invalid_request_error): Unsupported parameter'
  check(400, inError('Unsupported parameter', { ...INVALID, param: 'max_tokens', code: null }), named)
  const param = 'max_tokens is too large: 9'
  check(400, inError('Param Incorrect', { ...INVALID, param }), `model-request: 400 (invalid_request_error): Param Incorrect: ${param}`)
  check(404, inError('No such model', { code: 'model_not_found' }), 'model-request: 404 (model_not_found): No such model')
  const detail = [{ loc: ['body', 'x'] }]
  check(422, { object: 'error', message: { detail }, ...INVALID }, `model-request: 422 (invalid_request_error): ${JSON.stringify({ detail })}`)
  check(422, { detail: [{ msg: 'Field required' }] }, 'model-request: 422: [{"msg":"Field required"}]')
  const errors = [{ code: 7003, message: 'Could not route to /client/v4/accounts/ai' }]
  check(400, { success: false, errors }, 'model-request: 400 (7003): Could not route to /client/v4/accounts/ai')
  check(null, { code: 400, message: 'too long', ...INVALID }, 'model-request: in the stream (invalid_request_error): too long')
  check(null, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }, 'model-request: in the stream: Unexpected endpoint or method. (POST /chat/completions)')
})

test('replyError() treats all other errors as failures of the server', () => {
  check(500, inError('boom', { type: 'server_error' }), 'model: 500 (server_error): boom')
  check(502, '<html>\n<title>Bad Gateway</title>', 'model: 502: <html> <title>Bad Gateway</title>')
  check(504, null, 'model: 504')
  const type = 'InternalServerError'
  check(null, { object: 'error', message: 'engine died', type, code: 500 }, `model: in the stream (${type}): engine died`)
  check(null, inError('x', { code: '500' }), 'model: in the stream (500): x')
  check(null, { error: { error: { error: { error: { error: 'deep' } } } } }, 'model: in the stream')
  for (const odd of [undefined, 7, [], {}, { error: true }, inError({})]) assert.equal(replyError(500, odd).code, 'model')
})

test('replyError() repeats the words of the provider behind a router', () => {
  const metadata = { raw: 'try later', provider_name: 'X' }
  check(429, inError('Provider error', { code: 429, metadata }), 'model-busy: 429: Provider error: try later')
})

test('replyError() shows any words in one bounded line', () => {
  check(500, inError('a\r\n\tb\u0000\u202ec\u2028d\ud800 …', { code: 'x\ny' }), 'model: 500 (x y): a b c d\ufffd …')
  const { message } = replyError(500, { error: { message: '𝄞'.repeat(5_000), type: 'n'.repeat(5_000) } })
  assert.ok(message.length < 900 && message.isWellFormed(), message)
  const cut = replyError(500, { error: { message: `${'word '.repeat(79)}half-a-key and more` } })
  assert.match(cut.message, /500: (?:word ){78}word…$/)
})

test('isErrorReply() recognizes every form of error', () => {
  const errors = [{ error: 'x' }, { error: {} }, [{ error: { code: 1 } }], { object: 'error' }, { type: 'error' }, { choices: [], error: { code: 1 } }, { choices: null, base_resp: { status_code: 1004, status_msg: 'x' } }, { code: 'InvalidApiKey', message: 'x' }]
  for (const error of errors) assert.equal(isErrorReply(error), true, JSON.stringify(error))
  const replies = [null, 'error', [], [[{ error: 1 }]], {}, { error: null }, { error: '' }, { error: false }, { type: 'errors' }, { choices: null }, { choices: [], message: 'x' }, { base_resp: { status_code: 0 } }]
  for (const reply of replies) assert.equal(isErrorReply(reply), false, JSON.stringify(reply))
})

test('replyError() names a question that a filter rejects', () => {
  const azure = { code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } }
  check(400, inError('Filtered', azure), 'model-refusal: 400 (content_filter): Filtered')
  check(403, inError('This model requires moderation on OpenRouter', { code: 403 }), 'model-refusal: 403: This model requires moderation on OpenRouter')
  check(400, inError('No', { code: 'data_inspection_failed' }), 'model-refusal: 400 (data_inspection_failed): No')
  check(500, inError('No', { code: 'sensitive_words_detected' }), 'model-refusal: 500 (sensitive_words_detected): No')
  for (const text of ['Content Exists Risk', 'input new_sensitive (1026)', '系统检测到输入或生成内容可能包含不安全或敏感内容', 'System detected potentially unsafe or sensitive content in input', 'Output blocked by content filtering policy', 'prompt pattern is blocked', 'The guardrail checks failed', 'Content violates usage guidelines']) check(400, inError(text), `model-refusal: 400: ${text}`)
  check(null, inError('Filtered', { code: 'content_filter' }), 'model-refusal: in the stream (content_filter): Filtered')
})

test('replyError() names a request that is longer than the context', () => {
  check(400, inError('request (3410 tokens) exceeds it', { type: 'exceed_context_size_error' }), 'model-context: 400 (exceed_context_size_error): request (3410 tokens) exceeds it')
  check(413, 'Payload too large', 'model-context: 413: Payload too large')
  check(400, inError('must be at least 1, got -900'), 'model-context: 400: must be at least 1, got -900')
  check(400, inError('No', { code: 'context_length_exceeded' }), 'model-context: 400 (context_length_exceeded): No')
  check(400, inError('prompt is too long: 210000 tokens > 200000 maximum', INVALID), 'model-context: 400 (invalid_request_error): prompt is too long: 210000 tokens > 200000 maximum')
})
