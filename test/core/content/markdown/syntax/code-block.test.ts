import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodeInfo, shownLines, takeCodeMarks } from '../../../../../src/core/content/markdown/syntax/code-block.ts'
import { rulesOf } from '../../../../support/rules.ts'

function checkInfo(info: string, lang: string | null, title: string | null = null) {
  const code = readCodeInfo(info)
  assert.deepEqual([code.lang, code.title], [lang, title], info)
}

for (const [name, run] of rulesOf('readCodeInfo()', checkInfo, [
  ['reads the language',
    ['js', 'js'], ['c++', 'c++'], ['c# x', 'c#'], ['js{1,3-5} showLineNumbers', 'js'], ['ts:line-numbers', 'ts'],
    ['rust,ignore', 'rust'], ['{.python .annotate}', 'python'], ['{ .py }', 'py'], ['{python}', 'python'], ['', null],
    ['{1,3}', null], ['4d', '4d'], ['sh-vue [npm]', 'sh', 'npm'], ['js-vue', 'js']],
  ['reads the title, however it is written',
    ['ts title="src/a b.ts"', 'ts', 'src/a b.ts'], ["ts twoslash title='a.ts' {1}", 'ts', 'a.ts'],
    ['ts filename=a.ts', 'ts', 'a.ts'], ['{.py title="a.py"}', 'py', 'a.py'], ['title="a"', null, 'a'],
    ['js [config.js] {1}', 'js', 'config.js'], ['js subtitle="a"', 'js'],
    ['js tab={"span":2} title="a.js"', 'js', 'a.js'], ['Snack name=A%20b&ext=js', 'Snack', 'A b'], ['js name=%2', 'js', '%2']],
])) test(name, run)

function checkLines(info: string, ...expected: string[]) {
  const lines = readCodeInfo(info).lines.map(({ mark, first, last }) => `${mark} ${first}-${last}`)
  assert.deepEqual(lines, expected, info)
}

test('readCodeInfo() reads the lines that are marked', () => {
  checkLines('js ins={1,3-5} del={2}', 'inserted 1-1', 'inserted 3-5', 'deleted 2-2')
  checkLines('js{4} mark={"A {label": 6 - 7}', 'marked 4-4')
  checkLines('js {"a":1-2} ins={"b":3} add={4} highlight={5}', 'marked 1-2', 'inserted 3-3', 'inserted 4-4', 'marked 5-5')
  checkLines('py hl_lines="2 4-5"', 'marked 2-2', 'marked 4-5')
  checkLines('go {hl_lines=[8,"15-17"],linenos=true}', 'marked 8-8', 'marked 15-17')
  checkLines('js title="a {1}" "b {2}" /c{3}/ collapse={4-5} ins="d" {e} startLine={6}')
  checkLines('js ins={12345678901}', 'inserted 123456789-123456789', 'inserted 1-1')
})

test('readCodeInfo() takes the words after the language for the label of a tab', () => {
  const labelOf = (info: string) => readCodeInfo(info).label
  assert.equal(labelOf('js a.js'), 'a.js')
  assert.equal(labelOf('py My file showLineNumbers {1} title="x" icon=y'), 'My file')
  assert.equal(labelOf('js'), null)
})

/** Lines with `+`, `-` or `!` at their start where they are marked. */
function check(source: string, expected: string, info = 'js') {
  const { text, inserted, deleted, marked } = takeCodeMarks(source, readCodeInfo(info).lines)
  const lines = text.split('\n').map((line) => ({ line, marks: '' }))
  for (const [char, ranges] of [['+', inserted], ['-', deleted], ['!', marked]] as const) {
    for (const [first, last] of ranges) for (const entry of lines.slice(first - 1, last)) entry.marks += char
  }
  assert.equal(lines.map(({ line, marks }) => marks + line).join('/'), expected)
}

