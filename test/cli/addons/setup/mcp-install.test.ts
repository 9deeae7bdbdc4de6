import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuses, runAsk } from '../../../support/run-ask.ts'
import { folderOf, writeSite } from '../../../support/site.ts'

/** Writes for all projects, into a home folder of its own: the process stays where it is. */
const install = (home: string, ...flags: string[]) => runAsk(['mcp', 'install', '--user', '--name', 'acme-docs', ...flags], { env: { HOME: home } })

test('mcp install shows the change and writes the path of this copy, with whole paths for the home folder', async () => {
  const home = await folderOf({})
  const { code, out } = await install(home, '--client', 'cursor', '--content', 'docs', '--yes')
  assert.equal(code, 0)
  assert.match(out, /^--- \/dev\/null\n\+\+\+ b\/~\/\.cursor\/mcp\.json\n[^]*\nWrote ~\/\.cursor\/mcp\.json\n$/)
  const { mcpServers } = JSON.parse(await readFile(join(home, '.cursor/mcp.json'), 'utf8'))
  const { command, args: [program, ...others] } = mcpServers['acme-docs']
  assert.equal(command, process.execPath)
  assert.ok(program.endsWith('/bin/ask.js') && program.startsWith('/'))
  assert.deepEqual(others, ['mcp', '--content', join(process.cwd(), 'docs')])
  assert.match((await install(home, '--client', 'cursor', '--content', 'docs', '--yes')).out, /is up to date/)
})

test('mcp install writes to the home folder for a client that has no file in projects', async () => {
  const home = await folderOf({})
  const argv = ['mcp', 'install', '--client', 'windsurf', '--content', 'docs', '--yes']
  assert.equal((await runAsk(argv, { env: { HOME: home } })).code, 0)
  const { mcpServers } = JSON.parse(await readFile(join(home, '.codeium/windsurf/mcp_config.json'), 'utf8'))
  assert.equal(Object.values<{ command: string }>(mcpServers)[0]?.command, process.execPath)
})

test('mcp install leaves a file that it can\'t read alone, and shows the lines', async () => {
  const home = await folderOf({})
  await writeSite(home, { '.claude.json': '{ // mine\n}\n' })
  const { code, out, err } = await install(home, '--client', 'claude', '--kg-path', 'kg.json', '--yes')
  assert.equal(code, 1)
  assert.match(out, /^Add these lines to ~\/\.claude\.json:\n\n\{\n {2}"mcpServers": \{\n {4}"acme-docs"/)
  assert.match(err, /is not changed/)
  assert.equal(await readFile(join(home, '.claude.json'), 'utf8'), '{ // mine\n}\n')
})

test('mcp install names the clients, and refuses two sources and a name that no client takes', async () => {
  const home = await folderOf({})
  for (const [flags, message] of [
    [[], /--client is missing: give one of claude, claude-desktop, cursor, vscode, codex, gemini, windsurf, zed$/m],
    [['--client', 'vim'], /--client can't be "vim"/],
    [['--client', 'claude', '--content', 'a', '--endpoint', 'https://b.dev'], /either --endpoint or --content/],
    [['--client', 'claude', '--endpoint', 'ftp://docs.acme.dev'], /--endpoint must be an address such as https:/],
    [['--client', 'claude', '--content', 'docs', '--name', 'a b'], /--name may have letters/],
  ] as const) await refuses(['mcp', 'install', ...flags], 2, message, { env: { HOME: home } })
  await refuses(['mcp', 'install', '--client', 'claude', '--content', 'no/such', '--yes'], 1, /^ask: There is no folder no\/such in \//, { env: { HOME: home } })
  await assert.rejects(readFile(join(home, '.claude.json')))
})

test('mcp refuses two sources, and settings of content without a folder, except the name of the site', async () => {
  await refuses(['mcp', '--content', 'a', '--kg-path', 'b'], 2, /either --kg-path or --content/)
  await refuses(['mcp', '--base', '/x'], 2, /--base only works with --content/)
  await refuses(['mcp', '--site-title', 'x', '--base', '/x'], 2, /--base only/)
})
