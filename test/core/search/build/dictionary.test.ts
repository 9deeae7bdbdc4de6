import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDictionary } from '../../../../src/core/search/build/dictionary.ts'
import type { Dictionary, SharedStrings } from '../../../../src/core/search/build/dictionary.ts'
import { createInterner } from '../../../../src/core/search/strings/interner.ts'
import { CUT } from '../../../../src/core/text/segment.ts'
import { hashOf } from '../../../../src/core/text/word-table.ts'

/** Strings that dictionaries share. */
function createShared(): SharedStrings {
  return { terms: createInterner(), inflected: createInterner() }
}

/** Numbers of the words of a text. */
function numbersOf({ cut, wordId }: Dictionary, text: string): number[] {
  const words = cut(text)
  return Array.from({ length: words.size / CUT }, (_, i) => wordId(words, i * CUT))
}

test('createDictionary() numbers words as they are written', () => {
  const dictionary = createDictionary('en', createShared())
  assert.deepEqual(numbersOf(dictionary, 'Creates creates http.createServer Creates'), [0, 1, 2, 0])
})

test('createDictionary() tells what words hold: a folded word, or several with their places and weights', () => {
  const shared = createShared()
  const { terms } = shared
  const dictionary = createDictionary('en', shared)
  numbersOf(dictionary, 'Creates creates createServer')
  const { words, expansions, folded, terms: termOf } = dictionary.resolve()
  assert.deepEqual([...words], [0, 0, -1])
  assert.deepEqual(folded, ['creates', 'create', 'server', 'createserver'])
  assert.deepEqual(Array.from(termOf, (term) => terms.strings[term]), ['creat', 'creat', 'server', 'createserv'])
  assert.deepEqual([...expansions], [2, 3, 1, 0, 1, 2, 1, 1, 3, 0, 2])
})

test('createDictionary() holds a word without anything visible for nothing', () => {
  const { wordId, resolve } = createDictionary('en', createShared())
  const units = Uint16Array.of(0xad)
  wordId({ source: '\u00ad', units, cuts: Int32Array.of(0, 1, 0, 1, hashOf(units, 0, 1), 0), size: CUT }, 0)
  const { words, expansions } = resolve()
  assert.deepEqual([[...words], [...expansions]], [[-1], [0, 0]])
})

test('createDictionary() learns what it met since', () => {
  const shared = createShared()
  const [german, english] = [createDictionary('de', shared), createDictionary('en', shared)]
  numbersOf(german, 'Häuser')
  assert.deepEqual(german.resolve().folded, ['hauser'])
  numbersOf(german, 'Häuser bauen')
  numbersOf(english, 'houses')
  assert.deepEqual([...german.resolve().words], [0, 1])
  assert.deepEqual([...english.resolve().terms], [2])
})

test('createDictionary() keeps the words that are not their term, with the mark of its language', () => {
  const shared = createShared()
  const [german, english] = [createDictionary('de', shared), createDictionary('en', shared)]
  numbersOf(english, 'houses k8s build')
  numbersOf(german, 'bauen k8s')
  assert.deepEqual([...english.resolve().inflected], [0, -1, -1])
  assert.deepEqual([...german.resolve().inflected], [1, -1])
  assert.deepEqual(shared.inflected.strings, ['houses', 'bauen\u0001'])
})
