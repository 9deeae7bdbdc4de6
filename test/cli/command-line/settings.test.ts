import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, parseArguments } from '../../../src/cli/command-line/arguments.ts'
import { FLAGS } from '../../../src/cli/command-line/flags.ts'
import type { Settings } from '../../../src/cli/command-line/settings-file.ts'
import { withSettings } from '../../../src/cli/command-line/settings.ts'
import { COMMANDS, main } from '../../../src/cli/main.ts'
import { accessOptions } from '../../../src/cli/commands/serve/options.ts'
import { fakeIo } from '../../support/io.ts'
import { folderIn, SITE, temporaryFolder } from '../../support/site.ts'

const ALL: Settings = {
  content: 'docs', base: '/docs', kgPath: 'kg.json', endpoint: 'https://acme.dev', siteTitle: 'Acme',
  limits: { answersPerDay: 5, postsPerMinute: 7, answer: { maxSteps: 2 } },
}
const commands = new Map<string, Command>()
for (const { name, load } of COMMANDS) commands.set(name, await load())

/** The arguments of a command line with these settings. */
function complete(line: string, settings: Settings = ALL) {
  const words = line.split(' ')
  const command = [...commands.values()].filter(({ name }) => `${line} `.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0]!
  return withSettings(parseArguments(command, words.slice(command.name.split(' ').length)), command, { file: 'ask.json', settings })
}

const check = (line: string, expected: readonly [content: string | null, endpoint: string | null, base: string, kgPath: string], settings = ALL) => {
  test(`ask ${line} reads ${JSON.stringify(expected)} with ${Object.keys(settings).join(', ')}`, () => {
    const args = complete(line, settings)
    const content = args.text(FLAGS.content) ?? args.positionals[0] ?? null
    assert.deepEqual([content, args.text(FLAGS.endpoint), args.text(FLAGS.base), args.text(FLAGS.kgPath)], expected)
  })
}

check('serve', ['docs', null, '/docs', 'kg.json'])
check('serve other', ['other', null, '/', '.service/kg.json'])
check('serve docs --base /x', ['docs', null, '/x', 'kg.json'])
check('kg build --kg-path mine.json', ['docs', null, '/docs', 'mine.json'])
check('overview', ['docs', null, '/docs', 'kg.json'])
check('overview --content docs', ['docs', null, '/docs', 'kg.json'])
check('overview --content other', ['other', null, '/', '.service/kg.json'])
check('overview --endpoint https://b.dev', [null, 'https://b.dev', '/', '.service/kg.json'])
check('overview', [null, 'https://acme.dev', '/', '.service/kg.json'], { endpoint: 'https://acme.dev' })
check('overview', [null, null, '/', 'kg.json'], { kgPath: 'kg.json', endpoint: 'https://acme.dev' })
check('answer', [null, 'https://acme.dev', '/', '.service/kg.json'])
check('answer', ['docs', null, '/', '.service/kg.json'], { content: 'docs' })
check('mcp', ['docs', null, '/docs', 'kg.json'])
check('init', [null, null, '/', '.service/kg.json'])

test('serve keeps its own endpoint, a path', () => assert.equal(complete('serve').text(FLAGS.basePath), '/api/ask'))

test('variables win over limits of the file', () => {
  const limitsOf = (env = {}) => accessOptions(complete('serve'), fakeIo({ env })).limits
  assert.deepEqual(limitsOf(), { answersPerDay: 5, postsPerMinute: 7, answer: { maxSteps: 2 } })
  const env = { ASK_ANSWERS_PER_DAY: '9', ASK_MAX_CALLS: '3' }
  assert.deepEqual(limitsOf(env), { answersPerDay: 9, postsPerMinute: 7, answer: { maxSteps: 2, maxCalls: 3 } })
})

test('a command says which service it uses because of a file, and refuses settings that it can\'t use', async () => {
  const scratch = await temporaryFolder()
  const run = async (settings: string, ...argv: string[]) => {
    const io = fakeIo({ folder: await folderIn(scratch, { ...SITE, 'ask.json': settings }) })
    const code = await main(argv, io)
    return { code, ...io.written }
  }
  const { err } = await run('{ "endpoint": "https://acme.dev/api/ask" }', 'overview')
  assert.match(err, /^Using the service at https:\/\/acme\.dev\/api\/ask, as ask\.json says\n/)
  assert.doesNotMatch((await run('{ "endpoint": "https://acme.dev" }', 'overview', '--endpoint', 'https://b.dev')).err, /as ask\.json says/)
  assert.match((await run('{ "contents": "docs" }', 'overview')).err, /^ask: ask\.json: there is no setting "contents": did you mean content\?\n$/)
  assert.equal((await run('{ "contents": "docs" }', '--version')).code, 0)
})
