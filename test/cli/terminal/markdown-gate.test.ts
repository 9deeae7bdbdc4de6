import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMarkdownGate } from '../../../src/cli/terminal/markdown-gate.ts'
import { createRandom } from '../../support/random.ts'

/** Parts that are let through, code in ‹›; ¦ marks what comes at the end only. */
function partsOf(pieces: Iterable<string>): string[] {
  const parts: string[] = []
  const gate = createMarkdownGate(({ text, isCode }) => parts.push(isCode ? `‹${text}›` : text))
  for (const piece of pieces) gate.push(piece)
  const before = parts.length
  gate.end()
  return parts.map((part, i) => (i < before ? part : `¦${part}`))
}

function check(markdown: string, ...expected: readonly string[]) {
  assert.deepEqual(partsOf(markdown), expected)
}

test('prose is let through word by word', () => {
  check('One two\tthree.\nFour', 'One ', 'two\t', 'three.\n', '¦Four')
  check('你好，世界。', '你好，', '世界。')
  check('a \n\nb \n', 'a ', '\n', '\n', 'b ', '\n')
})

test('a link is held until it is whole', () => {
  check('See [the long words](/a/b "t t") here', 'See ', '[the long words](/a/b "t t") ', '¦here')
  check('![an image](x y) z', '![an image](x y) ', '¦z')
  check('[[1] a](u v)(w x) y', '[[1] a](u v)(w ', 'x) ', '¦y')
  check('\\[a b \\] c', '\\[a ', 'b ', '\\] ', '¦c')
  check('a ] b', 'a ', '] ', '¦b')
  check('[a\nb](u) c', '[a\nb](u) ', '¦c')
})

test('code in a sentence is held until it is whole', () => {
  check('x `a b` y', 'x ', '`a b` ', '¦y')
  check('``a ` [b`` y ', '``a ` [b`` ', 'y ')
  check('[`a]( b`](u) y ', '[`a]( b`](u) ', 'y ')
})

test('a blank line ends what was never closed', () => {
  check('a [b c\n\nd e', 'a ', '[b c\n\n', 'd ', '¦e')
  check('a `b c\n \nd ', 'a ', '`b c\n \n', 'd ')
})

test('a code block is let through line by line, as it is', () => {
  check('a\n```js\nlet [x = `y\n\n```\nb ', 'a\n', '‹```js\n›', '‹let [x = `y\n›', '‹\n›', '‹```\n›', 'b ')
  check('~~~~\n```\n~~~\n~~~~ \nb', '‹~~~~\n›', '‹```\n›', '‹~~~\n›', '‹~~~~ \n›', '¦b')
  check('- a\n  ```\n  b c\n  ```\n', '- ', 'a\n', '‹  ```\n›', '‹  b c\n›', '‹  ```\n›')
  check('```\n```js\nx', '‹```\n›', '‹```js\n›', '¦‹x›')
})

test('what only looks like a code block is prose', () => {
  check('```a``` b c', '¦```a``` b c')
  check('```a``` b\n', '```a``` b\n')
  check('``a`` b ', '``a`` ', 'b ')
  check('a ```\nb', 'a ', '¦```\nb')
})

test('nothing is lost or changed, wherever it is cut', () => {
  const random = createRandom(7)
  const alphabet = ['[', ']', '(', ')', '`', '```', '\n', '\n\n', ' ', 'a', 'word ', '\\', '!', '~~~\n', '```\n', '。']
  for (let i = 0; i < 500; i += 1) {
    const text = random.text(alphabet, 40)
    const whole = partsOf([text]).join('').replace(/[‹›¦]/g, '')
    assert.equal(whole, text)
    assert.equal(partsOf(text).join('').replace(/¦/g, ''), partsOf([text]).join('').replace(/¦/g, ''), JSON.stringify(text))
  }
})
