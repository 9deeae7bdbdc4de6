/** Roles of MyST, as readers see them; those of Sphinx are compared with its own pages in `test/peers/content`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelOf, readRole } from '../../../../../src/core/content/markdown/generators/role.ts'

/** [source, type, text, address] */
const ROWS: readonly (readonly [source: string, type: string, text: string, href?: string])[] = [
  ['{ref}`a b`', 'link', 'a b', '#a b'],
  ['{ref}`The *steps* <a/b>`', 'link', 'The *steps*', '#a/b'],
  ['{std:ref}`T <a>`', 'link', 'T', '#a'],
  ['{doc}`../a/b`', 'link', '../a/b', '../a/b.md'],
  ['{doc}`B </a/b>`', 'link', 'B', '/a/b.md'],
  ['{doc}`python:library/os`', 'text', 'python:library/os'],
  ['{download}`the file <a.zip>`', 'link', 'the file', 'a.zip'],
  ['{term}`words <word>`', 'text', 'words'],
  ['{abbr}`CSS (Cascading Style Sheets)`', 'text', 'CSS (Cascading Style Sheets)'],
  ['{menuselection}`File --> Open`', 'text', 'File ‣ Open'],
  ['{octicon}`rocket;1em`', 'text', ''],
  ['{py:class}`~a.b.C`', 'code', 'C'],
  ['{py:meth}`!a.b`', 'code', 'a.b()'],
  ['{c:func}`the function <f>`', 'code', 'the function'],
  ['{kbd}`Ctrl-C`', 'code', 'Ctrl-C'],
  ['{own-role}``a``', 'code', 'a'],
]

test('readRole() gives a link with its address, code, or text', () => {
  for (const [source, type, text, href = ''] of ROWS) {
    assert.deepEqual(readRole(`x ${source} y`, 2), { type, text, href, end: 2 + source.length }, source)
  }
})

test('readRole() leaves braces that are no role', () => {
  for (const text of ['{a}', '{a} `b`', '{a}``', '{a}``b`', '{}`b`', '{a b}`c`', '{1}`b`', `{${'a'.repeat(50)}}\`b\``]) assert.equal(readRole(text, 0), null, text)
})

test('labelOf() is the name of a target or page', () => {
  const rows = [['#a/b', 'a/b'], ['../a.md', '../a'], ['a.md#b', 'b'], ['project:#a', 'a'], ['path:../b.zip', '../b.zip']]
  for (const [href = '', label] of rows) assert.equal(labelOf(href), label)
})
