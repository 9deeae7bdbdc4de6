import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodeInfo } from '../../../../../src/core/content/markdown/syntax/code-info.ts'

function check(info: string, lang: string | null, title: string | null = null) {
  const code = readCodeInfo(info)
  assert.deepEqual([code.lang, code.title], [lang, title], info)
}

test('readCodeInfo() reads the language', () => {
  check('js', 'js')
  check('c++', 'c++')
  check('c# x', 'c#')
  check('js{1,3-5} showLineNumbers', 'js')
  check('ts:line-numbers', 'ts')
  check('rust,ignore', 'rust')
  check('{.python .annotate}', 'python')
  check('{ .py }', 'py')
  check('{python}', 'python')
  check('', null)
  check('{1,3}', null)
  check('4d', '4d')
  check('sh-vue [npm]', 'sh', 'npm')
  check('js-vue', 'js')
})

test('readCodeInfo() reads the title, however it is written', () => {
  check('ts title="src/a b.ts"', 'ts', 'src/a b.ts')
  check("ts twoslash title='a.ts' {1}", 'ts', 'a.ts')
  check('ts filename=a.ts', 'ts', 'a.ts')
  check('{.py title="a.py"}', 'py', 'a.py')
  check('title="a"', null, 'a')
  check('js [config.js] {1}', 'js', 'config.js')
  check('js subtitle="a"', 'js')
})

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
