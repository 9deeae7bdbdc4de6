import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments, type Syntax } from '../../../src/cli/command-line/arguments.ts'

const SEARCH: Syntax = {
  name: 'search',
  takes: '<query>',
  words: [1, 2],
  flags: [
    { name: 'kg-path', value: 'FILE', help: '' },
    { name: 'max-results', value: 'N', range: [1, 50], help: '' },
    { name: 'json', value: null, help: '' },
  ],
}

function check(line: string, words: readonly string[], flags: Readonly<Record<string, string | number | true>> = {}) {
  const args = parseArguments(SEARCH, line.split(' '))
  assert.deepEqual(args.words, words)
  for (const name of ['kg-path', 'max-results', 'json', 'help']) {
    const expected = flags[name]
    assert.equal(args.has(name), expected !== undefined, name)
    if (typeof expected === 'number') assert.equal(args.number(name), expected)
    if (typeof expected === 'string') assert.equal(args.text(name), expected)
  }
}

function refuses(line: string, message: string) {
  assert.throws(() => parseArguments(SEARCH, line === '' ? [] : line.split(' ')), { code: 'usage', message })
}

test('parseArguments() takes flags before, between and behind words', () => {
  check('a b', ['a', 'b'])
  check('--json a --kg-path x b', ['a', 'b'], { json: true, 'kg-path': 'x' })
  check('a --max-results=7 --json', ['a'], { 'max-results': 7, json: true })
  check('a --kg-path=x=y', ['a'], { 'kg-path': 'x=y' })
})

test('parseArguments() lets the last of several count', () => {
  check('a --kg-path x --kg-path y', ['a'], { 'kg-path': 'y' })
})

test('parseArguments() takes all behind -- for words', () => {
  check('-- --watch -p', ['--watch', '-p'])
  check('a -', ['a', '-'])
})

test('parseArguments() asks for no words beside --help', () => {
  check('--help', [], { help: true })
  check('-h', [], { help: true })
})

test('parseArguments() gives null for what is not given', () => {
  const args = parseArguments(SEARCH, ['a'])
  assert.deepEqual([args.text('kg-path'), args.number('max-results'), args.has('json')], [null, null, false])
})

test('parseArguments() names the flag that was probably meant', () => {
  const rest = "(`ask search --help` lists all; behind -- everything is a word)"
  refuses('a --kgpath x', `Unknown flag --kgpath, did you mean --kg-path? ${rest}`)
  refuses('a --JSON', `Unknown flag --JSON, did you mean --json? ${rest}`)
  refuses('a -j', `Unknown flag -j ${rest}`)
  refuses('--watch', `Unknown flag --watch ${rest}`)
  refuses('a --__proto__', `Unknown flag --__proto__ ${rest}`)
})

test('parseArguments() says what a flag needs', () => {
  refuses('a --kg-path', '--kg-path needs a value: --kg-path FILE')
  refuses('a --kg-path --json', '--kg-path needs a value: --kg-path FILE')
  refuses('a --kg-path=', '--kg-path needs a value: --kg-path FILE')
  refuses('a --json=yes', '--json takes no value')
  refuses('a --max-results 0', '--max-results must be a whole number from 1 to 50, not "0"')
  refuses('a --max-results 51', '--max-results must be a whole number from 1 to 50, not "51"')
  refuses('a --max-results -1', '--max-results must be a whole number from 1 to 50, not "-1"')
  refuses('a --max-results 1e1', '--max-results must be a whole number from 1 to 50, not "1e1"')
})

test('parseArguments() says how many words a command takes', () => {
  refuses('', '`ask search` needs <query>')
  refuses('a b c', '`ask search` takes only <query>: "c" is too many')
  assert.throws(() => parseArguments({ ...SEARCH, takes: '', words: [0, 0] }, ['x']), { message: '`ask search` takes no words: "x" is too many' })
})
