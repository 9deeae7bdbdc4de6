import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CHUNK_END, createStreamWriter, fieldOf, isTextMark, languageIdOf,
} from '../../../../src/core/search/build/token-stream.ts'
import type { TokenStream } from '../../../../src/core/search/build/token-stream.ts'

/** Words as numbers, marks as the language and the field of a text, the field it goes on in, or a dot for the end of a chunk. */
function check(stream: TokenStream, expected: string) {
  const parts = Array.from(stream, (word) => {
    if (word >= 0) return word
    if (word === CHUNK_END) return '.'
    return isTextMark(word) ? `${languageIdOf(word)}/${fieldOf(word)}:` : `/${fieldOf(word)}:`
  })
  assert.equal(parts.join(' '), expected)
}

test('createStreamWriter() numbers the words of each language, and marks where texts and chunks are', () => {
  const { add, endChunk, take, dictionaries } = createStreamWriter()
  add('one two', { language: 'de', field: 3 })
  add('', { language: 'en', field: 2 })
  add('two one', { language: 'de', field: 0 })
  endChunk()
  endChunk()
  add('two', { language: 'en', field: 0 })
  endChunk()
  check(take(), '0/3: 0 1 1/2: 0/0: 1 0 . . 1/0: 0 .')
  assert.deepEqual(dictionaries.languages.map(({ language }) => language), ['de', 'en'])
})

test('createStreamWriter() marks where code begins and ends', () => {
  const { add, endChunk, take } = createStreamWriter()
  const code = [[0, 1], [4, 7], [7, 8]].map(([start = 0, end = 0]) => ({ start, end, isBlock: true }))
  add('a b c d e', { language: 'en', field: 0, code })
  endChunk()
  check(take(), '0/0: /1: 0 /0: 1 /1: 2 3 /0: 4 .')
})

test('createStreamWriter() leaves operators in prose out', () => {
  const { add, endChunk, take } = createStreamWriter()
  const code = [{ start: 5, end: 7, isBlock: false }]
  add('a => ?? ⇒', { language: 'en', field: 0, code })
  add('a =>', { language: 'en', field: 2 })
  endChunk()
  check(take(), '0/0: 0 1 2 0/2: 0 3 .')
})

test('createStreamWriter() gives what was added since the last time, whatever its size', () => {
  const { add, take } = createStreamWriter()
  add('a '.repeat(10_000), { language: 'en', field: 0 })
  assert.equal(take().length, 10_001)
  add('b a', { language: 'en', field: 0 })
  check(take(), '0/0: 1 0')
  check(take(), '')
})
