import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../../src/core/text/language.ts'
import { isFunctionWord } from '../../../src/core/text/stop-words.ts'

test('isFunctionWord() tells words that carry no subject', () => {
  for (const word of ['how', 'do', 'i', 'the', "it's", 'with']) assert.equal(isFunctionWord(word, ['en']), true, word)
  for (const word of ['', 'deploy', 'set', 'up', 'new', 'page']) assert.equal(isFunctionWord(word, ['en']), false, word)
})

test('isFunctionWord() asks the languages that are named', () => {
  assert.equal(isFunctionWord('der', ['de']), true)
  assert.equal(isFunctionWord('der', ['en', 'fr']), false)
  assert.equal(isFunctionWord('the', ['de']), false)
  assert.equal(isFunctionWord('fur', ['en', 'de']), true)
  assert.equal(isFunctionWord('the', []), false)
})

test('isFunctionWord() knows Russian by its letters', () => {
  for (const word of ['как', 'для', 'ее']) assert.equal(isFunctionWord(word, ['en']), true, word)
  assert.equal(isFunctionWord('сервер', ['en']), false)
})

test('isFunctionWord() compares folded words', () => {
  for (const language of LANGUAGES) {
    for (const word of ['über', 'où', 'está', 'não', 'können', 'même']) {
      assert.equal(isFunctionWord(word, [language]), false, word)
    }
  }
})
