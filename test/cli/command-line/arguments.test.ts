import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertOneSource, parseArguments, readsStore, type Syntax, withSettings } from '../../../src/cli/command-line/arguments.ts'
import { FLAGS, type NumberFlag, type Switch, type TextFlag } from '../../../src/cli/command-line/flags.ts'
import type { Settings } from '../../../src/cli/command-line/settings-file.ts'
import { accessOptions } from '../../../src/cli/commands/serve/serve.ts'
import { COMMANDS } from '../../../src/cli/main.ts'
import { fakeIo } from '../../support/io.ts'
import { rulesOf } from '../../support/rules.ts'
import { runAsk } from '../../support/run-ask.ts'
import { folderOf, SITE } from '../../support/site.ts'

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

for (const [name, run] of rulesOf('parseArguments()', check, [
  ['takes flags before, between and after positionals, and none after --',
    ['a', ['a']], ['a b', ['a', 'b']], ['--json a --kg-path x b', ['a', 'b'], { json: true, 'kg-path': 'x' }],
    ['a --max-results=7 --json', ['a'], { 'max-results': 7, json: true }],
    ['a --kg-path=x=y', ['a'], { 'kg-path': 'x=y' }], ['a --out x', ['a'], { out: 'x' }],
    ['-- --watch -p', ['--watch', '-p']], ['a -', ['a', '-']]],
  ['needs no positionals with --help', ['--help', [], { help: true }], ['-h', [], { help: true }]],
])) test(name, run)

test('parseArguments() names the flag that was probably meant', () => {
  const help = '(`ask search --help` lists all flags; an argument after -- is never a flag)'
  refuses('a --kgpath x', `Unknown flag --kgpath: did you mean --kg-path? ${help}`)
  refuses('a --JSON', `Unknown flag --JSON: did you mean --json? ${help}`)
  refuses('a -json', `Unknown flag -json: did you mean --json? ${help}`)
  refuses('a -j', `Unknown flag -j ${help}`)
  refuses('--watch', `Unknown flag --watch ${help}`)
  refuses('a --__proto__', `Unknown flag --__proto__ ${help}`)
})

test('parseArguments() takes the folder without a flag where it is what a command is about', () => {
  const serve = { ...SEARCH, name: 'serve', usage: '[content]' }
  assert.throws(() => parseArguments(serve, ['--content', 'docs']), { message: 'Unknown flag --content: the folder needs none, `ask serve docs`' })
})

test('parseArguments() names the setting that looks like a flag', () => {
  refuses('a --max-steps 3', 'Unknown flag --max-steps: it is the setting limits.answer.maxSteps of ask.json now')
  refuses('a --max-steps=3', 'Unknown flag --max-steps: it is the setting limits.answer.maxSteps of ask.json now')
  refuses('--constructor', 'Unknown flag --constructor (`ask search --help` lists all flags; an argument after -- is never a flag)')
  refuses('--budget-file', 'Unknown flag --budget-file: it is the setting budgetFile of ask.json now')
})

