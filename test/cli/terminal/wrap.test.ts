import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthOf, wrap } from '../../../src/cli/terminal/wrap.ts'
import { createRandom } from '../../support/random.ts'

test('widthOf() counts columns, not characters', () => {
  assert.equal(widthOf('abc'), 3)
  assert.equal(widthOf('日本語'), 6)
  assert.equal(widthOf('e\u0301'), 1)
  assert.equal(widthOf('👍'), 2)
  assert.equal(widthOf('Grüße'), 5)
})

test('wrap() breaks at spaces', () => {
  assert.deepEqual(wrap('one two three', 8), ['one two', 'three'])
  assert.deepEqual(wrap('one two three', 13), ['one two three'])
  assert.deepEqual(wrap('one   two three', 6), ['one', 'two', 'three'])
  assert.deepEqual(wrap('', 10), [''])
})

test('wrap() leaves long words whole, and the rest in order', () => {
  assert.deepEqual(wrap('see https://docs.example.com/a for more', 10), ['see', 'https://docs.example.com/a', 'for more'])
})

test('wrap() breaks between wide characters, which have no spaces', () => {
  assert.deepEqual(wrap('日本語の文章', 5), ['日本', '語の', '文章'])
})

test('wrap() keeps the line breaks of the text', () => {
  assert.deepEqual(wrap('one two\n\nthree', 4), ['one', 'two', '', 'three'])
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
