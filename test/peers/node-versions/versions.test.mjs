/**
 * The root package on every Node line it promises: its whole suite, straight
 * from the sources (these versions strip the types themselves), and a copy of
 * `bin src openapi.yaml package.json` alone that serves without install or build.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Far more than it takes, both: they end what hangs. */
const SUITE_LIMIT_MS = 1_200_000
const START_LIMIT_MS = 60_000
const root = fileURLToPath(new URL('../../../', import.meta.url))
const nodeOf = (major) => fileURLToPath(new URL(`node_modules/node${major}/bin/node`, import.meta.url))

/** Environment in which a child finds this Node first and knows nothing of the test runner above it. */
function environment(node) {
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env
  return { ...rest, PATH: `${dirname(node)}:${process.env.PATH}` }
}

for (const major of [22, 24, 26]) {
  test(`the root suite passes on Node ${major}`, { timeout: SUITE_LIMIT_MS }, () => {
    const node = nodeOf(major)
    const { status, stdout } = spawnSync(node, ['test/runner/run.mjs', 'test'], {
      cwd: root,
      env: environment(node),
      encoding: 'utf8',
      timeout: SUITE_LIMIT_MS,
      maxBuffer: 64 * 1024 * 1024,
    })
    assert.equal(status, 0, stdout.slice(-5_000))
    assert.match(stdout, /\n\d+ passed, 0 failed, \d+ skipped\n$/)
  })

  test(`a bare copy of bin, src, openapi.yaml and package.json serves on Node ${major}`, { timeout: 2 * START_LIMIT_MS }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ask-copy-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['bin', 'src', 'openapi.yaml', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs', 'index.md'), '# Lamps\n\nLight.\n\n## Change the bulb\n\nTurn it off first.\n')

    const node = nodeOf(major)
    const child = spawn(node, ['bin/ask.js', 'serve', '--port', '0'], { cwd: folder, env: environment(node) })
    t.after(() => child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    const address = await addressOf(child)
    const reply = await fetch(`${address}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'change bulb', mode: 'keyword' }),
    })
    const { results } = await reply.json()
    assert.equal(results[0].url, '/#change-the-bulb')
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
}

/** The origin that the start-up lines of `ask serve` name. */
async function addressOf(child) {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
    if (found) return found[0]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no address within ${START_LIMIT_MS} ms; printed: ${printed}`)
}
