import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, isContentWord, readSpelling, wordsOf } from '../../../../src/core/graph-builder/prose/spelling.ts'
import { chunk } from '../../../support/chunk.ts'

test('readSpelling() tells names from words that only open sentences', () => {
  const { isName } = readSpelling([chunk('Routes are files. We use Acme, with routes. Acme is fast. Sometimes a Guide, a Guide or a guide.')])
  assert.deepEqual(['Acme', 'Routes', 'Guide', 'Zebra', 'Routes-like'].map(isName), [true, false, null, null, false])
})

test('readSpelling() leaves out code', () => {
  const { isName } = readSpelling([chunk('We use `acme and` more.\n\n```sh\nuse acme and acme\n```\n\nWe use Acme.')])
  assert.equal(isName('Acme'), true)
})

test('readSpelling() ranks names by pages', () => {
  const chunks = [
    chunk('We like Bolt, and Bolt, and Bolt, and Acme.', { page: 'a' }),
    chunk('You use Acme with a key.', { page: 'b' }),
  ]
  assert.deepEqual(readSpelling(chunks).names(), ['Acme', 'Bolt'])
})

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
  const idf = countWords(['route route a', 'route b', 'route c', 'island'])
  assert.ok(idf('island') > idf('route'))
  assert.ok(idf('unknown') >= idf('island'))
  assert.ok(idf('route') > 0)
})
