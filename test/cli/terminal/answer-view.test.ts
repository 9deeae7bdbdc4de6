/** An answer on a terminal: its links, and the parts in which it is shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerView, createMarkdownGate } from '../../../src/cli/terminal/answer-view.ts'
import { fakeIo } from '../../support/io.ts'
import { createRandom } from '../../support/random.ts'
import { rulesOf } from '../../support/rules.ts'

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

for (const [name, run] of rulesOf('createAnswerView():', check, [
  ['links to sources become words and a number, in the order of the answer',
    ['See [E](https://docs.test/e/) and [A a](/a/), [E](https://docs.test/e/).', 'See E [1] and A a [2], E [1].\n', ['https://docs.test/e/', '/a/']],
    ['[C](/b/(c)#d) [T](/a/ "title") [U](</a/>)', 'C [1] T [2] U [2]\n', ['/b/(c)#d', '/a/']],
    ['Set it [7](/a/) or [[2]](/a/) or [](/a/).', 'Set it [1] or [1] or [1].\n', ['/a/']]],
  ['links to anywhere else become their words, images their description',
    ['[bank](https://evil.test/) [x](javascript:alert(1)) ![pic](https://evil.test/p.png) [y](/a) [z]( )', 'bank x pic y z\n', []],
    ['![pic](/a/) [![pic](https://evil.test/p)](https://evil.test/)', 'pic [1] pic\n', ['/a/']]],
  ['code and text that is not a link stay as they are',
    ['Call `f[0](x)` or `[a](/a/)`.', 'Call `f[0](x)` or `[a](/a/)`.\n', []],
    ['```md\n[a](/a/)  [b](https://evil.test/)\n```\n', '```md\n[a](/a/)  [b](https://evil.test/)\n```\n', []],
    ['a [b] (c) \\[d](/a/) https://docs.test/e/ [e', 'a [b] (c) \\[d](/a/) https://docs.test/e/ [e\n', []]],
  ['an answer is wrapped, made safe, and ends its line',
    ['one two three four\n\nfive', 'one two\nthree\nfour\n\nfive\n', [], 9],
    ['a\u001b[2Jb \ud83d\ude00 c\r\n', 'a\ufffd[2Jb \ud83d\ude00 c\n', []], ['', '', []]],
])) test(name, run)

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

for (const [name, run] of rulesOf('createMarkdownGate():', checkParts, [
  ['prose is let through word by word',
    ['One two\tthree.\nFour', 'One ', 'two\t', 'three.\n', '¦Four'], ['你好，世界。', '你好，', '世界。'],
    ['a \n\nb \n', 'a ', '\n', '\n', 'b ', '\n']],
  ['a link is held until it is whole',
    ['See [the long words](/a/b "t t") here', 'See ', '[the long words](/a/b "t t") ', '¦here'],
    ['![an image](x y) z', '![an image](x y) ', '¦z'], ['[[1] a](u v)(w x) y', '[[1] a](u v)(w ', 'x) ', '¦y'],
    ['\\[a b \\] c', '\\[a ', 'b ', '\\] ', '¦c'], ['a ] b', 'a ', '] ', '¦b'], ['[a\nb](u) c', '[a\nb](u) ', '¦c']],
  ['code in a sentence is held until it is whole',
    ['x `a b` y', 'x ', '`a b` ', '¦y'], ['``a ` [b`` y ', '``a ` [b`` ', 'y '],
    ['[`a]( b`](u) y ', '[`a]( b`](u) ', 'y ']],
  ['a blank line ends what was never closed',
    ['a [b c\n\nd e', 'a ', '[b c\n\n', 'd ', '¦e'], ['a `b c\n \nd ', 'a ', '`b c\n \n', 'd ']],
  ['a code block is let through line by line, as it is',
    ['a\n```js\nlet [x = `y\n\n```\nb ', 'a\n', '‹```js\n›', '‹let [x = `y\n›', '‹\n›', '‹```\n›', 'b '],
    ['~~~~\n```\n~~~\n~~~~ \nb', '‹~~~~\n›', '‹```\n›', '‹~~~\n›', '‹~~~~ \n›', '¦b'],
    ['- a\n  ```\n  b c\n  ```\n', '- ', 'a\n', '‹  ```\n›', '‹  b c\n›', '‹  ```\n›'],
    ['```\n```js\nx', '‹```\n›', '‹```js\n›', '¦‹x›']],
  ['what only looks like a code block is prose',
    ['```a``` b c', '¦```a``` b c'], ['```a``` b\n', '```a``` b\n'], ['``a`` b ', '``a`` ', 'b '],
    ['a ```\nb', 'a ', '¦```\nb']],
])) test(name, run)

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

test('what is never closed is not read again with each piece', () => {
  const text = Array.from({ length: 120 }, (_, i) => `${'`'.repeat(i + 1)}a`).join('')
  const started = performance.now()
  assert.equal(partsOf(text).join(''), `${text.slice(0, 4_096)}¦${text.slice(4_096)}`)
  assert.ok(performance.now() - started < 2_000)
})
