import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkKey, checkKeyTarget } from '../../src/doctor/key.ts'
import type { Environment } from '../../src/environment.ts'
import { resolveModel } from '../../src/llm/settings.ts'
import { CANARY_KEY } from '../support/model-client.ts'

function check(env: Environment, finding: RegExp, files: readonly string[] = []) {
  const { name, status, message, remedy = '' } = checkKey({ env, files })
  const line = `${status} ${message} | ${remedy}`
  assert.equal(name, 'key')
  assert.match(line, finding)
  assert.doesNotMatch(line, /canary|abcdef/)
}

test('checkKey() takes what could be a key', () => {
  check({ LLM_API_KEY: CANARY_KEY }, /^ok LLM_API_KEY is set, and could be a key \| $/)
  check({ LLM_API_KEY: ` ${CANARY_KEY}\n` }, /^ok/)
  check({ LLM_API_KEY: 'None' }, /^ok LLM_API_KEY is `none`/)
  for (const start of ['your', 'the', 'my', 'todo', 'xx']) check({ LLM_API_KEY: `${start}0123456789canary` }, /^ok/)
})

test('checkKey() knows placeholders, quotes and halves for what they are', () => {
  for (const key of ['your-api-key-from-canary', 'sk-your-canary-key-0000', 'sk-xxxxxxxxxxxxxxxx', 'sk-...canary', '<canary-0123456789>', '$CANARY_KEY', '${canary}', '%canary%', 'changeme', 'insert_canary_key_here']) {
    check({ LLM_API_KEY: key }, /^warn LLM_API_KEY is (?:set to what looks like a placeholder|set, and shorter)/)
  }
  for (const quote of ['"', "'"]) check({ LLM_API_KEY: quote + CANARY_KEY + quote }, /^warn LLM_API_KEY is set with quotes that are part of it \| .*docker/)
  check({ LLM_API_KEY: 'sk-canary' }, /^warn LLM_API_KEY is set, and shorter than any provider's key \| /)
})

test('checkKey() refuses what the service would refuse', () => {
  check({ LLM_API_KEY: 'sk canary' }, /^fail LLM_API_KEY holds characters that no key has.*\| .*refuses to start/)
  check({ LLM_API_KEY: CANARY_KEY, ANALYTICS_KEY: 'canary ü' }, /^fail ANALYTICS_KEY holds characters/)
})

test('checkKey() finds a key that stands elsewhere', () => {
  check({}, /^warn LLM_API_KEY is not set: questions get search results, no answers \| Search works without one/)
  check({ LLM_API_KEY: ' ' }, /^warn LLM_API_KEY is not set/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set; OPENAI_API_KEY is, which `ask` doesn't read \| .*export LLM_API_KEY="\$OPENAI_API_KEY"/)
  check({ LLM_KEY: CANARY_KEY }, /LLM_KEY is, which/)
  check({ OPENAI_API_KEY: ' ', OTHER: CANARY_KEY }, /^warn LLM_API_KEY is not set: questions/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set: it stands in \.env, which .*\| .*--env-file=\.env/, ['.env'])
})

test('checkKeyTarget() finds a key that goes to another provider than it is from', () => {
  const cases: readonly [key: string, baseUrl: string, found: RegExp | null][] = [
    ['sk-ant-canary0123456789', 'https://api.openai.com/v1', /begins as keys of anthropic do, and is sent to api\.openai\.com$/],
    ['gsk_canary0123456789', 'https://api.anthropic.com', /keys of groq/],
    ['sk-ant-canary0123456789', 'https://api.anthropic.com', null],
    ['sk-ant-canary0123456789', 'https://gateway.example.com/v1', null],
    ['sk-ant-canary0123456789', 'http://localhost:4000/v1', null],
    [CANARY_KEY, 'https://api.anthropic.com', null],
    ['none', 'https://api.openai.com/v1', null],
  ]
  for (const [apiKey, baseUrl, expected] of cases) {
    const { key, target } = resolveModel({ apiKey, baseUrl, name: 'm' })!
    const found = checkKeyTarget(key, target)
    assert.equal(found === null, expected === null, `${apiKey} ${baseUrl}`)
    if (expected !== null) assert.match(found!.message, expected)
    assert.doesNotMatch(JSON.stringify(found), /canary/)
  }
})
