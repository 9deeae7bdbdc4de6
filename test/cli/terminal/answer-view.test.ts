import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerView } from '../../../src/cli/terminal/answer-view.ts'
import { fakeIo } from '../../support/io.ts'

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
