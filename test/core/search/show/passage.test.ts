import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestPassage } from '../../../../src/core/search/show/passage.ts'

test('bestPassage() shows a word longer than its room', () => {
  const queryTerm = { word: 0, weight: 1 }
  const long = [{ start: 5, end: 40, wordStart: 5, wordEnd: 40, queryTerm }]
  assert.deepEqual(bestPassage(`xxxx ${'a'.repeat(35)}`, long, 20), { sentenceStart: null, from: 5, to: 40, weight: 1 - 1e-9 })
})

test('bestPassage() keeps the words that its first and last match are part of', () => {
  const queryTerm = { word: 0, weight: 1 }
  const inner = [{ start: 10, end: 12, wordStart: 5, wordEnd: 20, queryTerm }]
  assert.deepEqual(bestPassage('x'.repeat(30), inner, 25), { sentenceStart: 0, from: 5, to: 20, weight: 1 - 1e-9 })
})
