/** What only a process of its own shows: signals, the working folder, its environment and its output. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { frames, modelServer } from '../support/model-server.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const POSIX = { skip: process.platform === 'win32' }
const folder = await temporaryFolder()
await writeSite(join(folder, 'docs'))

/** Starts `ask serve` on a free port; `home` is the address that it names. */
async function serve(argv: readonly string[] = [], { cwd = folder, env = {} } = {}) {
  const running = startProgram(['serve', '--port', '0', ...argv], { cwd, env })
  const home = await running.says(/^(?:Open|No pages are served: they need the add-on reader, .*\nRoutes at) (.*)\n/m)
  return { ...running, home, address: new URL('/api/ask', home).href }
}

test('ask serves the default folder, builds what is missing, and answers', async () => {
  const { out, end, home, address } = await serve()
  assert.equal((await fetch(home)).status, 200)
  assert.match(out(), /^Serving docs\n {2}Content {2}3 pages[^]*built in memory by rules: there is no \.service\/kg\.json/)
  const found = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"static routes"}' })
  assert.equal(((await found.json()) as { results: { url: string }[] }).results[0]?.url, '/guides/routing/#static-routes')
  assert.equal((await fetch(new URL('/openapi.yaml', address))).status, 200)
  assert.match((await runProgram(['sections', '--endpoint', new URL(address).origin])).out, /^ {2}index {2}Acme\n/)
  const { code, err } = await end('SIGTERM')
  assert.deepEqual([code, err], [POSIX.skip ? null : 0, ''])
})

test('ask serve stops on SIGINT, with a client still connected', POSIX, async () => {
  const { address, end } = await serve()
  await (await fetch(`${address}/overview`)).text()
  assert.equal((await end('SIGINT')).code, 0)
})

test('ask serve ends at once at a second signal', POSIX, async () => {
  const { child, address, end } = await serve()
  const slow = connect(Number(new URL(address).port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write('POST /api/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await fetch(`${address}/overview`)
  const unused = connect(Number(new URL(address).port), '127.0.0.1')
  await once(unused, 'connect')
  child.kill('SIGTERM')
  await once(unused.resume(), 'close')
  assert.equal(child.exitCode, null, 'it waits for the request under way')
  assert.equal((await end('SIGTERM')).code, 143)
  slow.destroy()
})

test('Ctrl-C ends ask answer with 130, and the request with it', POSIX, async (t) => {
  const begun = frames(['search', { query: 'slashes' }], ['sources', { sources: [{ url: '/a/' }], model: 'm' }], ['token', { text: 'One ' }])
  const service = await modelServer(t, [{ body: [begun], ending: 'stall' }])
  const { says, end } = startProgram(['answer', '--endpoint', service.url, 'Why?'])
  await says(/Reading: slashes\n/)
  assert.deepEqual(await end('SIGINT'), { code: 130, out: '', err: 'Reading: slashes\nask: the answer was cancelled\n' })
  await service.requests[0]?.left
})

test('ask serve opens the browser without a shell', { skip: process.platform !== 'linux' }, async () => {
  const bin = await writeSite(join(folder, 'bin'), { 'xdg-open': '#!/bin/sh\nprintf %s "$*" > "$ASK_TEST_OPENED"\n' })
  await chmod(join(bin, 'xdg-open'), 0o755)
  const opened = join(folder, 'opened')
  const { home, end } = await serve(['--open'], { env: { PATH: bin, ASK_TEST_OPENED: opened } })
  await until(() => existsSync(opened) && readFileSync(opened, 'utf8') !== '')
  assert.equal(readFileSync(opened, 'utf8'), home)
  await end('SIGTERM')
  const none = await serve(['--open'], { env: { PATH: join(folder, 'docs') } })
  await none.says(/The browser could not be opened\n/)
  await none.end('SIGTERM')
})

test('ask kg build and ask glossary work in the folder they are started in, wherever that is', async () => {
  const cwd = join(folder, 'project')
  await writeSite(join(cwd, 'docs'))
  const built = await runProgram(['kg', 'build', '--extractive'], { cwd })
  assert.match(built.err, /^ {2}File +\.service\/kg\.json \(written\)\n/)
  assert.match((await runProgram(['glossary', 'SSR'], { cwd })).out, /^server-side rendering \(SSR\)\n/)
  const text = await readFile(join(cwd, '.service/kg.json'), 'utf8')
  const env = { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }
  assert.equal((await runProgram(['kg', 'build', '--extractive'], { cwd, env })).code, 0)
  assert.equal(await readFile(join(cwd, '.service/kg.json'), 'utf8'), text)
  await writeSite(join(cwd, 'other'), { 'a.md': '# A\n\nText.', 'b.md': '# B\n\nText.' })
  const { out, end } = await serve(['other'], { cwd })
  assert.match(out(), / {2}Graph {4}built in memory by rules: \.service\/kg\.json belongs to different content\n/)
  assert.equal((await end('SIGTERM')).err, '')
})

test('ask reads the default folder where there is no graph file, and says so', async () => {
  const says = (path: string) => `Reading ${path}, because there is no .service/kg.json (\`ask kg build\` creates it); --content names another, --endpoint a service\n`
  const cwd = join(folder, 'unbuilt')
  await writeSite(join(cwd, 'docs'))
  await mkdir(join(cwd, 'none'))
  for (const args of [['overview'], ['search', 'slash'], ['search', '--explain', 'slash']]) {
    const { code, out, err } = await runProgram(args, { cwd })
    assert.deepEqual([code, err], [0, says('docs')])
    assert.match(out, /Trailing slashes/)
  }
  const { code, err } = await runProgram(['overview'], { cwd: join(cwd, 'none') })
  assert.deepEqual([code, err], [1, `${says('the current folder')}ask: No pages in the current folder: it has no .md, .mdx or .html files\n`])
})

test('ask ends quietly when nobody reads on', POSIX, async () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`page-${i}.md`, `# Page ${i}\n\nText of a page with a number.\n`]))
  await writeSite(join(folder, 'many'), many)
  const { child, end } = startProgram(['sections', '--content', 'many', '--json'], { cwd: folder })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const { code, err } = await end()
  assert.deepEqual([code, err], [0, ''])
})

test('ask serve lives on when nobody reads its log', POSIX, async () => {
  const { child, says, end } = startProgram(['serve', '--port', '0', '--log', 'json'], { cwd: folder })
  const address = await says(/(?:Open|Routes at) (http:[^"]*)"/)
  child.stdout.destroy()
  for (const path of ['/healthz', '/readyz', '/healthz']) assert.equal((await fetch(new URL(path, address))).status, 200)
  const { code, err } = await end('SIGTERM')
  assert.deepEqual([code, err], [0, ''])
})
