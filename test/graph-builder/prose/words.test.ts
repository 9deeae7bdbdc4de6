import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, isContentWord, wordsOf } from '../../../src/graph-builder/prose/words.ts'

test('wordsOf() gives words in lower case, with the marks inside of them', () => {
  assert.deepEqual(wordsOf("Don't use astro.config.mjs, server-side!"), ["don't", 'use', 'astro.config.mjs', 'server-side'])
  assert.deepEqual(wordsOf('The end. LLM_API_KEY... x-'), ['the', 'end', 'llm_api_key', 'x'])
  assert.deepEqual(wordsOf('Größe наш 日本語'), ['größe', 'наш', '日本語'])
  assert.deepEqual(wordsOf(' -- '), [])
})

test('wordsOf() cuts runs that are no words', () => {
  assert.deepEqual(wordsOf('a'.repeat(90)), ['a'.repeat(40), 'a'.repeat(40), 'a'.repeat(10)])
})

test('isContentWord() leaves out words without a subject', () => {
  for (const word of ['the', 'don’t', 'a', '42', 'using']) assert.equal(isContentWord(word), false, word)
  for (const word of ['island', 'v2', '島嶼']) assert.equal(isContentWord(word), true, word)
})

test('countWords() weighs a word the more the fewer texts hold it', () => {
  const { idf } = countWords(['route route a', 'route b', 'route c', 'island'])
  assert.ok(idf('island') > idf('route'))
  assert.ok(idf('unknown') >= idf('island'))
  assert.ok(idf('route') > 0)
})
