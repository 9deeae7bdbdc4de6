/** The program as people start it: the published `bin/ask.js` as a process of its own. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { compiledProgram } from '../support/program.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const BIN = await compiledProgram()
const isWindows = process.platform === 'win32'
const folder = await temporaryFolder()
await writeSite(join(folder, 'docs'))

interface Options {
  readonly cwd?: string
  readonly env?: Record<string, string>
  readonly bin?: string
}

/** One that a failed test left running would keep this process alive. */
const started = new Set<ChildProcess>()
after(() => started.forEach((child) => child.kill('SIGKILL')))

/** Starts the program in the folder; nothing of this process's environment but its path goes along. */
function start(argv: readonly string[], { cwd = folder, env = {}, bin = BIN }: Options = {}): ChildProcess {
  const child = spawn(process.execPath, [bin, ...argv], { cwd, env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  return child
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return () => text
}

async function run(argv: readonly string[], options: Options = {}) {
  const child = start(argv, options)
  const [out, err] = [textOf(child.stdout), textOf(child.stderr)]
  const [code] = await once(child, 'close')
  return { code, out: out(), err: err() }
}

/** Starts `ask serve` on a free port and waits until it names its address; `address` is that of the API. */
async function serve(argv: readonly string[] = [], options: Options = {}) {
  const child = start(['serve', '--port', '0', ...argv], options)
  const [out, err] = [textOf(child.stdout), textOf(child.stderr)]
  while (!/^Open .*\n/m.test(out())) {
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close').then(() => assert.fail(err()))])
  }
  const home = /^Open (.*)\n/m.exec(out())![1]!
  return { child, out, err, home, address: new URL('/api/ask', home).href }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  const closed = once(child, 'close')
  child.kill(signal)
  return (await closed)[0]
}

/** Resolves when nothing listens at the address any more. */
async function closed(address: string): Promise<void> {
  while (await fetch(address).then(() => true, () => false)) await setImmediate()
}

test('ask serves the default folder, builds what is missing, and answers', async () => {
  const { child, out, err, home, address } = await serve()
  try {
    assert.equal((await fetch(home)).status, 200)
    assert.match(out(), /^Serving docs\n {2}Content {2}3 pages/)
    assert.match(out(), /built in memory by rules: there is no \.service\/kg\.json/)
    const found = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"static routes"}' })
    assert.equal(((await found.json()) as { results: { url: string }[] }).results[0]?.url, '/guides/routing/#static-routes')
    assert.equal((await fetch(`${address}/glossary/ssr`)).status, 200)
    assert.equal((await fetch(`${address}/sections/none`)).status, 404)
    assert.equal((await fetch(new URL('/openapi.yaml', address))).status, 200)
    assert.match((await run(['sections', '--endpoint', new URL(address).origin])).out, /^ {2}index {2}Acme\n/)
  } finally {
    assert.equal(await stop(child, 'SIGTERM'), isWindows ? null : 0)
  }
  assert.equal(err(), '')
})

test('ask serve stops on SIGINT, with a client still connected', { skip: isWindows }, async () => {
  const { child, address } = await serve()
  await (await fetch(`${address}/overview`)).text()
  assert.equal(await stop(child, 'SIGINT'), 0)
})

test('ask serve ends at once at a second signal', { skip: isWindows }, async () => {
  const { child, address } = await serve()
  const slow = connect(Number(new URL(address).port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write('POST /api/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await fetch(`${address}/overview`)
  child.kill('SIGTERM')
  await closed(`${address}/overview`)
  assert.equal(child.exitCode, null, 'it waits for the request under way')
  assert.equal(await stop(child, 'SIGTERM'), 143)
  slow.destroy()
})

test('ask serve opens the browser without a shell', { skip: process.platform !== 'linux' }, async () => {
  const bin = await writeSite(join(folder, 'bin'), { 'xdg-open': '#!/bin/sh\nprintf %s "$*" > "$ASK_TEST_OPENED"\n' })
  await chmod(join(bin, 'xdg-open'), 0o755)
  const opened = join(folder, 'opened')
  const { child, home } = await serve(['--open'], { env: { PATH: bin, ASK_TEST_OPENED: opened } })
  await until(() => existsSync(opened) && readFileSync(opened, 'utf8') !== '')
  assert.equal(readFileSync(opened, 'utf8'), home)
  await stop(child, 'SIGTERM')
  const none = await serve(['--open'], { env: { PATH: join(folder, 'docs') } })
  await until(() => none.err() !== '')
  assert.equal(none.err(), 'The browser could not be opened\n')
  await stop(none.child, 'SIGTERM')
})

test('ask kg build and ask glossary work in the folder they are started in', async () => {
  const cwd = join(folder, 'project')
  await writeSite(join(cwd, 'docs'))
  const built = await run(['kg', 'build', '--extractive'], { cwd })
  assert.deepEqual([built.code, built.out], [0, ''])
  assert.match(built.err, /^ {2}File +\.service\/kg\.json \(written\)\n/)
  assert.match((await run(['glossary', 'SSR'], { cwd })).out, /^server-side rendering \(SSR\)\n/)
  const text = await readFile(join(cwd, '.service/kg.json'), 'utf8')
  assert.equal((await run(['kg', 'build', '--extractive'], { cwd, env: { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' } })).code, 0)
  assert.equal(await readFile(join(cwd, '.service/kg.json'), 'utf8'), text)
})

test('ask serve takes the graph of its own content only', async () => {
  const cwd = join(folder, 'two')
  await writeSite(join(cwd, 'docs'))
  await writeSite(join(cwd, 'other'), { 'a.md': '# A\n\nText.', 'b.md': '# B\n\nText.' })
  await run(['kg', 'build', '--extractive'], { cwd })
  const { child, out, err } = await serve(['other'], { cwd })
  assert.ok(out().includes('  Graph    built in memory by rules: .service/kg.json belongs to different content\n'), out())
  await stop(child, 'SIGTERM')
  assert.equal(err(), '')
})

test('ask reads the default folder where there is no graph file, and says so', async () => {
  const says = (path: string) => `Reading ${path}, because there is no .service/kg.json (\`ask kg build\` creates it); --content names another, --endpoint a service\n`
  const cwd = join(folder, 'unbuilt')
  await writeSite(join(cwd, 'docs'))
  await mkdir(join(cwd, 'none'))
  for (const args of [['overview'], ['search', 'slash'], ['search', '--explain', 'slash']]) {
    const { code, out, err } = await run(args, { cwd })
    assert.deepEqual([code, err], [0, says('docs')])
    assert.match(out, /Trailing slashes/)
  }
  const { code, err } = await run(['overview'], { cwd: join(cwd, 'none') })
  assert.deepEqual([code, err], [1, `${says('the current folder')}ask: No pages in the current folder: it has no .md, .mdx or .html files\n`])
})

test('ask ends quietly when nobody reads on', { skip: isWindows }, async () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`page-${i}.md`, `# Page ${i}\n\nText of a page with a number.\n`]))
  await writeSite(join(folder, 'many'), many)
  const child = start(['sections', '--content', 'many', '--json'])
  const err = textOf(child.stderr)
  child.stdout!.once('data', () => child.stdout!.destroy())
  const [code] = await once(child, 'close')
  assert.deepEqual([code, err()], [0, ''])
})
