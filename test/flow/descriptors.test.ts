/** `ask serve` where the system gives it few file descriptors. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { compiledProgram } from '../support/program.ts'
import { folderIn, temporaryFolder, writeSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const BIN = await compiledProgram()
const DESCRIPTORS = 256

test('ask serve lives on when connections have used up its descriptors, and serves when they are gone', { skip: process.platform !== 'linux' }, async (t) => {
  const content = await writeSite(join(await temporaryFolder(), 'docs'))
  const line = `ulimit -n ${DESCRIPTORS} && exec "$0" "$@"`
  const args = [process.execPath, BIN, 'serve', content, '--port', '0', '--kg-path', join(content, 'none.json')]
  const child = spawn('sh', ['-c', line, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  await until(() => out.includes('Open http'))
  const address = /Open (\S+)/.exec(out)?.[1] ?? ''
  let open = 0
  let closed = 0
  const sockets = Array.from({ length: 2 * DESCRIPTORS }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => open++)
    socket.on('error', () => undefined).on('close', () => closed++)
    return socket
  })
  // Those without a descriptor are closed, or wait in the queue of the system.
  await until(() => open === sockets.length)
  for (const socket of sockets) socket.destroy()
  await until(() => closed === sockets.length)
  assert.equal((await fetch(new URL('/readyz', address))).status, 200)
  assert.equal((await fetch(address)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'close'), [0, null])
})

test('ask says in one line that too few descriptors are left to load it', async () => {
  const failing = "throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })"
  const folder = await folderIn(await temporaryFolder(), { 'src/cli/main.ts': failing, 'dist/cli/main.js': failing, 'package.json': '{ "type": "module" }' })
  await cp(join(import.meta.dirname, '../../bin/ask.js'), join(folder, 'bin/ask.js'))
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/ask.js'), 'help'], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^ask: too few files .*`ulimit -n 1024`\n$/)
})

test('a command whose files can\'t be opened has no other line', { skip: process.platform !== 'linux' }, () => {
  const line = 'ulimit -n 32 && exec "$0" "$@"'
  // The second is not compiled, unless somebody has built the checkout.
  for (const program of [BIN, join(import.meta.dirname, '../../bin/ask.js')]) {
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, program, 'help'], { encoding: 'utf8' })
    // Versions of Node need more of them, or fewer.
    assert.match(stderr, status === 0 ? /^$/ : /^ask: too few files .*`ulimit -n 1024`\n$/)
  }
})
