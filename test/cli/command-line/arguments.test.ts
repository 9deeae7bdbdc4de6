import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments, type Syntax } from '../../../src/cli/command-line/arguments.ts'
import type { NumberFlag, Switch, TextFlag } from '../../../src/cli/command-line/flags.ts'

const KG_PATH: TextFlag<null> = { name: 'kg-path', value: 'FILE', help: '', default: null }
const OUT: TextFlag<string> = { name: 'out', value: 'FILE', help: '', default: 'index.json' }
const MAX_RESULTS: NumberFlag = { name: 'max-results', value: 'N', range: [1, 50], help: '', default: 8 }
const JSON_SWITCH: Switch = { name: 'json', value: null, help: '' }
const HELP: Switch = { name: 'help', value: null, help: '' }

const SEARCH: Syntax = {
  name: 'search',
  usage: '<query>',
  positionals: [1, 2],
  flags: [KG_PATH, OUT, MAX_RESULTS, JSON_SWITCH],
}

function check(line: string, positionals: readonly string[], flags: Readonly<Record<string, string | number | true>> = {}) {
  const args = parseArguments(SEARCH, line.split(' '))
  assert.deepEqual(args.positionals, positionals)
  for (const flag of [KG_PATH, OUT, MAX_RESULTS, JSON_SWITCH, HELP]) assert.equal(args.has(flag), flag.name in flags, flag.name)
  assert.equal(args.text(KG_PATH), flags['kg-path'] ?? null)
  assert.equal(args.text(OUT), flags['out'] ?? 'index.json')
  assert.equal(args.number(MAX_RESULTS), flags['max-results'] ?? 8)
}

function refuses(line: string, message: string) {
  assert.throws(() => parseArguments(SEARCH, line === '' ? [] : line.split(' ')), { code: 'usage', message })
}

test('parseArguments() takes flags before, between and after positionals', () => {
  check('a b', ['a', 'b'])
  check('--json a --kg-path x b', ['a', 'b'], { json: true, 'kg-path': 'x' })
  check('a --max-results=7 --json', ['a'], { 'max-results': 7, json: true })
  check('a --kg-path=x=y', ['a'], { 'kg-path': 'x=y' })
})

test('parseArguments() takes each flag once', () => {
  refuses('a --kg-path x --kg-path y', '--kg-path is given twice: give it once')
  refuses('a --json --json', '--json is given twice: give it once')
})

test('parseArguments() takes no argument after -- for a flag', () => {
  check('-- --watch -p', ['--watch', '-p'])
  check('a -', ['a', '-'])
})

test('parseArguments() needs no positionals with --help', () => {
  check('--help', [], { help: true })
  check('-h', [], { help: true })
})

test('parseArguments() gives the default of a flag that is not given', () => {
  check('a', ['a'])
  check('a --out x', ['a'], { out: 'x' })
})

test('parseArguments() names the flag that was probably meant', () => {
  const help = '(`ask search --help` lists all flags; an argument after -- is never a flag)'
  refuses('a --kgpath x', `Unknown flag --kgpath: did you mean --kg-path? ${help}`)
  refuses('a --JSON', `Unknown flag --JSON: did you mean --json? ${help}`)
  refuses('a -j', `Unknown flag -j ${help}`)
  refuses('--watch', `Unknown flag --watch ${help}`)
  refuses('a --__proto__', `Unknown flag --__proto__ ${help}`)
})

test('parseArguments() names the setting that looks like a flag', () => {
  refuses('a --max-steps 3', 'Unknown flag --max-steps: it is the setting limits.answer.maxSteps of ask.json now')
  refuses('a --max-steps=3', 'Unknown flag --max-steps: it is the setting limits.answer.maxSteps of ask.json now')
  refuses('--budget-file', 'Unknown flag --budget-file: it is the setting budgetFile of ask.json now')
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

test('parseArguments() says how many positionals a command takes', () => {
  refuses('', 'Missing argument: type `ask search <query>`')
  refuses('a b c', 'Unexpected argument "c": `ask search` takes only <query>')
  assert.throws(() => parseArguments({ ...SEARCH, usage: '', positionals: [0, 0] }, ['x']), { message: 'Unexpected argument "x": `ask search` takes no arguments' })
})
