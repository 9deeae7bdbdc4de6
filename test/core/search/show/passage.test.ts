import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  advance, bestPassage, createBoundaries, hasAtMost, isSentenceStart, retreat,
} from '../../../../src/core/search/show/passage.ts'
import { rulesOf } from '../../../support/rules.ts'

const queryTerm = { word: 0, weight: 1 }
const weight = 1 - 1e-9

test('bestPassage() shows a word longer than its room, and the whole words of its first and last match', () => {
  const long = [{ start: 5, end: 40, wordStart: 5, wordEnd: 40, queryTerm }]
  assert.deepEqual(bestPassage(`xxxx ${'a'.repeat(35)}`, long, 20), { sentenceStart: null, from: 5, to: 40, weight })
  const inner = [{ start: 10, end: 12, wordStart: 5, wordEnd: 20, queryTerm }]
  assert.deepEqual(bestPassage('x'.repeat(30), inner, 25), { sentenceStart: 0, from: 5, to: 20, weight })
})

const { graphemeAt, wordStart, wordEnd } = createBoundaries()

/** The text with a bar where a sentence starts. */
function check(marked: string) {
  const text = marked.replaceAll('|', '')
  const parts = [...text].map((char, at) => (at > 0 && isSentenceStart(text, at) ? `|${char}` : char))
  assert.equal(parts.join(''), marked)
}

for (const [name, run] of rulesOf('isSentenceStart()', check, [
  ['is where a sentence ended before',
    ['One. |Two! |Three? |four… |five'], ['He said “no.” |Then (yes!) |"Now." |End.'], ['एक। |دو؟ |ثلاثة۔ |four']],
  ['is where a line starts', ['One\n|two\n|three']],
  ['needs no space in scripts without', ['設定。|変更！|「はい。」|次？|終']],
  ['is not inside of names, numbers and abbreviations',
    ['Use http.createServer in v1.2.3, e.g. here, z. B. there, i.e. anywhere']],
])) test(name, run)

test('graphemeAt() takes a run of white space for the one space that is shown', () => {
  const text = 'a\u0600  \n\u200dpage  end'
  assert.deepEqual(Array.from({ length: 7 }, (_, at) => graphemeAt(text, at)), [0, 1, 1, 1, 1, 1, 6])
  assert.deepEqual([10, 11, 12].map((at) => graphemeAt(text, at)), [10, 10, 12])
})

test('wordStart() and wordEnd() stay near, keep white space out, and cut scripts without spaces anywhere', () => {
  const text = `one two${'x'.repeat(100)} three`
  assert.deepEqual([0, 1, 4, 5].map((at) => wordStart(text, at)), [0, 4, 4, 5])
  assert.deepEqual([1, 3, 6, 100, 107].map((at) => wordEnd(text, at)), [1, 3, 3, 100, 107])
  assert.deepEqual([wordStart('a  b', 1), wordEnd('a  bc', 4)], [3, 1])
  assert.deepEqual([wordStart('ab\tc', 1), wordEnd('ab\tcd', 4)], [3, 2])
  const files = '設定ファイル name'
  assert.deepEqual([wordStart(files, 3), wordEnd(files, 3), wordEnd('設定name', 4)], [3, 3, 2])
})

test('graphemeAt() goes back to where the grapheme starts, and takes white space for spaces', () => {
  for (const [text, at, expected] of [
    ['ae\u0301b', 2, 1], ['ab', 1, 1], ['a\n\u0301b', 2, 1], ['a\t\u0301b', 2, 1], ['e\u0301', 0, 0], ['e\u0301', 2, 2],
  ] as const) assert.equal(graphemeAt(text, at), expected, JSON.stringify(text))
})

test('advance(), retreat() and hasAtMost() count code points', () => {
  const text = 'a😀b'
  assert.deepEqual([0, 1, 2, 3, 9].map((count) => advance(text, 0, count)), [0, 1, 3, 4, 4])
  assert.deepEqual([0, 1, 2, 3, 9].map((count) => retreat(text, count)), [4, 3, 1, 0, 0])
  assert.deepEqual([2, 3].map((count) => hasAtMost(text, 0, count)), [false, true])
  assert.equal(hasAtMost('abcdefg', 0, 3), false)
})
