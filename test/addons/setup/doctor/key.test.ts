import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkKey } from '../../../../src/addons/setup/doctor/key.ts'
import type { Environment } from '../../../../src/core/environment.ts'
import { CANARY_KEY } from '../../../support/model-client.ts'

function check(env: Environment, finding: RegExp, files: readonly string[] = []) {
  const { name, status, message, remedy = '' } = checkKey({ env, files })
  const line = `${status} ${message} | ${remedy}`
  assert.equal(name, 'key')
  assert.match(line, finding)
  assert.doesNotMatch(line, /canary|abcdef/)
}

test('checkKey() accepts a value that looks like a key', () => {
  check({ LLM_API_KEY: CANARY_KEY }, /^ok LLM_API_KEY is set and looks like a key \| $/)
  check({ LLM_API_KEY: ` ${CANARY_KEY}\n` }, /^ok/)
  check({ LLM_API_KEY: 'None' }, /^ok LLM_API_KEY is `none`/)
  for (const start of ['your', 'the', 'my', 'todo', 'xx']) check({ LLM_API_KEY: `${start}0123456789canary` }, /^ok/)
})

test('checkKey() recognizes placeholders, quotes and incomplete keys', () => {
  for (const key of ['your-api-key-from-canary', 'sk-your-canary-key-0000', 'sk-xxxxxxxxxxxxxxxx', 'sk-...canary', '<canary-0123456789>', '$CANARY_KEY', '${canary}', '%canary%', 'changeme', 'insert_canary_key_here']) {
    check({ LLM_API_KEY: key }, /^warn The value of LLM_API_KEY (?:looks like a placeholder|is shorter)/)
  }
  for (const quote of ['"', "'"]) check({ LLM_API_KEY: quote + CANARY_KEY + quote }, /^warn The value of LLM_API_KEY includes quotes \| .*docker/)
  check({ LLM_API_KEY: 'sk-canary' }, /^warn The value of LLM_API_KEY is shorter than the key of any provider \| /)
})

test('checkKey() refuses what the service would refuse', () => {
  check({ LLM_API_KEY: 'sk canary' }, /^fail LLM_API_KEY holds characters that no key has.*\| .*does not start/)
  check({ LLM_API_KEY: CANARY_KEY, ANALYTICS_KEY: 'canary ü' }, /^fail ANALYTICS_KEY holds characters/)
})

test('checkKey() finds a key in another variable or file', () => {
  check({}, /^warn LLM_API_KEY is not set: questions get search results instead of answers \| Search works without it/)
  check({ LLM_API_KEY: ' ' }, /^warn LLM_API_KEY is not set/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set, but OPENAI_API_KEY is, which `ask` doesn't read \| .*export LLM_API_KEY="\$OPENAI_API_KEY"/)
  check({ LLM_KEY: CANARY_KEY }, /LLM_KEY is, which/)
  check({ OPENAI_API_KEY: ' ', OTHER: CANARY_KEY }, /^warn LLM_API_KEY is not set: questions/)
  check({ OPENAI_API_KEY: CANARY_KEY }, /^warn LLM_API_KEY is not set: it is in \.env, which .*\| .*--env-file=\.env/, ['.env'])
})
