import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScript } from '../../../../src/addons/astro/config/script.ts'

function check(text: string, expected: string | null) {
  const script = readScript(text)
  assert.equal(script === null ? null : script.tokens.map((token) => token.text).join(' '), expected)
}

test('readScript() separates words, numbers, strings and marks', () => {
  check('const a_$1 = 0x1f + .5e3', 'const a_$1 = 0x1f + . 5e3')
  check("f('a', \"b\")", "f ( 'a' , \"b\" )")
  check('a?.b ?? [...c] => ++d', 'a ? . b ? ? [ . . . c ] = > ++ d')
  check('ünïcode = 日本', 'ünïcode = 日本')
})

test('readScript() finds the end of strings and templates', () => {
  check(String.raw`'it\'s' "a\\" 'line\
two'`, String.raw`'it\'s' "a\\" 'line\
two'`)
  check('`a } `', '`a } `')
  check('`a ${ b } }`', '` ${ b } `')
  check("`${ { a: `}${'`'}` } }` x", "` ${ { a : ` ${ '`' } ` } } ` x")
  check('`\\` $ \\${` x', '`\\` $ \\${` x')
})

test('readScript() skips comments with any content', () => {
  check('a // [ " `\nb /* { ` */ c', 'a b c')
  check('#!/usr/bin/env node {\nx', 'x')
  check('\ufeffa', 'a')
})

test('readScript() distinguishes a regular expression from a division', () => {
  check("a = /['\"`{]/g, b", "a = /['\"`{]/g , b")
  check('f(/[/"]/)', 'f ( /[/"]/ )')
  check('return /"/', 'return /"/')
  check('a / b / c', 'a / b / c')
  check('a[0] / 2', 'a [ 0 ] / 2')
  check('(a) / 2', '( a ) / 2')
  check('`${a}` / 2 / 3', '` ${ a } ` / 2 / 3')
  check('/a/ / 2', '/a/ / 2')
})

test('readScript() is null for an uncertain text', () => {
  for (const text of ["'open", '"a\nb"', '`open', '`${ a', '/* open', '(]', '(', '}', 'if (a) /"/.test(b)', '{}\n/"/', 'a++ / 2 / b', 'a ="\u0000" \u0001', '= /open']) check(text, null)
  check('x'.repeat(1_048_577), null)
})

test('readScript() pairs brackets', () => {
  assert.deepEqual([...readScript("a({ b: ['}'] })")!.closers], [[5, 7], [2, 8], [1, 9]])
  assert.deepEqual([...readScript('`${a} ${`${b}`}`')!.closers], [[1, 3], [6, 8], [5, 9], [4, 10], [0, 11]])
})
