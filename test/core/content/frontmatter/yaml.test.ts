import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYaml } from '../../../../src/core/content/frontmatter/yaml.ts'
import { checkerOf, plain } from '../../../support/frontmatter.ts'
import { rulesOf } from '../../../support/rules.ts'

const check = checkerOf(parseYaml)

for (const [name, run] of rulesOf('parseYaml()', check, [
  ['reads keys and plain values',
    ['a: b\nc:   d e  \n', { a: 'b', c: 'd e' }], ['"quoted key": 1\n\'it\'\'s\': 2', { 'quoted key': 1, "it's": 2 }],
    ['key with spaces: 3\na.b-c: 4', { 'key with spaces': 3, 'a.b-c': 4 }],
    ['url: https://a.b:80/c#d\ntime: 12:30', { url: 'https://a.b:80/c#d', time: '12:30' }],
    ['title: Foo: the bar', { title: 'Foo: the bar' }]],
  ['reads what words mean',
    ['a: true\nb: False\nc: null\nd: ~\ne:\nf: yes', { a: true, b: false, c: null, d: null, e: null, f: 'yes' }],
    ['a: 12\nb: -1.5\nc: 0', { a: 12, b: -1.5, c: 0 }]],
  ['keeps as text what a number would not print again',
    ['a: 1.10\nb: 007\nc: 1e3\nd: 2024-01-02\ne: 12345678901234567890', { a: '1.10', b: '007', c: '1e3', d: '2024-01-02', e: '12345678901234567890' }]],
  ['passes over comments', ['# first\na: b # behind\n\n  # indented\nc: d#e\nf: "#" # g', { a: 'b', c: 'd#e', f: '#' }]],
  ['reads quoted strings',
    [`a: 'it''s # "x": y'`, { a: 'it\'s # "x": y' }],
    ['b: "say \\"hi\\"\\n\\t\\u00e9\\x41\\U0001F389\\/"', { b: 'say "hi"\n\téA🎉/' }], ['a: ""\nb: \'\'', { a: '', b: '' }],
    ['a: "\\ud83c\\udf89"', { a: '🎉' }]],
  ['folds strings and words over several lines',
    ['a: one\n  two\n\n  three\nb: 1', { a: 'one two\nthree', b: 1 }],
    ['a: "one\n  two\n\n  three"\nb: \'x\n  y\'', { a: 'one two\nthree', b: 'x y' }],
    ['a: "one \\\n  two"', { a: 'one two' }], ['a:\n  below\n  more', { a: 'below more' }]],
  ['reads quotes and brackets over lines that are no deeper than their key, as libyaml does',
    ["a: 'one\ntwo'\nb: 1", { a: 'one two', b: 1 }], ['a: [b,\nc]\nd: 2', { a: ['b', 'c'], d: 2 }],
    ['a:\n  b: "c\n d"\n  e: 1', { a: { b: 'c d', e: 1 } }]],
  ['reads block scalars',
    ['a: |\n  one\n   two\n\n  three\n\nb: 1', { a: 'one\n two\n\nthree', b: 1 }],
    ['a: >2-\n  one\n  two\n\n  three\n', { a: 'one two\nthree' }], ['a: | # why\n\n  # no comment\n   b\n', { a: '\n# no comment\n b' }],
    ['a: |+\nb: >-\n', { a: '', b: '' }]],
  ['reads lists',
    ['a:\n  - b\n  - "c"\nd:\n- 1\n- 2\n', { a: ['b', 'c'], d: [1, 2] }],
    ['a:\n  - b: 1\n    c: 2\n  -   d: 3\n      e: 4\n  -\n    f: 5\n', { a: [{ b: 1, c: 2 }, { d: 3, e: 4 }, { f: 5 }] }],
    ['a:\n  - - b\n    - c\n  - - d\n', { a: [['b', 'c'], ['d']] }], ['a:\n  -\n  - # c\n  - b', { a: [null, null, 'b'] }],
    ['a:\n  - |\n    text\n  - more', { a: ['text', 'more'] }]],
  ['reads maps in maps',
    ['a:\n  b:\n    c: 1\n  d: 2\ne: 3', { a: { b: { c: 1 }, d: 2 }, e: 3 }], ['  a: 1\n  b: 2', { a: 1, b: 2 }]],
  ['reads inline lists and maps',
    ['a: [b, "c, d", 1, [e], { f: g }]', { a: ['b', 'c, d', 1, ['e'], { f: 'g' }] }],
    ['a: { b: 1, "c":2, d, e: [] }', { a: { b: 1, c: 2, d: null, e: [] } }],
    ['a: [\n  b, # why\n  c\n]\nd: {\n}', { a: ['b', 'c'], d: {} }],
    ['a: [b: c, https://d.e]', { a: [{ b: 'c' }, 'https://d.e'] }], ['a: [one\n  two]', { a: ['one two'] }],
    ['{ title: A, draft: true }', { title: 'A', draft: true }]],
  ['follows an alias to a text or number', ['a:\n  b: &x v3.5\nc: *x # d\ne: &y 1\nf: *y', { a: { b: 'v3.5' }, c: 'v3.5', e: 1, f: 1 }]],
  ['follows an alias to a list or map', ['a: &x\n  b: [1]\nc: *x\nd:\n  - *x', { a: { b: [1] }, c: { b: [1] }, d: [{ b: [1] }] }],
    ['a: &x yes\nb: [*x, "*"]\nc: { d: *x }', { a: 'yes', b: ['yes', '*'], c: { d: 'yes' } }],
    ['a: &x\n  b: &y true\ng: [*x, *y, *z]', { a: { b: true }, g: [{ b: true }, true, '*z'] }]],
  ['takes in the maps that a map merges, behind its own keys and in their order',
    ['a: &x { b: 1, c: 2 }\nd:\n  <<: *x\n  c: 3', { a: { b: 1, c: 2 }, d: { c: 3, b: 1 } }],
    ['a: &x { b: 1 }\nd: &y\n  b: 2\n  e: 3\n<<: [*x, *y]', { a: { b: 1 }, d: { b: 2, e: 3 }, b: 1, e: 3 }],
    ['a: &x { b: 1 }\nd:\n  <<:\n    - *x\ne: { <<: *x, b: 2 }', { a: { b: 1 }, d: { b: 1 }, e: { b: 2 } }],
    ['<<: text', {}]],
  ['passes over anchors and tags', ['a: &x b\nc: !!str d\ne: &y\n  f: 1', { a: 'b', c: 'd', e: { f: 1 } }]],
])) test(name, run)

