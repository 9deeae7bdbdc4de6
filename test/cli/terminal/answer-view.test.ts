/** An answer on a terminal: its links, and the parts in which it is shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerView, createMarkdownGate } from '../../../src/cli/terminal/answer-view.ts'
import { fakeIo } from '../../support/io.ts'
import { createRandom } from '../../support/random.ts'

const SOURCES = [{ url: '/a/' }, { url: '/b/(c)#d' }, { url: 'https://docs.test/e/' }]

/** What a terminal of so many columns shows of an answer, however it is cut, and what it cites. */
function check(markdown: string, expected: string, cited: readonly string[], columns = 80) {
  for (const size of [1, 2, 3, 7, markdown.length]) {
    const io = fakeIo()
    const view = createAnswerView(io.stdout, columns, SOURCES)
    for (let at = 0; at < markdown.length; at += size) view.push(markdown.slice(at, at + size))
    view.end()
    assert.equal(io.written.out, expected, `in pieces of ${size}`)
    assert.deepEqual(view.cited().map(({ url }) => url), cited)
  }
}

test('links to sources become words and a number, in the order of the answer', () => {
  check('See [E](https://docs.test/e/) and [A a](/a/), [E](https://docs.test/e/).', 'See E [1] and A a [2], E [1].\n', ['https://docs.test/e/', '/a/'])
  check('[C](/b/(c)#d) [T](/a/ "title") [U](</a/>)', 'C [1] T [2] U [2]\n', ['/b/(c)#d', '/a/'])
  check('Set it [7](/a/) or [[2]](/a/) or [](/a/).', 'Set it [1] or [1] or [1].\n', ['/a/'])
})

test('links to anywhere else become their words, images their description', () => {
  check('[bank](https://evil.test/) [x](javascript:alert(1)) ![pic](https://evil.test/p.png) [y](/a) [z]( )', 'bank x pic y z\n', [])
  check('![pic](/a/) [![pic](https://evil.test/p)](https://evil.test/)', 'pic [1] pic\n', ['/a/'])
})

test('code and text that is not a link stay as they are', () => {
  check('Call `f[0](x)` or `[a](/a/)`.', 'Call `f[0](x)` or `[a](/a/)`.\n', [])
  check('```md\n[a](/a/)  [b](https://evil.test/)\n```\n', '```md\n[a](/a/)  [b](https://evil.test/)\n```\n', [])
  check('a [b] (c) \\[d](/a/) https://docs.test/e/ [e', 'a [b] (c) \\[d](/a/) https://docs.test/e/ [e\n', [])
})

test('an answer is wrapped, made safe, and ends its line', () => {
  check('one two three four\n\nfive', 'one two\nthree\nfour\n\nfive\n', [], 9)
  check('a\u001b[2Jb \ud83d\ude00 c\r\n', 'a\ufffd[2Jb \ud83d\ude00 c\n', [])
  check('', '', [])
})

/** Parts that are let through, code in ‹›; ¦ marks what comes at the end only. */
function partsOf(pieces: Iterable<string>): string[] {
  const parts: string[] = []
  const gate = createMarkdownGate(({ text, isCode }) => parts.push(isCode ? `‹${text}›` : text))
  for (const piece of pieces) gate.push(piece)
  const before = parts.length
  gate.end()
  return parts.map((part, i) => (i < before ? part : `¦${part}`))
}

function checkParts(markdown: string, ...expected: readonly string[]) {
  assert.deepEqual(partsOf(markdown), expected)
}

test('prose is let through word by word', () => {
  checkParts('One two\tthree.\nFour', 'One ', 'two\t', 'three.\n', '¦Four')
  checkParts('你好，世界。', '你好，', '世界。')
  checkParts('a \n\nb \n', 'a ', '\n', '\n', 'b ', '\n')
})

test('a link is held until it is whole', () => {
  checkParts('See [the long words](/a/b "t t") here', 'See ', '[the long words](/a/b "t t") ', '¦here')
  checkParts('![an image](x y) z', '![an image](x y) ', '¦z')
  checkParts('[[1] a](u v)(w x) y', '[[1] a](u v)(w ', 'x) ', '¦y')
  checkParts('\\[a b \\] c', '\\[a ', 'b ', '\\] ', '¦c')
  checkParts('a ] b', 'a ', '] ', '¦b')
  checkParts('[a\nb](u) c', '[a\nb](u) ', '¦c')
})

test('code in a sentence is held until it is whole', () => {
  checkParts('x `a b` y', 'x ', '`a b` ', '¦y')
  checkParts('``a ` [b`` y ', '``a ` [b`` ', 'y ')
  checkParts('[`a]( b`](u) y ', '[`a]( b`](u) ', 'y ')
})

test('a blank line ends what was never closed', () => {
  checkParts('a [b c\n\nd e', 'a ', '[b c\n\n', 'd ', '¦e')
  checkParts('a `b c\n \nd ', 'a ', '`b c\n \n', 'd ')
})

test('a code block is let through line by line, as it is', () => {
  checkParts('a\n```js\nlet [x = `y\n\n```\nb ', 'a\n', '‹```js\n›', '‹let [x = `y\n›', '‹\n›', '‹```\n›', 'b ')
  checkParts('~~~~\n```\n~~~\n~~~~ \nb', '‹~~~~\n›', '‹```\n›', '‹~~~\n›', '‹~~~~ \n›', '¦b')
  checkParts('- a\n  ```\n  b c\n  ```\n', '- ', 'a\n', '‹  ```\n›', '‹  b c\n›', '‹  ```\n›')
  checkParts('```\n```js\nx', '‹```\n›', '‹```js\n›', '¦‹x›')
})

test('what only looks like a code block is prose', () => {
  checkParts('```a``` b c', '¦```a``` b c')
  checkParts('```a``` b\n', '```a``` b\n')
  checkParts('``a`` b ', '``a`` ', 'b ')
  checkParts('a ```\nb', 'a ', '¦```\nb')
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
