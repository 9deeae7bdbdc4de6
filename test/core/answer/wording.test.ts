import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordingOf } from '../../../src/core/answer/wording.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh']

test('wordingOf() has all sentences in each language, and English ones for the others', () => {
  const english = wordingOf('en')
  for (const language of LANGUAGES) {
    const wording = wordingOf(language)
    assert.deepEqual(Object.keys(wording), Object.keys(english), language)
    for (const [name, sentence] of Object.entries(wording)) {
      assert.match(sentence, /[.。][*]?$|[:：][*]$/, `${language} ${name}`)
      // A notice is emphasized as a whole, with no space within the marks.
      if (['ungrounded', 'unsupported', 'weak'].includes(name)) assert.match(sentence, /^[*][^\s*][^*]*[^\s*][*]$/, `${language} ${name}`)
      else assert.doesNotMatch(sentence, /[*_`<>[\]]/, `${language} ${name}`)
    }
  }
  for (const name of Object.keys(english) as (keyof typeof english)[]) {
    assert.equal(new Set(LANGUAGES.map((language) => wordingOf(language)[name])).size, LANGUAGES.length, name)
  }
  for (const other of [null, 'ru', 'constructor', '']) assert.equal(wordingOf(other), english)
})
