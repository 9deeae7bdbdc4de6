import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodeInfo } from '../../../../src/content/markdown/syntax/code-info.ts'

function check(info: string, lang: string | null, title: string | null = null) {
  assert.deepEqual(readCodeInfo(info), { lang, title }, info)
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
  check('{1,3}', '1')
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
