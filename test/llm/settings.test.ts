import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelOptions, type ModelSettings, resolveModel } from '../../src/llm/settings.ts'

const KEY = 'sk-canary-0123456789'

/** Settings of options that give a model. */
function settings(options: ModelOptions): ModelSettings {
  const resolved = resolveModel({ apiKey: KEY, model: 'm', ...options })
  assert.ok(resolved !== null)
  return resolved
}

/** Checks that options are rejected in these words, without any part that may be secret. */
function checkRejected(options: ModelOptions, expected: RegExp) {
  assert.throws(() => settings(options), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'usage')
    assert.match(error.message, expected)
    assert.doesNotMatch(error.message, /canary|secret/)
    return true
  })
}

test('resolveModel() gives null without a key', () => {
  for (const apiKey of [undefined, '', ' \n']) assert.equal(resolveModel({ apiKey, model: 'm' }), null)
})

test('resolveModel() gives every setting a value', () => {
  assert.deepEqual(resolveModel({ apiKey: ` ${KEY}\n`, model: ' m ' }), {
    model: 'm',
    key: KEY,
    target: {
      provider: 'openai',
      protocol: 'responses',
      mayChangeProtocol: true,
      base: 'https://api.openai.com/v1',
      isEndpoint: false,
      isLocal: false,
      defaultModel: 'gpt-6-luna',
    },
    baseUrl: 'https://api.openai.com/v1',
    headers: {},
    extraBody: {},
    maxTokens: 4_096,
    firstByteMs: 60_000,
    idleMs: 45_000,
    deadlineMs: 120_000,
    retries: 2,
    retryMs: 500,
    errorBodyMs: 5_000,
    trailerMs: 2_000,
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
  checkRejected({ apiKey: 'canary\nsecret' }, /^The model key \(LLM_API_KEY\) holds characters that no key has/)
  checkRejected({ apiKey: 'canary secret' }, /no key has/)
  checkRejected({ apiKey: 'canary\u00e9' }, /no key has/)
  assert.equal(settings({ apiKey: 'None', baseUrl: 'http://localhost:11434/v1' }).key, null)
  checkRejected({ apiKey: 'none' }, /^A model without a key needs an address: set LLM_BASE_URL,/)
})

test('resolveModel() has a default model for the providers of its table, and requires a name elsewhere', () => {
  const named = (options: ModelOptions) => settings({ model: ' ', ...options }).model
  assert.equal(named({}), 'gpt-6-luna')
  assert.equal(named({ apiKey: 'sk-ant-x' }), 'claude-haiku-5-5')
  assert.equal(named({ baseUrl: 'https://api.deepseek.com/v1' }), 'deepseek-flash')
  checkRejected({ model: undefined, baseUrl: 'https://llm.example.com/v1?token=secret' }, /^No default model is known for llm\.example\.com: set LLM_MODEL/)
  checkRejected({ model: '', apiKey: 'gsk_canary' }, /for groq: set LLM_MODEL/)
  checkRejected({ model: 'a\nb' }, /LLM_MODEL\) must be at most 256 characters/)
  checkRejected({ model: 'a'.repeat(257) }, /LLM_MODEL/)
})

test('resolveModel() shows an address without its query, and rejects an invalid one', () => {
  assert.equal(settings({ baseUrl: 'https://x.openai.azure.com/openai/v1/?api-version=secret' }).baseUrl, 'https://x.openai.azure.com/openai/v1')
  for (const baseUrl of ['canary', '/v1', 'ftp://canary/v1', 'javascript:canary', 'http://']) {
    checkRejected({ baseUrl }, /must look like https:\/\/api\.example\.com\/v1$/)
  }
  checkRejected({ baseUrl: 'https://user:secret@host.example/v1' }, /holds a user or a password; send a header instead/)
  checkRejected({ baseUrl: 'https://canary@host.example/v1' }, /holds a user/)
})

test('resolveModel() checks ranges and the protocol', () => {
  const rows: readonly (readonly [keyof ModelOptions, number, number])[] = [
    ['maxTokens', 256, 200_000], ['firstByteMs', 1, 600_000], ['idleMs', 1, 600_000], ['deadlineMs', 1_000, 600_000], ['retries', 0, 10],
  ]
  for (const [name, least, most] of rows) {
    for (const value of [least, most]) settings({ [name]: value })
    for (const value of [least - 1, most + 1, NaN, 2.5]) checkRejected({ [name]: value }, new RegExp(`^${name} \\(LLM_\\w+\\) must be a whole number from`))
  }
  const protocol: string = 'gemini'
  checkRejected(Object.assign({}, { protocol }) as ModelOptions, /must be one of auto, chat, responses, anthropic$/)
})

test('resolveModel() accepts extra headers that HTTP can carry, by lower-case name', () => {
  assert.deepEqual(settings({ headers: { 'X-Title': 'Docs', 'http-referer': '' } }).headers, { 'x-title': 'Docs', 'http-referer': '' })
  checkRejected({ headers: { 'x-a': 'secret\r\nx: y' } }, /^The header x-a \(LLM_HEADERS\) must be ASCII text without line breaks$/)
  checkRejected({ headers: { 'x-a': 'secr\u00e9t' } }, /must be ASCII/)
  checkRejected({ headers: { 'secret canary': 'a' } }, /^Extra header 1 .* a name that no header can have$/)
  checkRejected({ headers: { '': 'a' } }, /a name that no header can have$/)
  checkRejected({ headers: { Host: 'a' } }, /^The header host can't be set/)
  checkRejected({ headers: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`x-${i}`, ''])) }, /^At most 32 extra headers/)
  checkRejected({ headers: { 'x-a': 'x'.repeat(8_193) } }, /must be ASCII/)
})

test('resolveModel() accepts extra fields outside the conversation', () => {
  assert.deepEqual(settings({ extraBody: { reasoning_effort: 'low' } }).extraBody, { reasoning_effort: 'low' })
  for (const name of ['model', 'messages', 'input', 'system', 'instructions', 'tools', 'stream']) {
    checkRejected({ extraBody: { [name]: 'secret' } }, new RegExp(`^The field ${name} can't be set`))
  }
  checkRejected({ extraBody: { a: 'x'.repeat(65_536) } }, /more than 65536 characters/)
})