test('parseYaml() takes names of object members for keys like any other', () => {
  const { data } = parseYaml('__proto__: { polluted: true }\nconstructor: 1', 1)
  assert.deepEqual([...data.keys()], ['__proto__', 'constructor'])
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

test('parseYaml() leaves out what it can not read, says where, and reads the rest', () => {
  check("a: 'b\nd: it's", { d: "it's" }, '1: "a: \'b" can\'t be read')
  check('a: 1\nnonsense\nb: 2', { a: 1, b: 2 }, '2: "nonsense" can\'t be read as "key: value"')
  check('a:\n\tb: 1\nc: 2', { a: null, c: 2 }, '2: "\tb: 1" can\'t be read as "key: value"')
  check('a: [b, c\nd: 2', { d: 2 }, '1: "a: [b, c" can\'t be read')
  check('a: {b: c\n  d\ne: 2', { e: 2 }, '1: "a: {b: c" can\'t be read')
  check('a: "b\nc: "d"', { c: 'd' }, '1: "a: "b" can\'t be read')
  check('a: "b" c\nd: 1', { d: 1 }, '1: "a: "b" c" can\'t be read')
  check('a: b\n  c: d\ne: 1', { a: 'b', e: 1 }, '2: "c: d" can\'t be read: a key inside a value')
  const nested = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1}\n  - *a${i}\n  - *a${i}\n`).join('')
  const { data, warnings } = parseYaml(`a0: &a0 [1]\n${nested}`, 1)
  assert.ok(JSON.stringify(plain(data)).length < 200_000)
  assert.match(warnings[0]?.message ?? '', /the alias "\*a\d+" isn't followed/)
  check('a: *b\nc: 1', { c: 1 }, '1: the alias "*b" isn\'t followed')
  check('a: 1\na: 2', { a: 1 }, '2: "a" is given twice; the first is used')
  check('a: 1\n? b', { a: 1 }, '2: "? b" can\'t be read as "key: value"')
  check('a: 1\n: c', { a: 1 }, '2: ": c" can\'t be read as "key: value"')
})

test('parseYaml() names no more than twenty lines', () => {
  assert.equal(parseYaml('x\n'.repeat(100), 1).warnings.length, 20)
})

test('parseYaml() reads nested collections to a depth and no deeper', () => {
  const deep = Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')
  assert.match(parseYaml(`${deep}\nb: 1`, 1).warnings[0]!.message, /more than 32 lists and maps inside each other/)
  assert.equal(parseYaml(`${deep}\nb: 1`, 1).data.get('b'), 1)
  assert.equal(parseYaml(`a: ${'- '.repeat(50_000)}\nb: 1`, 1).data.get('b'), 1)
  assert.equal(parseYaml(`a: ${'['.repeat(50_000)}\nb: 1`, 1).data.get('b'), 1)
})
