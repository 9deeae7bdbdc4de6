import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseToml } from '../../../../src/core/content/frontmatter/toml.ts'
import { checkerOf } from '../../../support/frontmatter.ts'
import { rulesOf } from '../../../support/rules.ts'

const check = checkerOf(parseToml)

for (const [name, run] of rulesOf('parseToml()', check, [
  ['reads keys and values',
    ['title = "A" # why\ndraft = true\nweight = 1_000\n', { title: 'A', draft: true, weight: 1000 }],
    ['ratio = -1.5', { ratio: -1.5 }], ['"a b" = 1\n\'c\' = 2\nd-e_f = 3\n1 = 4', { 'a b': 1, c: 2, 'd-e_f': 3, 1: 4 }],
    ['\n# only comments\n\n', {}]],
  ['keeps dates as text',
    ['a = 1979-05-27\nb = 1979-05-27T07:32:00Z\nc = 1979-05-27 07:32:00', { a: '1979-05-27', b: '1979-05-27T07:32:00Z', c: '1979-05-27 07:32:00' }]],
  ['reads all kinds of strings',
    ['a = "x\\ty \\u00e9 \\"z\\""\nb = \'C:\\x\'', { a: 'x\ty é "z"', b: 'C:\\x' }],
    ['a = """\none\ntwo \\\n  three"""\nb = \'\'\'x\\\ny\'\'\'', { a: 'one\ntwo three', b: 'x\\\ny' }],
    ['a = """say "hi""""', { a: 'say "hi"' }], ['a = ""\nb = \'\'\nc = """"""', { a: '', b: '', c: '' }]],
  ['reads lists and inline tables',
    ['a = [1, "b", [true], { c = 1, d.e = 2 }]', { a: [1, 'b', [true], { c: 1, d: { e: 2 } }] }],
    ['a = [\n  1, # one\n  2,\n]\nb = {}', { a: [1, 2], b: {} }]],
  ['reads tables',
    ['a = 1\n[b]\nc = 2\n[b.d]\ne = 3\n[f . "g h"]\ni = 4', { a: 1, b: { c: 2, d: { e: 3 } }, f: { 'g h': { i: 4 } } }],
    ['[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3', { a: [{ b: 1 }, { b: 2, c: { d: 3 } }] }],
    ['a.b.c = 1\na.d = 2', { a: { b: { c: 1 }, d: 2 } }]],
])) test(name, run)

test('parseToml() takes names of object members for keys like any other', () => {
  assert.deepEqual([...parseToml('__proto__.polluted = 1', 1).data.keys()], ['__proto__'])
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

test('parseToml() leaves out what it can not read, says where, and reads the rest', () => {
  for (const [toml, read, line] of [
    ['a =\nb = 1', { b: 1 }, 1], ['a = "x\nb = 1', { b: 1 }, 1], ["a = 'x\nb = 1", { b: 1 }, 1], ['b = 1\na = """x', { b: 1 }, 2],
    ['a = [1 2]\nb = 1', { b: 1 }, 1], ['a = {b = 1 c\nb = 1', { b: 1 }, 1], ['a = {b}\nb = 1', { b: 1 }, 1], ['"a\nb = 1', { b: 1 }, 1],
    ['[a\nb = 1', { b: 1 }, 1], ['a = 1\n[a]\n[c]\nd = 1', { a: 1, c: { d: 1 } }, 2], ['a = 1\n[[a]]\nb = 1', { a: 1 }, 2],
  ] as const) check(toml, read, `${line}: the statement can't be read`)
  check('a\n= 1\nb = 1', { b: 1 }, "1: the statement can't be read", "2: the statement can't be read")
  check('a = 1 2\nb = 1', { a: 1, b: 1 }, '1: text after the end of the value')
  check('a = 1\na = 2', { a: 1 }, '2: "a" is given twice; the first is used')
  check('a = 1\na.b = 2', { a: 1 }, '2: "a.b" is given twice; the first is used')
})

test('parseToml() reads nested values to a depth and no deeper', () => {
  assert.equal(parseToml(`a = ${'['.repeat(50_000)}`, 1).warnings.length, 1)
  assert.equal(parseToml(`${'a.'.repeat(50_000)}b = 1\nc = 1`, 1).data.get('c'), 1)
})
