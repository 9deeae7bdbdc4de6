/** The program where the system gives it few file descriptors, or few bytes of a file, which stands for a full disk. */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PROGRAM, runProgram, startProgram } from '../support/program.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const LINUX = { skip: process.platform !== 'linux' }
const folder = await temporaryFolder()
const PAGES = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}.md`, `# Page ${i}\n\nThe flag \`--p${i}\` sets it.\n`]))
const content = await writeSite(join(folder, 'docs'), PAGES)
const DESCRIPTORS = 256

test('ask serve lives on when connections have used up its descriptors, and serves when they are gone', LINUX, async () => {
  const { says, end } = startProgram(['serve', content, '--port', '0', '--kg-path', join(folder, 'none.json')], { limit: `-n ${DESCRIPTORS}` })
  const address = await says(/(?:Open|Routes at) (\S+)\n/)
  let [open, closed] = [0, 0]
  const sockets = Array.from({ length: 2 * DESCRIPTORS }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => open++)
    return socket.on('error', () => undefined).on('close', () => closed++)
  })
  // Those without a descriptor are closed, or wait in the queue of the system.
  await until(() => open === sockets.length)
  for (const socket of sockets) socket.destroy()
  await until(() => closed === sockets.length)
  for (const path of ['/readyz', address]) assert.equal((await fetch(new URL(path, address))).status, 200)
  assert.equal((await end('SIGTERM')).code, 0)
})

test('a command whose files can\'t be opened has no other line', LINUX, async () => {
  // The second is not compiled, unless somebody has built the checkout.
  for (const bin of [PROGRAM, fileURLToPath(new URL('../../bin/ask.js', import.meta.url))]) {
    const { code, err } = await runProgram(['help'], { limit: '-n 32', bin })
    // Versions of Node need more of them, or fewer.
    assert.match(err, code === 0 ? /^$/ : /^ask: too few files .*`ulimit -n 1024`\n$/)
  }
})

test('a build with few descriptors leaves out what the data of very many folders do', LINUX, async () => {
  const hidden = Array.from({ length: 600 }, (_, i) => [[`f${i}/f${i}.json`, '{ "permalink": false }'], [`f${i}/a.md`, '# A\n']] as const)
  const files = { 'eleventy.config.js': '', 'index.md': '# Home\n', ...Object.fromEntries(hidden.flat()) }
  const site = await writeSite(join(folder, 'eleventy'), files)
  const path = join(folder, 'eleventy.json')
  const built = await runProgram(['kg', 'build', site, '--kg-path', path, '--extractive', '--quiet'], { limit: `-n ${DESCRIPTORS}` })
  assert.equal(built.code, 0)
  assert.equal((await readFile(path, 'utf8')).split('"kind": "section"').length - 1, 1)
})

test('a build on a full disk leaves the old graph, no lock and no other file, and the next build works', { skip: process.platform === 'win32' }, async () => {
  const path = join(folder, 'service', 'kg.json')
  const build = (blocks: number | 'unlimited') => runProgram(['kg', 'build', content, '--kg-path', path, '--extractive', '--quiet'], { limit: `-f ${blocks}` })
  assert.equal((await build('unlimited')).code, 0)
  const before = await readFile(path, 'utf8')
  assert.ok(before.length > 16 * 512)
  await writeFile(join(content, 'new.md'), '# New\n')
  for (const [blocks, file] of [[0, 'kg.json.lock'], [1, 'kg.json'], [16, 'kg.json']] as const) {
    const { code, err } = await build(blocks)
    assert.equal(code, 1)
    assert.match(err, new RegExp(`^ask: \\S+${file}: can't be written \\(EFBIG\\)\n$`))
    assert.deepEqual([await readdir(join(folder, 'service')), await readFile(path, 'utf8')], [['kg.json'], before])
  }
  assert.equal((await build('unlimited')).code, 0)
  assert.notEqual(await readFile(path, 'utf8'), before)
})
