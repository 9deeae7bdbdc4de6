import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodeInfo } from '../../../../../src/core/content/markdown/syntax/code-info.ts'
import { takeCodeMarks } from '../../../../../src/core/content/markdown/syntax/code-marks.ts'

/** Lines with `+`, `-` or `!` at their start where they are marked. */
function check(source: string, expected: string, info = 'js') {
  const { text, inserted, deleted, marked } = takeCodeMarks(source, readCodeInfo(info).lines)
  const lines = text.split('\n').map((line) => ({ line, marks: '' }))
  for (const [char, ranges] of [['+', inserted], ['-', deleted], ['!', marked]] as const) {
    for (const [first, last] of ranges) for (const entry of lines.slice(first - 1, last)) entry.marks += char
  }
  assert.equal(lines.map(({ line, marks }) => marks + line).join('/'), expected)
}

test('takeCodeMarks() marks the lines of the info string', () => {
  check('a\nb\nc', '+a/-b/!c', 'js ins={1} del={2} {3}')
  check('a\nb', 'a/+b', 'js ins={2-999999999} ins={0} del={3-1}')
  check('a\nb', '+!a/+b', 'js ins={2,1-2,1} {1}')
})

test('takeCodeMarks() takes marks of Shiki off, in any style of comment', () => {
  check('a // [!code ++]\nb # [!code --]\nc <!-- [!code highlight] -->', '+a/-b/!c')
  check('a /* [!code focus] */\nb -- [!code hl]\nc ; [!code warning]\n{d} {/* [!code error] */}', '!a/!b/!c/!{d}')
  check('a // [!code ++] // [!code focus]\nb // [!code focus] [!code --]', '+!a/-!b')
  check('a // [!code word:b c:2]\nd', 'a/d')
})

test('takeCodeMarks() counts lines from the mark, or from the next line where the comment has a line of its own', () => {
  check('a // [!code ++:2]\nb\nc', '+a/+b/c')
  check('// [!code highlight:2]\na\nb\nc', '!a/!b/c')
  check('a // [!code ++:999999999]\nb', '+a/+b')
})

test('takeCodeMarks() takes comments of Docusaurus off', () => {
  check('// highlight-next-line\na\nb', '!a/b')
  check('a\n  # highlight-start\nb\nc\n  # highlight-end\nd', 'a/!b/!c/d')
  check('{/* highlight-next-line */}\na\n<!-- highlight-start -->\nb', '!a/!b')
  check('a // highlight-next-line', 'a // highlight-next-line')
  check('// highlight-end\na', 'a')
})

test('takeCodeMarks() takes annotations of Torchlight off, also beside other words', () => {
  check('a // [tl! add]\nb //[tl! remove]\nc # [tl! highlight]\nd', '+a/-b/!c/d')
  check('<a> [tl! remove]\n<!-- b [tl! add] -->\n<b><!-- [tl! ++] -->', '-<a>/+<!-- b -->/+<b>')
  check('a;// [tl! add:start]\nb\nc // [tl! add:end]\nd', '+a;/+b/+c/d')
  check('a // [tl! focus:1]\nb\nc // [tl! highlight:1,2]\nd\ne\nf', '!a/!b/c/!d/!e/f')
  check('a // [tl! collapse:start]\nb // [tl! .bold]', 'a/b')
})

test('takeCodeMarks() shifts the lines of the info string by the comments that it takes off', () => {
  check('a\n// highlight-next-line\nb\nc', 'a/!b/+c', 'js ins={4}')
  check('// [!code focus]\na\nb', '!a/-b', 'js del={3} ins={1}')
})

test('takeCodeMarks() leaves text that is not a mark', () => {
  const sources = ['a [!code ++]', 'a // [!code ++] b', 'a // [!code other]', 'a // [!!code ++]', 'a // \\[!code ++]', 'highlight-start']
  for (const source of sources) check(source, source)
})
