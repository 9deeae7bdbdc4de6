import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Environment, layerEnvironments, readModelOptions, readOptions, readSecrets, readTraceOptions,
} from '../../src/core/environment.ts'

/** The options that are there. */
function modelOptions(env: Environment) {
  return Object.fromEntries(Object.entries(readModelOptions(env)).filter(([, value]) => value !== undefined))
}

function refuses(env: Environment, message: RegExp) {
  const read = () => [readModelOptions(env), readTraceOptions(env)]
  assert.throws(read, (error: Error & { code?: string }) => {
    assert.equal(error.code, 'configuration')
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /canary|cret/)
    return true
  })
}

test('readModelOptions() reads every variable', () => {
  assert.deepEqual(modelOptions({
    LLM_API_KEY: ' key\n', LLM_MODEL: ' small ', LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_PROTOCOL: 'Chat',
    LLM_HEADERS: '{"x-tenant": "docs"}', LLM_EXTRA_BODY: '{"a": {"b": [1]}}', LLM_MAX_TOKENS: '1024', LLM_FIRST_BYTE_MS: '1',
    LLM_IDLE_MS: '2', LLM_DEADLINE_MS: '3000', LLM_RETRIES: '0', UNKNOWN: 'x',
  }), {
    apiKey: 'key', name: 'small', baseUrl: 'http://127.0.0.1:11434/v1', protocol: 'chat', headers: { 'x-tenant': 'docs' },
    extraBody: { a: { b: [1] } }, maxTokens: 1024, firstByteMs: 1, idleMs: 2, deadlineMs: 3000, retries: 0,
  })
})

test('quotes around a value are no part of it', () => {
  const env = { LLM_API_KEY: '"key"', LLM_MODEL: "'small'", LLM_HEADERS: '\'{"a": "b"}\'', LLM_BASE_URL: '""', LLM_MAX_TOKENS: ' "700" ' }
  assert.deepEqual(modelOptions(env), { apiKey: 'key', name: 'small', headers: { a: 'b' }, maxTokens: 700 })
  assert.deepEqual(readSecrets({ LLM_API_KEY: '"key"' }), ['key'])
  assert.deepEqual(modelOptions({ LLM_MODEL: '"a', LLM_BASE_URL: 'http://127.0.0.1/?"' }), { name: '"a', baseUrl: 'http://127.0.0.1/?"' })
})

test('a blank variable counts as unset', () => {
  const blank = Object.fromEntries(['LLM_API_KEY', 'LLM_MODEL', 'LLM_PROTOCOL', 'LLM_HEADERS', 'LLM_MAX_TOKENS', 'ANALYTICS_KEY'].map((name) => [name, ' \n']))
  for (const env of [blank, {}]) {
    assert.deepEqual(modelOptions(env), {})
    assert.deepEqual(readTraceOptions(env), { key: undefined, host: undefined, captureContent: undefined })
  }
})

test('an invalid key is rejected without being shown', () => {
  for (const name of ['LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY']) {
    for (const key of ['se\ncret', 'se\u0000cret', 'se cret', 'sécret', '“secret”']) {
      refuses({ [name]: key }, new RegExp(`^${name} holds characters that no key has`))
    }
  }
})

