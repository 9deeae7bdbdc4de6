import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOptionError } from '../../../src/core/base/option.ts'
import { type ModelOptions, type ModelSettings, resolveModel } from '../../../src/core/llm/settings.ts'

const KEY = 'sk-canary-0123456789'

/** Settings of options that give a model. */
function settings(options: ModelOptions): ModelSettings {
  const resolved = resolveModel({ apiKey: KEY, name: 'm', ...options })
  assert.ok(resolved !== null)
  return resolved
}

/** Checks that options are rejected in these words, without any part that may be secret. */
function checkRejected(options: ModelOptions, expected: RegExp) {
  assert.throws(() => settings(options), (error: Error) => {
    assert.ok(isOptionError(error) && error.message.startsWith(error.option))
    assert.match(error.message, expected)
    assert.doesNotMatch(error.message, /canary|secret/)
    return true
  })
}

test('resolveModel() gives null without a key', () => {
  for (const apiKey of [undefined, '', ' \n']) assert.equal(resolveModel({ apiKey, name: 'm' }), null)
})

test('resolveModel() gives every setting a value', () => {
  assert.deepEqual(resolveModel({ apiKey: ` ${KEY}\n`, name: ' m ' }), {
    model: 'm',
    key: KEY,
    target: {
      provider: 'openai', protocol: 'responses', mayChangeProtocol: true, base: 'https://api.openai.com/v1', isEndpoint: false,
      isLocal: false, defaultModel: 'gpt-6-luna',
    },
    baseUrl: 'https://api.openai.com/v1', headers: {}, extraBody: {}, maxTokens: 4_096, firstByteMs: 60_000, idleMs: 45_000,
    deadlineMs: 120_000, retries: 2, retryMs: 500, errorBodyMs: 5_000, trailerMs: 2_000,
  })
})

test('resolveModel() gives local servers time to load their model', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'a.localhost']) {
    assert.equal(settings({ baseUrl: `http://${host}:11434/v1` }).firstByteMs, 180_000, host)
  }
  for (const host of ['127.0.0.1.example', 'localhost.example', '10.0.0.1']) {
    assert.equal(settings({ baseUrl: `http://${host}/v1` }).firstByteMs, 60_000, host)
  }
  assert.equal(settings({ baseUrl: 'http://localhost/v1', firstByteMs: 7 }).firstByteMs, 7)
})

test('resolveModel() checks a key, and never shows it', () => {
  checkRejected({ apiKey: 'canary\nsecret' }, /^model\.apiKey holds characters that no key has/)
  checkRejected({ apiKey: 'canary secret' }, /no key has/)
  checkRejected({ apiKey: 'canary\u00e9' }, /no key has/)
  assert.equal(settings({ apiKey: 'None', baseUrl: 'http://localhost:11434/v1' }).key, null)
  checkRejected({ apiKey: 'none' }, /^model\.baseUrl is needed for a model without a key, such as/)
})

test('resolveModel() has a default model for the providers of its table, and requires a name elsewhere', () => {
  const named = (options: ModelOptions) => settings({ name: ' ', ...options }).model
  assert.equal(named({}), 'gpt-6-luna')
  assert.equal(named({ apiKey: 'sk-ant-x' }), 'claude-haiku-5-5')
  assert.equal(named({ baseUrl: 'https://api.deepseek.com/v1' }), 'deepseek-flash')
  checkRejected({ name: undefined, baseUrl: 'https://llm.example.com/v1?token=secret' }, /^model\.name is needed: no default model is known for llm\.example\.com$/)
  checkRejected({ name: '', apiKey: 'gsk_canary' }, /for groq$/)
  checkRejected({ name: 'a\nb' }, /^model\.name must be at most 256 characters/)
  checkRejected({ name: 'a'.repeat(257) }, /^model\.name must be/)
})

test('resolveModel() shows an address without its query, and rejects an invalid one', () => {
  assert.equal(settings({ baseUrl: 'https://x.openai.azure.com/openai/v1/?api-version=secret' }).baseUrl, 'https://x.openai.azure.com/openai/v1')
  for (const baseUrl of ['canary', '/v1', 'ftp://canary/v1', 'javascript:canary', 'http://']) {
    checkRejected({ baseUrl }, /^model\.baseUrl must be an address such as https:\/\/api\.example\.com\/v1$/)
  }
  checkRejected({ baseUrl: 'https://user:secret@host.example/v1' }, /must hold no user and no password; send a header instead/)
  checkRejected({ baseUrl: 'https://canary@host.example/v1' }, /must hold no user/)
})

test('resolveModel() checks ranges and the protocol', () => {
  const rows: readonly (readonly [keyof ModelOptions, number, number])[] = [
    ['maxTokens', 256, 200_000], ['firstByteMs', 1, 600_000], ['idleMs', 1, 600_000], ['deadlineMs', 1_000, 600_000], ['retries', 0, 10],
  ]
  for (const [name, least, most] of rows) {
    for (const value of [least, most]) settings({ [name]: value })
    for (const value of [least - 1, most + 1, NaN, 2.5]) checkRejected({ [name]: value }, new RegExp(`^model\\.${name} must be a whole number from`))
  }
  const protocol: string = 'gemini'
  checkRejected(Object.assign({}, { protocol }) as ModelOptions, /must be one of auto, chat, responses, anthropic$/)
})

test('resolveModel() accepts extra headers that HTTP can carry, by lower-case name', () => {
  assert.deepEqual(settings({ headers: { 'X-Title': 'Docs', 'http-referer': '' } }).headers, { 'x-title': 'Docs', 'http-referer': '' })
  checkRejected({ headers: { 'x-a': 'secret\r\nx: y' } }, /^model\.headers must hold ASCII text without line breaks for the header x-a$/)
  checkRejected({ headers: { 'x-a': 'secr\u00e9t' } }, /must hold ASCII/)
  checkRejected({ headers: { 'secret canary': 'a' } }, /^model\.headers has a name that no header can have: its header 1$/)
  checkRejected({ headers: { '': 'a' } }, /a name that no header can have/)
  checkRejected({ headers: { Host: 'a' } }, /^model\.headers can't set the header host$/)
  checkRejected({ headers: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`x-${i}`, ''])) }, /^model\.headers must be at most 32 headers$/)
  checkRejected({ headers: { 'x-a': 'x'.repeat(8_193) } }, /must hold ASCII/)
})

test('resolveModel() accepts extra fields outside the conversation', () => {
  assert.deepEqual(settings({ extraBody: { reasoning_effort: 'low' } }).extraBody, { reasoning_effort: 'low' })
  for (const name of ['model', 'messages', 'input', 'system', 'instructions', 'tools', 'stream']) {
    checkRejected({ extraBody: { [name]: 'secret' } }, new RegExp(`^model\\.extraBody can't set the field ${name}$`))
  }
  checkRejected({ extraBody: { a: 'x'.repeat(65_536) } }, /at most 65536 characters/)
})

test('resolveModel() rejects options of another kind and unknown ones', () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ apiKey: 1 }, /^model\.apiKey must be a string, not 1$/],
    [{ maxTokens: '512' }, /^model\.maxTokens must be a whole number from 256 to 200000, not a string$/],
    [{ headers: [] }, /^model\.headers must be an object$/],
    [{ extraBody: 'secret' }, /^model\.extraBody must be an object$/],
    [{ basUrl: 'secret' }, /^model has no option "basUrl": did you mean baseUrl\?$/],
    [{ model: 'secret' }, /^model has no option "model": it takes apiKey, name, /],
  ]
  for (const [options, message] of wrong) checkRejected(options, message)
})
