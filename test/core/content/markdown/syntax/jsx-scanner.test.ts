import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createFlowScanner, createJsxScanner, IMPOSSIBLE, isBalanced, scanJsx, STILL_OPEN,
} from '../../../../../src/core/content/markdown/syntax/jsx-scanner.ts'

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

test('createJsxScanner() finds the end of a tag', () => {
  check('<a>| >')
  check('<a b="c > d" e=\'>"\' />|')
  check('<a b={c > d ? "}" : \'>\'}>|')
  check('<a\n  b={`}>${ "`}" }`}\n\n  {...c}\n>| d')
  check('</a>|')
  check('<>|')
})

test('createJsxScanner() finds the end of an expression', () => {
  check('{a}| }')
  check('{"}" + \'}\' + `}`}|')
  check('{a({ b: [1, "]"] })}|')
  check('{`a ${b ? `{${c}` : "}"} \\` }`}|')
  check('{/* } */ a}|')
  check('{a // }\n}|')
  check('{"https://a.b"}|')
  check('{<a>it\'s :) {b}</a>}|')
  check('{"a\\"}"}|')
})

test('createJsxScanner() says when the end is not there', () => {
  for (const text of ['<a', '<a b="', '{', '{`}', '{/* }', '{(}'.slice(0, 2)]) {
    assert.equal(scanJsx(createFlowScanner(text, 0)!, text, 1), STILL_OPEN, text)
  }
  for (const text of ['<a <b>', '<a {b} < c>']) assert.equal(scanJsx(createFlowScanner(text, 0)!, text, 1), IMPOSSIBLE, text)
})

test('createJsxScanner() closes brackets that were left open inside', () => {
  check('{a([b}|')
})

test('createJsxScanner() knows when the brackets of a statement are closed', () => {
  const scanner = createJsxScanner('module')
  const balanced = ['export const a = {', '  b: [', '`', '} ]`', ']', "} // it's {", '/*', '{ */ "{"'].map((line) => {
    assert.equal(scanJsx(scanner, line, 0), STILL_OPEN)
    return isBalanced(scanner)
  })
  assert.deepEqual(balanced, [false, false, false, false, false, true, false, true])
})
