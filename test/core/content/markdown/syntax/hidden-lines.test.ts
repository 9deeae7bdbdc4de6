import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodeInfo } from '../../../../../src/core/content/markdown/syntax/code-info.ts'
import { shownLines } from '../../../../../src/core/content/markdown/syntax/hidden-lines.ts'

function check(info: string, source: string, expected: string) {
  const { lang } = readCodeInfo(info)
  const lines = (shownLines(source, { lang, info }) ?? source.split('\n')).filter((line) => line !== null)
  assert.equal(lines.join('/'), expected)
}

test('shownLines() hides lines of Rust that are there for its tests', () => {
  check('rust', '# use a;\n#\n  # b\nc\n#[d]\n#![e]\n## f\n  ##g', 'c/#[d]/#![e]/# f/  #g')
  check('rust,ignore', '# fn main() {\na\n# }', 'a')
  check('python', '# a\nb', '# a/b')
  check('', '# a', '# a')
})

test('shownLines() hides lines with the prefix of an info string of mdBook', () => {
  check('python,hidelines=!!!', '!!!a\n  !!! b\nc', 'c')
})

test('shownLines() hides what Twoslash cuts', () => {
  check('ts twoslash', 'a\n// ---cut---\nb', 'b')
  check('ts twoslash', 'a\n// ---cut-before---\nb\n// ---cut-after---\nc', 'b')
  check('ts', 'a\n  // ---cut-start---\nb\n// ---cut-end---\nc\n// ---cut-before---\nd', 'd')
})

test('shownLines() hides notations of Twoslash', () => {
  check('ts twoslash', '// @strict: false\n// @filename: a.ts\na\n// ^?\n// ^^^ b\n//   ^| ', '// @filename: a.ts/a')
  check('js', '// @errors: 2322 2345\n// @ts-check\na', '// @ts-check/a')
  check('js', '// @param a\n// ^ b\na', '// @param a/// ^ b/a')
  check('py', '// @errors: 2322', '// @errors: 2322')
})
