import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWordWrap, widthOf, wrap } from '../../../src/cli/terminal/wrap.ts'
import { createRandom } from '../../support/random.ts'
import { rulesOf } from '../../support/rules.ts'

test('widthOf() counts columns, not characters', () => {
  for (const [text, width] of [['abc', 3], ['日本語', 6], ['e\u0301', 1], ['👍', 2], ['Grüße', 5]] as const) assert.equal(widthOf(text), width, text)
})

test('wrap() breaks at spaces and between wide characters, and keeps long words and the line breaks of the text', () => {
  const rows = [
    ['one two three', 8, ['one two', 'three']],
    ['one two three', 13, ['one two three']],
    ['one   two three', 6, ['one', 'two', 'three']],
    ['', 10, ['']],
    ['see https://docs.example.com/a for more', 10, ['see', 'https://docs.example.com/a', 'for more']],
    ['詳しくはhttps://docs.example.com/aを見て', 10, ['詳しくは', 'https://docs.example.com/a', 'を見て']],
    ['日本語の文章', 5, ['日本', '語の', '文章']],
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
    for (const line of lines) assert.ok(widthOf(line) <= 9 || !line.trim().includes(' '), JSON.stringify(line))
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
    [['a ', 'long-long-long-word ', 'b'], 9, 'a\nlong-long-long-word\nb\n'], [['日本 ', '日本 ', '日本'], 9, '日本 日本\n日本\n'],
    [['one ', 'two'], Infinity, 'one two\n'], [['日本語の', '文章'], 5, '日本\n語の\n文章\n']],
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
