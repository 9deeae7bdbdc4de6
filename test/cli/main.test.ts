import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/main.ts'
import { runAsk } from '../support/run-ask.ts'

/** What a command line writes, and its exit code. */
const run = (line: string, given = {}) => runAsk(line === '' ? [] : line.split(' '), given)

async function refuses(line: string, message: string) {
  assert.deepEqual(await run(line), { code: 2, out: '', err: `ask: ${message}\n` })
}

test('main() shows its help on stderr when nothing is asked for', async () => {
  const { code, out, err } = await run('')
  assert.deepEqual([code, out], [2, ''])
  assert.match(err, /^ask: search and answers[^]*\nCommands:\n  serve \[content\] +Serve [^]*  kg show \[id\] /)
})

test('main() shows help on stdout when it is asked for', async () => {
  const overall = await run('--help')
  assert.equal(overall.code, 0)
  assert.equal(overall.out, (await run('')).err)
  for (const line of overall.out.split('\n')) assert.ok(line.length <= 80, line)
  assert.deepEqual(await run('-h'), overall)
  assert.deepEqual(await run('help'), overall)
  const kg = await run('kg --help')
  assert.match((await run('help mcp')).out, /--max-result-bytes/)
  assert.match(kg.out, /\nCommands:\n  kg build \[content\]  [^]*\n  kg show/)
  assert.doesNotMatch(kg.out, /serve/)
  assert.deepEqual(await run('help kg'), kg)
})

test('main() shows the help of every command, with its flags and an example', async () => {
  for (const entry of COMMANDS) {
    const { name, flags } = await entry.load()
    const { code, out, err } = await run(`${name} --help`)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, new RegExp(`\\n\\nUsage: ask ${name}.*\\[flags\\]\\n[^]*\\nFlags:\\n[^]*\\nExample:\\n  .*ask ${name}`))
    for (const flag of [...flags, { name: 'help' }]) assert.ok(out.includes(`\n  --${flag.name}`), `${name} --${flag.name}`)
    for (const line of out.split('\n')) assert.ok(line.length <= 100, line)
    for (const line of out.slice(0, out.indexOf('\nExample:')).split('\n')) assert.ok(line.length <= 80 || /^ {2}[^- ]/.test(line), line)
    assert.deepEqual(await run(`help ${name}`), { code, out, err })
    assert.deepEqual(await run(`${name} -h words too many --json`.replace(' --json', '')), { code, out, err })
  }
})

test('main() shows its version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  assert.deepEqual(await run('--version'), { code: 0, out: `ask ${version}\n`, err: '' })
  for (const line of ['-V', '-v', 'version']) assert.deepEqual(await run(line), await run('--version'), line)
})

test('main() names the command that was probably meant', async () => {
  await refuses('serach x', 'Unknown command "serach": did you mean `ask search`?')
  await refuses('kg bild', 'Unknown command "kg bild": did you mean `ask kg build`?')
  await refuses('kg chekc', 'Unknown command "kg chekc": did you mean `ask kg check`?')
  await refuses('kg', '`ask kg` needs a subcommand: build, check, diff, queries, show')
  await refuses('index', '`ask index` needs a subcommand: build, push, check')
  await refuses('kg --json', '`ask kg` needs a subcommand: build, check, diff, queries, show')
  await refuses('deploy', 'Unknown command "deploy": `ask --help` lists all commands')
  await refuses('--jsn', 'Unknown command "--jsn": `ask --help` lists all commands')
  await refuses('--content docs search x', 'Flags come after the command: `ask <command> --content …` (`ask --help` lists all commands)')
  await refuses('mcp instal', 'Unknown command "mcp instal": did you mean `ask mcp install`?')
  await refuses('help me', 'Unknown command "me": `ask --help` lists all commands')
  await refuses('__proto__', 'Unknown command "__proto__": `ask --help` lists all commands')
})

test('main() says in one safe line what a command failed of', async () => {
  await refuses('search x --explain --search-url https://store.test', '--explain only works with --content or --kg-path')
  const { code, err } = await run('overview --kg-path /no/such\u001b[2J/kg.json')
  assert.deepEqual([code, err], [1, 'ask: No graph at /no/such\ufffd[2J/kg.json; run `ask kg build` to make one\n'])
})

test('main() reports what nobody expected, and does not show where', async () => {
  for (const [thrown, shown] of [[new RangeError('a\nbug'), 'a bug'], ['text', 'text']] as const) {
    assert.deepEqual(await run('serve --demo', { packageFile: () => Promise.reject(thrown) }), { code: 1, out: '', err: `ask: unexpected error: ${shown}\n` })
  }
})
