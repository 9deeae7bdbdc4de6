import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createFlowScanner, createJsxScanner, IMPOSSIBLE, isBalanced, scanJsx, STILL_OPEN,
} from '../../../../../src/core/content/markdown/syntax/jsx-scanner.ts'
import { rulesOf } from '../../../../support/rules.ts'

/** A `|` stands where the tag or expression ends. */
function check(text: string) {
  const end = text.indexOf('|')
  const source = text.replace('|', '')
  assert.equal(scanJsx(createFlowScanner(source, 0)!, source, 1), end, text)
  checkLines(source, end)
}

/** Fed line by line, the end is the same. */
function checkLines(source: string, end: number) {
  const scanner = createFlowScanner(source, 0)!
  let from = 0
  for (const line of source.split('\n')) {
    const found = scanJsx(scanner, line, from === 0 ? 1 : 0)
    if (found >= 0) return assert.equal(from + found, end, source)
    from += line.length + 1
  }
  assert.equal(-1, end, source)
}

test('createFlowScanner() starts at tags and braces only', () => {
  const opens = (text: string) => createFlowScanner(text, 0) !== null
  assert.deepEqual(['<a', '</a', '<>', '</>', '<_', '{', '< a', '<3', '<', 'a'].map(opens), [
    true, true, true, true, true, true, false, false, false, false,
  ])
})

for (const [name, run] of rulesOf('createJsxScanner()', check, [
  ['finds the end of a tag',
    ['<a>| >'], ['<a b="c > d" e=\'>"\' />|'], ['<a b={c > d ? "}" : \'>\'}>|'],
    ['<a\n  b={`}>${ "`}" }`}\n\n  {...c}\n>| d'], ['</a>|'], ['<>|']],
  ['finds the end of an expression',
    ['{a}| }'], ['{"}" + \'}\' + `}`}|'], ['{a({ b: [1, "]"] })}|'], ['{`a ${b ? `{${c}` : "}"} \\` }`}|'],
    ['{/* } */ a}|'], ['{a // }\n}|'], ['{"https://a.b"}|'], ['{<a>it\'s :) {b}</a>}|'], ['{"a\\"}"}|']],
  ['closes brackets that were left open inside', ['{a([b}|']],
])) test(name, run)

test('createJsxScanner() says when the end is not there', () => {
  for (const text of ['<a', '<a b="', '{', '{`}', '{/* }', '{(}'.slice(0, 2)]) {
    assert.equal(scanJsx(createFlowScanner(text, 0)!, text, 1), STILL_OPEN, text)
  }
  for (const text of ['<a <b>', '<a {b} < c>']) assert.equal(scanJsx(createFlowScanner(text, 0)!, text, 1), IMPOSSIBLE, text)
})

test('createJsxScanner() knows when the brackets of a statement are closed', () => {
  const scanner = createJsxScanner('module')
  const balanced = ['export const a = {', '  b: [', '`', '} ]`', ']', "} // it's {", '/*', '{ */ "{"'].map((line) => {
    assert.equal(scanJsx(scanner, line, 0), STILL_OPEN)
    return isBalanced(scanner)
  })
  assert.deepEqual(balanced, [false, false, false, false, false, true, false, true])
})