for (const [name, run] of rulesOf('takeCodeMarks()', check, [
  ['marks the lines of the info string',
    ['a\nb\nc', '+a/-b/!c', 'js ins={1} del={2} {3}'], ['a\nb', 'a/+b', 'js ins={2-999999999} ins={0} del={3-1}'],
    ['a\nb', '+!a/+b', 'js ins={2,1-2,1} {1}']],
  ['takes marks of Shiki off, in any style of comment',
    ['a // [!code ++]\nb # [!code --]\nc <!-- [!code highlight] -->', '+a/-b/!c'],
    ['a /* [!code focus] */\nb -- [!code hl]\nc ; [!code warning]\n{d} {/* [!code error] */}', '!a/!b/!c/!{d}'],
    ['a // [!code ++] // [!code focus]\nb // [!code focus] [!code --]', '+!a/-!b'], ['a // [!code word:b c:2]\nd', 'a/d']],
  ['counts lines from the mark, or from the next line where the comment has a line of its own',
    ['a // [!code ++:2]\nb\nc', '+a/+b/c'], ['// [!code highlight:2]\na\nb\nc', '!a/!b/c'],
    ['a // [!code ++:999999999]\nb', '+a/+b']],
  ['takes comments of Docusaurus off',
    ['// highlight-next-line\na\nb', '!a/b'], ['a\n  # highlight-start\nb\nc\n  # highlight-end\nd', 'a/!b/!c/d'],
    ['{/* highlight-next-line */}\na\n<!-- highlight-start -->\nb', '!a/!b'],
    ['a // highlight-next-line', 'a // highlight-next-line'], ['// highlight-end\na', 'a']],
  ['takes annotations of Torchlight off, also beside other words',
    ['a // [tl! add]\nb //[tl! remove]\nc # [tl! highlight]\nd', '+a/-b/!c/d'],
    ['<a> [tl! remove]\n<!-- b [tl! add] -->\n<b><!-- [tl! ++] -->', '-<a>/+<!-- b -->/+<b>'],
    ['a;// [tl! add:start]\nb\nc // [tl! add:end]\nd', '+a;/+b/+c/d'],
    ['a // [tl! focus:1]\nb\nc // [tl! highlight:1,2]\nd\ne\nf', '!a/!b/c/!d/!e/f'],
    ['a // [tl! collapse:start]\nb // [tl! .bold]', 'a/b']],
  ['marks the line of a comment at its end', ['a // highlight-line\nb\n/* highlight-line */', '!a/b']],
  ['takes comments that are buttons', ['a # (1)!\n// (12)!\nb(1)!', 'a/b(1)!']],
  ['shifts the lines of the info string by the comments that it takes off',
    ['a\n// highlight-next-line\nb\nc', 'a/!b/+c', 'js ins={4}'],
    ['// [!code focus]\na\nb', '!a/-b', 'js del={3} ins={1}']],
])) test(name, run)

test('takeCodeMarks() leaves text that is not a mark', () => {
  const sources = ['a [!code ++]', 'a // [!code ++] b', 'a // [!code other]', 'a // [!!code ++]', 'a // \\[!code ++]', 'highlight-start']
  for (const source of sources) check(source, source)
})

const RULE = { hiddenLines: new Map([['basic', "'~"]]), trimsFlags: true, marks: new Set(['This fails']) }

function checkShown(info: string, source: string, expected: string) {
  const { lang } = readCodeInfo(info)
  const lines = (shownLines(source, { lang, info }, RULE) ?? source.split('\n')).filter((line) => line !== null)
  assert.equal(lines.join('/'), expected)
}

for (const [name, run] of rulesOf('shownLines()', checkShown, [
  ['hides lines of Rust that are there for its tests',
    ['rust', '# use a;\n#\n  # b\nc\n#[d]\n#![e]\n## f\n  ##g', 'c/#[d]/#![e]/# f/  #g'],
    ['rust,ignore', '# fn main() {\na\n# }', 'a'], ['python', '# a\nb', '# a/b'], ['', '# a', '# a']],
  ['hides lines with the prefix of an info string of mdBook', ['python,hidelines=!!!', '!!!a\n  !!! b\nc', 'c']],
  ['hides lines with the prefix that a configuration names for a language', ['basic', "'~a\nb", 'b'], ['c', "'~a", "'~a"]],
  ['hides the flags of tests in Python', ['pycon', '>>> a()  # doctest: +SKIP\n1\n<BLANKLINE>', '>>> a()/1/']],
  ['hides comments that mark lines in words of the site',
    ['js', '// This fails\na() // This fails\n/* This fails */\n<!-- This fails -->\n# This fails too', 'a() // This fails/# This fails too'],
    ['rust', '# use a;\n// This fails\nb', 'b']],
  ['hides what Twoslash cuts',
    ['ts twoslash', 'a\n// ---cut---\nb', 'b'], ['ts twoslash', 'a\n// ---cut-before---\nb\n// ---cut-after---\nc', 'b'],
    ['ts', 'a\n  // ---cut-start---\nb\n// ---cut-end---\nc\n// ---cut-before---\nd', 'd']],
  ['hides notations of Twoslash',
    ['ts twoslash', '// @strict: false\n// @filename: a.ts\na\n// ^?\n// ^^^ b\n//   ^| ', '// @filename: a.ts/a'],
    ['js', '// @errors: 2322 2345\n// @ts-check\na', '// @ts-check/a'],
    ['js', '// @param a\n// ^ b\na', '// @param a/// ^ b/a'], ['py', '// @errors: 2322', '// @errors: 2322']],
])) test(name, run)
