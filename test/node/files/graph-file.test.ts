import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { formatGraph } from '../../../src/graph/format.ts'
import { findGraph, readGraph, readGraphText, refuseForeign, writeFileWhole } from '../../../src/node/files/graph-file.ts'
import { graph } from '../../support/graph.ts'

const folder = await mkdtemp(join(tmpdir(), 'ask-files-'))
after(() => rm(folder, { recursive: true }))

/** Whether permissions hold back this process: not on Windows, and not root. */
const hasPermissions = process.platform !== 'win32' && process.getuid?.() !== 0

test('readGraph() reads what was written', async () => {
  const path = join(folder, 'read.json')
  await writeFileWhole(path, formatGraph(graph()))
  assert.deepEqual(await readGraph(path), graph())
})

test('readGraph() says what to do when there is no file', async () => {
  const path = join(folder, 'none.json')
  const message = `No graph at ${path}; run \`ask kg build\` to make one`
  await assert.rejects(readGraph(path), { code: 'graph-missing', message })
  await assert.rejects(readGraph(join(folder, 'read.json', 'x')), { code: 'graph-missing' })
})

test('readGraph() names the file that is no graph', async () => {
  const path = join(folder, 'broken.json')
  await writeFile(path, '{')
  await assert.rejects(readGraph(path), { code: 'graph-format', message: `${path}: The text is not JSON; run \`ask kg build\`` })
  await assert.rejects(readGraph(folder), { code: 'graph-format', message: `${folder}: can't be read (EISDIR)` })
})

test('readGraphText() gives the text as it stands, null where there is none', async () => {
  const path = join(folder, 'text.json')
  await writeFile(path, 'x')
  assert.equal(await readGraphText(path), 'x')
  assert.equal(await readGraphText(join(folder, 'none.json')), null)
})

test('writeFileWhole() makes folders, replaces the file and leaves nothing else', async () => {
  const path = join(folder, 'a', 'b', 'kg.json')
  await writeFileWhole(path, 'one')
  await writeFileWhole(path, 'two')
  assert.equal(await readFile(path, 'utf8'), 'two')
  assert.deepEqual(await readdir(join(folder, 'a', 'b')), ['kg.json'])
})

test('writeFileWhole() keeps the mode of the file', { skip: process.platform === 'win32' }, async () => {
  const path = join(folder, 'mode.json')
  await writeFile(path, 'one')
  await chmod(path, 0o640)
  await writeFileWhole(path, 'two')
  assert.equal((await stat(path)).mode & 0o777, 0o640)
})

test('writeFileWhole() writes through a link and leaves it', { skip: process.platform === 'win32' }, async () => {
  const [target, link] = [join(folder, 'target.json'), join(folder, 'link.json')]
  await writeFile(target, 'one')
  await symlink(target, link)
  await writeFileWhole(link, 'two')
  assert.equal(await readFile(target, 'utf8'), 'two')
  assert.equal(await readFile(link, 'utf8'), 'two')
})

test('writeFileWhole() leaves the old file when it fails', async () => {
  const path = join(folder, 'taken')
  await mkdir(join(path, 'inner'), { recursive: true })
  await assert.rejects(writeFileWhole(path, 'x'), { name: 'AskError', message: `${path}: can't be written: it is no regular file` })
  assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.tmp')))
  await assert.rejects(writeFileWhole(join(folder, 'read.json', 'x'), 'x'), /can't be written \(E[A-Z]+\)/)
})

test('writeFileWhole() says so where it may not write', { skip: !hasPermissions }, async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o500 })
  await assert.rejects(writeFileWhole(join(closed, 'kg.json'), 'x'), /can't be written \(EACCES\)/)
})

test('writeFileWhole() puts no file in the place of a device, a socket or a pipe', { skip: process.platform === 'win32' }, async (t) => {
  const path = join(folder, 'socket')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.after(() => server.close())
  await assert.rejects(writeFileWhole(path, '{}'), { code: 'file', message: `${path}: can't be written: it is no regular file` })
})

test('writeFileWhole() says so where no folder can be made', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(writeFileWhole('/proc/none/below/kg.json', '{}'), { code: 'file', message: "/proc/none/below/kg.json: can't be written (ENOENT)" })
})

test('findGraph() is null where there is no file, and refuses one that is no graph', async () => {
  const path = join(folder, 'found.json')
  assert.equal(await findGraph(path), null)
  await writeFile(path, '{}')
  await assert.rejects(findGraph(path), { code: 'graph-format' })
})

test('refuseForeign() refuses a file that ask did not write, and no other', async () => {
  const place = join(folder, 'foreign.json')
  await refuseForeign(place)
  for (const own of ['', ' \n', await readFile(new URL('../../../.service/kg.json', import.meta.url), 'utf8'), '{"version":1,"contentHash":"sha256:0","chu']) {
    await writeFile(place, own)
    await refuseForeign(place)
  }
  for (const other of ['# Guide', '{}', '{"name":"site","version":"1.0.0"}', '[1]', '\u0000\u0001']) {
    await writeFile(place, other)
    await assert.rejects(refuseForeign(place), { code: 'file-exists', message: `${place} is there and not of ask's making: name another file, or remove it` })
    assert.equal(await readFile(place, 'utf8'), other)
  }
})
