import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../../src/core/base/errors.ts'
import { buildIndex } from '../../../../../src/core/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../../../src/core/search/index/codec.ts'
import { columnsOf, type Index } from '../../../../../src/core/search/index/inverted-index.ts'
import { findPhrase } from '../../../../../src/core/search/index/phrase.ts'
import { findString } from '../../../../../src/core/base/partition-point.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { changed, checkSame, collection, QUERIES } from '../../../../support/index-samples.ts'
import { createRandom } from '../../../../support/random.ts'
import { indexOf, search } from '../../../../support/search-index.ts'

const ROUNDS = rounds(2_000)
const small = encodeIndex(buildIndex(collection(createRandom(1), 12)))

test('decodeIndex() gives an index that finds the same', () => {
  const random = createRandom(2)
  for (let round = 0; round < rounds(25); round += 1) {
    const index = buildIndex(collection(random, random.below(40)))
    checkSame(decodeIndex(encodeIndex(index)), index, random)
  }
})

test('decodeIndex() refuses a hostile file, or it can be searched as any other', () => {
  const random = createRandom(5)
  const damage = (copy: Uint8Array) => {
    for (let i = random.below(4); i >= 0; i -= 1) {
      const at = random.below(copy.length)
      copy.fill(random.pick([0, 1, 0x7f, 0x80, 0xff]), at, at + random.pick([1, 2, 4, 8, 16]))
    }
  }
  let read = 0
  for (let round = 0; round < ROUNDS; round += 1) if (survives(changed(small, damage))) read += 1
  assert.ok(read > ROUNDS / 20 && read < ROUNDS, `${read}`)
})

/** Whether a file is read; then it must be searchable, else refused in the right way. */
function survives(bytes: Uint8Array): boolean {
  let index: Index
  try {
    index = decodeIndex(bytes)
  } catch (error) {
    assert.ok(error instanceof AskError && error.code === 'index-format', String(error))
    return false
  }
  checkSearchable(index)
  return true
}

function checkSearchable(index: Index) {
  for (const query of QUERIES) {
    for (const { id, score, ordinal } of search(index, query, { limit: 50, perPage: Infinity })) {
      assert.ok(Number.isFinite(score), `${query} ${score}`)
      assert.ok(ordinal < index.size && id === columnsOf(index).ids[ordinal]!)
    }
  }
}

test('findPhrase() finds what reading all texts finds', () => {
  const random = createRandom(31)
  const words = ['a', 'b', 'c', 'xy']
  const texts = Array.from({ length: rounds(1_500) }, () => Array.from({ length: random.below(30) }, () => random.pick(words)).join(' '))
  const many = indexOf(texts)
  for (let round = 0; round < rounds(100); round += 1) {
    const phrase = Array.from({ length: 1 + random.below(5) }, () => random.pick(words))
    const found = findPhrase(many.lexicon, phrase.map((word) => [findString(many.terms, word)]), { remaining: Infinity })
    const expected = texts.flatMap((text, i) => (` ${text} `.includes(` ${phrase.join(' ')} `) ? [i] : []))
    assert.deepEqual(found, expected, phrase.join(' '))
  }
})