test('parseArguments() says what a flag needs, which is given once', () => {
  refuses('a --kg-path', '--kg-path needs a value: --kg-path FILE')
  refuses('a --kg-path --json', '--kg-path needs a value: --kg-path FILE; for one that begins with a dash type --kg-path=--json')
  refuses('a --kg-path=', '--kg-path needs a value: --kg-path FILE')
  refuses('a --json=yes', '--json takes no value')
  refuses('a --kg-path x --kg-path y', '--kg-path is given twice: give it once')
  refuses('a --json --json', '--json is given twice: give it once')
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

const ALL: Settings = {
  content: 'docs', base: '/docs', kgPath: 'kg.json', endpoint: 'https://acme.dev', siteTitle: 'Acme',
  limits: { answersPerDay: 5, postsPerMinute: 7, answer: { maxSteps: 2 } },
}
const commands = await Promise.all(COMMANDS.map(({ load }) => load()))

/** The arguments of a command line with these settings. */
function complete(line: string, settings: Settings = ALL, env: Readonly<Record<string, string>> = {}) {
  const words = line.split(' ')
  const command = commands.filter(({ name }) => `${line} `.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0]!
  return withSettings(parseArguments(command, words.slice(command.name.split(' ').length)), command, { file: 'ask.json', settings }, env)
}

const reads = (line: string, expected: readonly [content: string | null, endpoint: string | null, base: string, kgPath: string], settings = ALL) => {
  test(`ask ${line} reads ${JSON.stringify(expected)} with ${Object.keys(settings).join(', ')}`, () => {
    const args = complete(line, settings)
    const content = args.text(FLAGS.content) ?? args.positionals[0] ?? null
    assert.deepEqual([content, args.text(FLAGS.endpoint), args.text(FLAGS.base), args.text(FLAGS.kgPath)], expected)
  })
}

reads('serve', ['docs', null, '/docs', 'kg.json'])
reads('serve other', ['other', null, '/', '.service/kg.json'])
reads('serve docs --base /x', ['docs', null, '/x', 'kg.json'])
reads('kg build --kg-path mine.json', ['docs', null, '/docs', 'mine.json'])
reads('overview', ['docs', null, '/docs', 'kg.json'])
reads('overview --content ./docs/', ['./docs/', null, '/docs', 'kg.json'])
reads('overview --content other', ['other', null, '/', '.service/kg.json'])
reads('overview --endpoint https://b.dev', [null, 'https://b.dev', '/', '.service/kg.json'])
reads('overview', [null, 'https://acme.dev', '/', '.service/kg.json'], { endpoint: 'https://acme.dev' })
reads('overview', [null, null, '/', 'kg.json'], { kgPath: 'kg.json', endpoint: 'https://acme.dev' })
reads('answer', [null, 'https://acme.dev', '/', '.service/kg.json'])
reads('answer', ['docs', null, '/', '.service/kg.json'], { content: 'docs' })
reads('mcp', ['docs', null, '/docs', 'kg.json'])
reads('kg show', [null, null, '/docs', 'kg.json'])

test('a search engine that a flag or a variable names takes the place of the content and the service in the file', () => {
  for (const [line, env] of [['--search-url https://store.test', {}], ['', { ASK_SEARCH_URL: 'https://store.test' }]] as const) {
    for (const name of ['serve', 'overview', 'answer', 'mcp']) {
      const args = complete(`${name} ${line}`.trim(), ALL, env)
      assertOneSource(args)
      assert.deepEqual([args.text(FLAGS.content), args.positionals, readsStore(args, { env })], [null, [], true], name)
    }
    assert.deepEqual(complete(`doctor ${line}`.trim(), ALL, env).positionals, [])
    assert.deepEqual(complete('kg build', ALL, env).positionals, ['docs'])
  }
})

test('settings of content are no flags, which some sources refuse', () => {
  for (const line of ['overview', 'overview --kg-path kg.json', 'overview --endpoint https://b.dev', 'answer --endpoint https://b.dev']) {
    const args = complete(line, { base: '/docs', siteTitle: 'Acme', generator: 'plain' })
    assertOneSource(args)
    assert.deepEqual([args.has(FLAGS.base), args.text(FLAGS.base)], [false, '/docs'], line)
  }
})

test('serve keeps its own endpoint, a path', () => assert.equal(complete('serve').text(FLAGS.basePath), '/api/ask'))

test('variables win over limits of the file', () => {
  const limitsOf = (env = {}) => accessOptions(complete('serve'), fakeIo({ env })).limits
  assert.deepEqual(limitsOf(), { answersPerDay: 5, postsPerMinute: 7, answer: { maxSteps: 2 } })
  const env = { ASK_ANSWERS_PER_DAY: '9', ASK_MAX_CALLS: '3' }
  assert.deepEqual(limitsOf(env), { answersPerDay: 9, postsPerMinute: 7, answer: { maxSteps: 2, maxCalls: 3 } })
})

test('a command says which service it uses because of a file, and refuses settings that it can\'t use', async () => {
  const run = async (settings: string, ...argv: string[]) => runAsk(argv, { folder: await folderOf({ ...SITE, 'ask.json': settings }) })
  const { err } = await run('{ "endpoint": "https://acme.dev/api/ask" }', 'overview')
  assert.match(err, /^Using the service at https:\/\/acme\.dev\/api\/ask, as ask\.json says\n/)
  assert.doesNotMatch((await run('{ "endpoint": "https://acme.dev" }', 'overview', '--endpoint', 'https://b.dev')).err, /as ask\.json says/)
  assert.match((await run('{ "contents": "docs" }', 'overview')).err, /^ask: ask\.json: there is no setting "contents": did you mean content\?\n$/)
  assert.equal((await run('{ "contents": "docs" }', '--version')).code, 0)
})
