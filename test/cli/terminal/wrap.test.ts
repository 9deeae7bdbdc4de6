import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWordWrap, wrap } from '../../../src/cli/terminal/wrap.ts'
import { createRandom } from '../../support/random.ts'
import { rulesOf } from '../../support/rules.ts'

test('wrap() breaks at spaces, and keeps long words and the line breaks of the text', () => {
  const rows = [
    ['one two three', 8, ['one two', 'three']],
    ['one two three', 13, ['one two three']],
    ['one   two three', 6, ['one', 'two', 'three']],
    ['', 10, ['']],
    ['see https://docs.example.com/a for more', 10, ['see', 'https://docs.example.com/a', 'for more']],
    ['one two\n\nthree', 4, ['one', 'two', '', 'three']],
  ] as const
  for (const [text, columns, lines] of rows) assert.deepEqual(wrap(text, columns), lines)
})

test('wrap() loses no word and overflows with single words only', () => {
  const random = createRandom(3)
  for (let run = 0; run < 300; run += 1) {
    const text = random.text(['a', 'bcd', ' ', ' ', 'efghijk', '語', 'é', '\n'], 40)
    const lines = wrap(text, 9)
    assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''))
    for (const line of lines) assert.ok(line.length <= 9 || !line.trim().includes(' '), JSON.stringify(line))
  }
})

/** Compares the output for words that arrive in pieces. */
function check(pieces: readonly string[], columns: number, expected: string) {
  let written = ''
  const wrap = createWordWrap((text) => (written += text), columns)
  for (const piece of pieces) wrap.words(piece)
  wrap.end()
  assert.equal(written, expected)
}

for (const [name, run] of rulesOf('createWordWrap()', check, [
  ['wraps between words',
    [['one ', 'two ', 'three ', 'four'], 9, 'one two\nthree\nfour\n'],
    [['one two three four'], 9, 'one two\nthree\nfour\n'], [['one two\n', '\n', 'three'], 9, 'one two\n\nthree\n'],
    [['a ', 'long-long-long-word ', 'b'], 9, 'a\nlong-long-long-word\nb\n'],
    [['one ', 'two'], Infinity, 'one two\n']],
  ['continues a list item below its first word',
    [['- ', 'one ', 'two ', 'three\n', '12. ', 'one ', 'two ', 'three\n', 'four five six'], 10, '- one two\n  three\n12. one\n    two\n    three\nfour five\nsix\n'],
    [['  * ', 'one ', 'two ', 'three'], 10, '  * one\n    two\n    three\n'],
    [['5 - 3 ', 'is two'], 7, '5 - 3\nis two\n']],
  ['drops white space at the end of a line, and writes no line for an empty text',
    [['one \n'], 9, 'one\n'], [[], 9, ''], [['\n'], 9, '\n']],
])) test(name, run)

test('createWordWrap() leaves a line of code whole, and continues with prose', () => {
  let written = ''
  const wrap = createWordWrap((text) => (written += text), 8)
  wrap.words('see ')
  wrap.words('\n')
  wrap.line('a long line of code\n')
  wrap.words('one two three')
  wrap.end()
  assert.equal(written, 'see\na long line of code\none two\nthree\n')
})
