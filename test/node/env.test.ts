import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readModelOptions } from '../../src/node/env.ts'

test('readModelOptions() trims key and model, and leaves out what is blank', () => {
  assert.deepEqual(readModelOptions({ LLM_API_KEY: ' key\n', LLM_MODEL: ' small ' }), { apiKey: 'key', model: 'small' })
  assert.deepEqual(readModelOptions({ LLM_API_KEY: ' ', LLM_MODEL: '' }), {})
  assert.deepEqual(readModelOptions({}), {})
})

test('readModelOptions() refuses a key that can be none, without showing it', () => {
  for (const key of ['se\ncret', 'se\u0000cret', 'se cret', 'sécret', '“secret”']) {
    assert.throws(() => readModelOptions({ LLM_API_KEY: key }), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'usage')
      assert.doesNotMatch(error.message, /cret/)
      return true
    })
  }
})
