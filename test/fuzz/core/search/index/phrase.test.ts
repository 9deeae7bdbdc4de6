import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../../src/core/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../../../src/core/search/index/codec.ts'
import { withLexicon } from '../../../../../src/core/search/query/index-lexicon.ts'
import { columnsOf } from '../../../../../src/core/search/index/inverted-index.ts'
import { findPhrase } from '../../../../../src/core/search/index/phrase.ts'
import { findString } from '../../../../../src/core/search/strings/lower-bound.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'

function indexOf(texts: readonly string[]) {
  return withLexicon(columnsOf(decodeIndex(encodeIndex(buildIndex(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: 'Title page', heading: 'Head', text })))))))
}

test('findPhrase() finds what reading all texts finds', () => {
  const random = createRandom(31)
  const words = ['a', 'b', 'c', 'xy']
  const texts = Array.from({ length: rounds(1_500) }, () => Array.from({ length: random.below(30) }, () => random.pick(words)).join(' '))
  const many = indexOf(texts)
  for (let round = 0; round < rounds(100); round += 1) {
    const phrase = Array.from({ length: 1 + random.below(5) }, () => random.pick(words))
    const found = findPhrase(many.lexicon, phrase.map((word) => [findString(many.terms, word)]))
    const expected = texts.flatMap((text, i) => (` ${text} `.includes(` ${phrase.join(' ')} `) ? [i] : []))
    assert.deepEqual(found, expected, phrase.join(' '))
  }
})
