import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErrorReply, replyError } from '../../../src/llm/protocols/reply.ts'

/** Checks code and message of the error of a reply. */
function check(status: number | null, body: unknown, expected: string) {
  const { code, message } = replyError(status, body)
  const shown = message
    .replace("The model's server answers ", '')
    .replace("The model's server reports an error", 'in the stream')
  assert.equal(`${code}: ${shown}`, expected, JSON.stringify(body))
}

test('replyError() names a rejected key', () => {
  check(
    401,
    { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' } },
    'model-key: 401 (invalid_api_key): Incorrect API key provided',
  )
  check(
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    'model-key: 401 (authentication_error): invalid x-api-key',
  )
  check(403, '', 'model-key: 403')
  check(
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
    'model-key: 400 (INVALID_ARGUMENT): API key not valid. Please pass a valid API key',
  )
})

test('replyError() names a spent quota, whatever the status', () => {
  check(
    429,
    { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } },
    'model-quota: 429 (insufficient_quota): You exceeded your current quota',
  )
  check(402, { error: { message: 'Insufficient Balance' } }, 'model-quota: 402: Insufficient Balance')
  check(
    402,
    { type: 'error', error: { type: 'billing_error', message: 'Pay' } },
    'model-quota: 402 (billing_error): Pay',
  )
  check(
    429,
    { error: { type: 'rate_limit_error', message: 'No', details: { error_code: 'enforced_spend_limit_reached' } } },
    'model-quota: 429 (rate_limit_error): No',
  )
  check(
    400,
    { error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
    'model-quota: 400 (invalid_request_error): Your credit balance is too low',
  )
  check(
    400,
    { error: { type: 'invalid_request_error', message: 'You have reached your specified API usage limits' } },
    'model-quota: 400 (invalid_request_error): You have reached your specified API usage limits',
  )
  check(
    403,
    { error: { code: 'insufficient_user_quota', message: 'x' } },
    'model-quota: 403 (insufficient_user_quota): x',
  )
})

test('replyError() names a busy model', () => {
  check(
    429,
    { error: { message: 'slow', type: 'tokens', code: 'rate_limit_exceeded' } },
    'model-busy: 429 (rate_limit_exceeded): slow',
  )
  check(
    429,
    [{ error: { code: 429, message: 'You exceeded your current quota', status: 'RESOURCE_EXHAUSTED' } }],
    'model-busy: 429 (RESOURCE_EXHAUSTED): You exceeded your current quota',
  )
  check(
    529,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'model-busy: 529 (overloaded_error): Overloaded',
  )
  check(
    503,
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    'model-busy: 503 (unavailable_error): Loading model',
  )
  check(
    null,
    { type: 'error', code: 'server_is_overloaded', message: 'x', param: null },
    'model-busy: in the stream (server_is_overloaded): x',
  )
  check(null, { error: 'The model is overloaded' }, 'model-busy: in the stream: The model is overloaded')
  check(null, { code: 'insufficient_system_resource' }, 'model-busy: in the stream (insufficient_system_resource)')
})

test('replyError() names a request that is rejected', () => {
  check(
    400,
    { error: { message: 'Unsupported parameter', type: 'invalid_request_error', param: 'max_tokens', code: null } },
    'model-request: 400 (invalid_request_error): Unsupported parameter',
  )
  check(
    404,
    { error: { message: 'No such model', code: 'model_not_found' } },
    'model-request: 404 (model_not_found): No such model',
  )
  check(
    422,
    { object: 'error', message: { detail: [{ loc: ['body', 'x'] }] }, type: 'invalid_request_error' },
    'model-request: 422 (invalid_request_error): {"detail":[{"loc":["body","x"]}]}',
  )
  check(422, { detail: [{ msg: 'Field required' }] }, 'model-request: 422: [{"msg":"Field required"}]')
  check(413, 'Payload too large', 'model-request: 413: Payload too large')
  check(
    null,
    { code: 400, message: 'context size exceeded', type: 'invalid_request_error' },
    'model-request: in the stream (invalid_request_error): context size exceeded',
  )
})

test('replyError() treats all other errors as failures of the server', () => {
  check(500, { error: { message: 'boom', type: 'server_error' } }, 'model: 500 (server_error): boom')
  check(502, '<html>\n<title>Bad Gateway</title>', 'model: 502: <html> <title>Bad Gateway</title>')
  check(504, null, 'model: 504')
  check(
    null,
    { object: 'error', message: 'engine died', type: 'InternalServerError', code: 500 },
    'model: in the stream (InternalServerError): engine died',
  )
  check(null, { error: { code: '500', message: 'x' } }, 'model: in the stream (500): x')
  check(null, { error: { error: { error: { error: { error: 'deep' } } } } }, 'model: in the stream')
  for (const odd of [undefined, 7, [], {}, { error: true }, { error: { message: {} } }])
    assert.equal(replyError(500, odd).code, 'model')
})

test('replyError() repeats the words of the provider behind a router', () => {
  check(
    429,
    { error: { code: 429, message: 'Provider returned error', metadata: { raw: 'try later', provider_name: 'X' } } },
    'model-busy: 429: Provider returned error: try later',
  )
})

test('replyError() shows any words in one bounded line', () => {
  check(
    500,
    { error: { message: 'a\r\n\tb\u0000\u202ec\u2028d\ud800 …', code: 'x\ny' } },
    'model: 500 (x y): a b c d\ufffd …',
  )
  const { message } = replyError(500, { error: { message: '𝄞'.repeat(5_000), type: 'n'.repeat(5_000) } })
  assert.ok(message.length < 900 && message.isWellFormed(), message)
  const cut = replyError(500, { error: { message: `${'word '.repeat(79)}half-a-key and more` } })
  assert.match(cut.message, /500: (?:word ){78}word…$/)
  let deep: unknown = 'x'
  for (let level = 0; level < 20_000; level += 1) deep = [deep]
  assert.equal(replyError(500, { error: { message: deep } }).message, "The model's server answers 500")
})

test('isErrorReply() recognizes every form of error', () => {
  for (const error of [
    { error: 'x' },
    { error: {} },
    [{ error: { code: 1 } }],
    { object: 'error' },
    { type: 'error' },
    { choices: [], error: { code: 1 } },
  ]) {
    assert.equal(isErrorReply(error), true, JSON.stringify(error))
  }
  for (const reply of [
    null,
    'error',
    [],
    [[{ error: 1 }]],
    {},
    { error: null },
    { error: '' },
    { error: false },
    { type: 'errors' },
  ]) {
    assert.equal(isErrorReply(reply), false, JSON.stringify(reply))
  }
})