test('invalid values are rejected by the name of their variable', () => {
  const rows = [
    ['LLM_PROTOCOL', ['canary', 'constructor'], /^LLM_PROTOCOL must be one of auto, chat, responses, anthropic$/],
    ['LLM_HEADERS', ['canary', '["canary"]', '"canary"', 'null', '{canary}'], /^LLM_HEADERS must be a JSON object such as \{/],
    ['LLM_HEADERS', ['{"x": 1, "y": "canary"}', '{"x": {"canary": "x"}}'], /^LLM_HEADERS must hold text only/],
    ['LLM_EXTRA_BODY', ['canary', '[]', '1', '{"canary": }'], /^LLM_EXTRA_BODY must be a JSON object/],
    ['LLM_MAX_TOKENS', ['canary', '-1', '1.5', '1e3', '0x10', '9'.repeat(16)], /^LLM_MAX_TOKENS must be a whole number$/],
    ['LLM_RETRIES', ['two'], /^LLM_RETRIES must be a whole number$/],
  ] as const
  for (const [name, values, message] of rows) for (const value of values) refuses({ [name]: value }, message)
})

test('a value out of its range is refused by the name of its variable', () => {
  const rows = [
    [{ LLM_MAX_TOKENS: '1' }, /^LLM_MAX_TOKENS must be a whole number from 256 to 200000, not 1$/],
    [{ LLM_BASE_URL: 'canary' }, /^LLM_BASE_URL must be an address such as/],
    [{ LLM_BASE_URL: 'https://llm.example.com/v1' }, /^LLM_MODEL is needed: no default model is known for llm\.example\.com$/],
    [{ LLM_HEADERS: '{"host": "canary"}' }, /^LLM_HEADERS can't set the header host$/],
    [{ ANALYTICS_KEY: 'phc', ANALYTICS_HOST: 'canary' }, /^ANALYTICS_HOST must be an address such as/],
  ] as const
  for (const [env, message] of rows) refuses({ LLM_API_KEY: 'key', ...env }, message)
})

test('a field called __proto__ is a field', () => {
  const { extraBody } = readModelOptions({ LLM_EXTRA_BODY: '{"__proto__": {"a": 1}}' })
  assert.equal(Object.getPrototypeOf(extraBody), Object.prototype)
  assert.deepEqual(Object.keys(extraBody ?? {}), ['__proto__'])
})

test('readTraceOptions() accepts both names of the key', () => {
  for (const [key, env] of [
    ['phc_a', { ANALYTICS_KEY: 'phc_a ' }], ['phc_b', { ANALYTICS_API_KEY: 'phc_b' }],
    ['a', { ANALYTICS_KEY: 'a', ANALYTICS_API_KEY: 'b' }], ['b', { ANALYTICS_KEY: ' ', ANALYTICS_API_KEY: 'b' }],
  ] as const) assert.equal(readTraceOptions(env).key, key)
  const env = { ANALYTICS_HOST: ' https://eu.i.posthog.com ', ANALYTICS_CAPTURE_CONTENT: 'some' }
  assert.deepEqual(readTraceOptions(env), { key: undefined, host: 'https://eu.i.posthog.com', captureContent: 'some' })
})

test('readSecrets() gives the secrets, also of invalid variables', () => {
  assert.deepEqual(readSecrets({}), [])
  const env = {
    LLM_API_KEY: 'one two', ANALYTICS_KEY: 'three', ANALYTICS_API_KEY: 'four', LLM_MODEL: 'model',
    LLM_HEADERS: '{"Authorization": "Bearer five", "HTTP-Referer": "https://docs.test", "x-number": 6}',
  }
  assert.deepEqual(readSecrets(env), ['one two', 'three', 'four', 'Bearer five', 'Bearer', 'five', '6', '6'])
  assert.deepEqual(readSecrets({ LLM_BASE_URL: 'https://gw.test/v1?code=seven', LLM_HEADERS: '{"broken' }), ['seven'])
})

test('layerEnvironments() takes each variable from the first environment that has it', () => {
  const bindings: object = { B: { get: () => null } }
  const layered = layerEnvironments([{ ...bindings }, { A: 'first', B: ' ', C: '""' }, undefined, { A: 'second', B: 'second', C: undefined }, { C: 'third' }])
  assert.deepEqual({ ...layered }, { A: 'first', B: 'second', C: 'third' })
})

test('readOptions() reads all that createAsk() takes of several environments', () => {
  const bindings: object = { LLM_API_KEY: 'bound', LLM_MODEL: ' ', SITE: { fetch: () => null } }
  const { model, trace } = readOptions(bindings, undefined, { LLM_API_KEY: 'other', LLM_MODEL: 'small', ANALYTICS_KEY: 'phc' })
  assert.deepEqual([model.apiKey, model.name, trace.key, model.baseUrl], ['bound', 'small', 'phc', undefined])
  assert.deepEqual(Object.values(readOptions()).flatMap((group) => Object.values(group).filter((value) => value !== undefined)), [])
})

test('readOptions() reads the allowed hosts, and leaves them to the program where none are set', () => {
  assert.deepEqual(readOptions({ ASK_ALLOWED_HOSTS: ' docs.example.com, ,www.example.com' }).allowedHosts, ['docs.example.com', 'www.example.com'])
  assert.equal('allowedHosts' in readOptions({ ASK_ALLOWED_HOSTS: ' ' }), false)
  const message = /^ASK_ALLOWED_HOSTS must hold host names such as docs\.example\.com/
  assert.throws(() => readOptions({ ASK_ALLOWED_HOSTS: 'https://docs.example.com' }), { code: 'configuration', message })
})

test('readOptions() leaves to the program what no variable sets', () => {
  const optionsOf = (LLM_BASE_URL: string) => readOptions({ LLM_API_KEY: 'key', LLM_BASE_URL })
  assert.equal(optionsOf('https://llm.example.com/v1').model.baseUrl, 'https://llm.example.com/v1')
  assert.throws(() => optionsOf('llm'), { code: 'configuration', message: /^LLM_BASE_URL must be an address/ })
})

test('readOptions() reads each limit from a variable of its flag\'s name', () => {
  const env = { ASK_TOKENS_PER_DAY: '5000', ASK_ANSWERS_WAITING: '0', ASK_MAX_STEPS: '3', ASK_ANSWER_ORIGINS: 'https://a.example, https://b.example' }
  const { limits, answerOrigins } = readOptions(env)
  assert.deepEqual(limits, { tokensPerDay: 5_000, answersWaiting: 0, answer: { maxSteps: 3 } })
  assert.deepEqual(answerOrigins, ['https://a.example', 'https://b.example'])
  assert.deepEqual(Object.keys(readOptions({})), ['model', 'trace'])
})

test('readOptions() names the variable of a limit that is out of range', () => {
  for (const [name, value, rule] of [
    ['ASK_ANSWERS_AT_ONCE', '0', 'must be a whole number from 1 to 10000, not 0'],
    ['ASK_MAX_CALLS', '0', 'must be a whole number from 1 to 1000000, not 0'],
    ['ASK_TOKENS_PER_DAY', '-1', 'must be a whole number'],
    ['ASK_ANSWER_ORIGINS', 'docs', 'must hold origins such as https://docs.example.com, not "docs"'],
  ] as const) {
    assert.throws(() => readOptions({ [name]: value }), { code: 'configuration', message: `${name} ${rule}` })
  }
})
