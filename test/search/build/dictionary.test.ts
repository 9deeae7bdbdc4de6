import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDictionary } from '../../../src/search/build/dictionary.ts'
import type { Dictionary } from '../../../src/search/build/dictionary.ts'
import { createInterner } from '../../../src/search/strings/interner.ts'

/** Numbers of the words of a text. */
function numbersOf({ walk, wordId }: Dictionary, text: string): number[] {
  const numbers: number[] = []
  walk(text, (word) => numbers.push(wordId(word)))
  return numbers
}

test('createDictionary() numbers words as they are written', () => {
  const dictionary = createDictionary('en', createInterner())
  assert.deepEqual(numbersOf(dictionary, 'Creates creates http.createServer Creates'), [0, 1, 2, 0])
})

test('createDictionary() tells what words hold: a folded word, or several with their places and weights', () => {
  const terms = createInterner()
  const dictionary = createDictionary('en', terms)
  numbersOf(dictionary, 'Creates creates createServer')
  const { words, expansions, folded, terms: termOf } = dictionary.resolve()
  assert.deepEqual(words, [0, 0, -1])
  assert.deepEqual(folded, ['creates', 'create', 'server', 'createserver'])
  assert.deepEqual(termOf.map((term) => terms.strings[term]), ['creat', 'creat', 'server', 'createserv'])
  assert.deepEqual(expansions, [2, 3, 1, 0, 1, 2, 1, 1, 3, 0, 2])
})

test('createDictionary() holds a word without anything visible for nothing', () => {
  const { wordId, resolve } = createDictionary('en', createInterner())
  wordId({ source: '\u00ad', units: Uint16Array.of(0xad), from: 0, to: 1, start: 0, end: 1, isCompound: false })
  const { words, expansions } = resolve()
  assert.deepEqual([words, expansions], [[-1], [0, 0]])
})

test('createDictionary() learns what it met since', () => {
  const terms = createInterner()
  const [german, english] = [createDictionary('de', terms), createDictionary('en', terms)]
  numbersOf(german, 'Häuser')
  assert.deepEqual(german.resolve().folded, ['hauser'])
  numbersOf(german, 'Häuser bauen')
  numbersOf(english, 'houses')
  assert.deepEqual(german.resolve().words, [0, 1])
  assert.deepEqual(english.resolve().terms, [2])
})
