import assert from 'node:assert/strict'
import { mkdir, open, readdir, readFile, readlink, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import {
  removeAbandonedFiles, temporaryPath, writeFileAtomically,
} from '../../../../src/core/node/files/atomic-write.ts'
import { PLATFORM } from '../../../runner/platform.mjs'
import { closedFolder, temporaryFolder } from '../../../support/site.ts'

const folder = await temporaryFolder()

test('writeFileAtomically() makes folders, replaces the file and leaves nothing else', async () => {
  const longest = 'n'.repeat(255)
  const path = join(folder, 'a', 'b', longest)
  await writeFileAtomically(path, 'one')
  await writeFileAtomically(path, 'two')
  assert.equal(await readFile(path, 'utf8'), 'two')
  assert.deepEqual(await readdir(join(folder, 'a', 'b')), [longest])
})

test('writeFileAtomically() leaves the old file when it fails', async () => {
  const path = join(folder, 'taken')
  await mkdir(join(path, 'inner'), { recursive: true })
  await assert.rejects(writeFileAtomically(path, 'x'), { name: 'AskError', message: `${path}: can't be written: it is not a regular file` })
  assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.tmp')))
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(writeFileAtomically(join(folder, 'file', 'x'), 'x'), /can't be written \(E[A-Z]+\)/)
})

test('writeFileAtomically() says so where it may not write', { skip: process.platform === 'win32' && PLATFORM.posix }, async () => {
  const path = join(await closedFolder(folder), 'kg.json')
  await assert.rejects(writeFileAtomically(path, 'x'), /can't be written \((?:EACCES|EPERM|EROFS)\)/)
})

test('writeFileAtomically() puts no file in the place of a device, a socket or a pipe', { skip: process.platform === 'win32' }, async (t) => {
  const path = join(folder, 'socket')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.after(() => server.close())
  await assert.rejects(writeFileAtomically(path, '{}'), { code: 'file', message: `${path}: can't be written: it is not a regular file` })
})

test('writeFileAtomically() says so where no folder can be made', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(writeFileAtomically('/proc/none/below/kg.json', '{}'), { code: 'file', message: "/proc/none/below/kg.json: can't be written (ENOENT)" })
})

test('writeFileAtomically() makes the file that a link names, and leaves the link', { skip: process.platform === 'win32' }, async () => {
  const [outer, inner] = [join(folder, 'links'), join(folder, 'linked')]
  await mkdir(join(outer, 'a'), { recursive: true })
  await mkdir(inner)
  await symlink('../b.json', join(outer, 'a', 'first.json'))
  await symlink(join(inner, 'new.json'), join(outer, 'b.json'))
  await writeFileAtomically(join(outer, 'a', 'first.json'), 'one')
  assert.equal(await readFile(join(inner, 'new.json'), 'utf8'), 'one')
  assert.equal(await readlink(join(outer, 'a', 'first.json')), '../b.json')
  await symlink('loop.json', join(outer, 'loop.json'))
  await assert.rejects(writeFileAtomically(join(outer, 'loop.json'), 'x'), { code: 'file', message: /leads back to itself|ELOOP/ })
  await symlink('none/x.json', join(outer, 'nowhere.json'))
  await assert.rejects(writeFileAtomically(join(outer, 'nowhere.json'), 'x'), { code: 'file' })
  assert.equal(await readlink(join(outer, 'nowhere.json')), 'none/x.json')
})

test('writeFileAtomically() synchronizes the file, then its folder, so that a loss of power takes neither', { skip: process.platform === 'win32' }, async (t) => {
  const probe = await open(folder)
  const prototype: { sync: () => Promise<void> } = Object.getPrototypeOf(probe)
  await probe.close()
  const synced: string[] = []
  const sync = prototype.sync
  t.mock.method(prototype, 'sync', async function (this: typeof probe) {
    synced.push((await this.stat()).isDirectory() ? `folder with ${await readdir(join(folder, 'power'))}` : 'file')
    await sync.call(this)
  })
  await mkdir(join(folder, 'power'))
  await writeFileAtomically(join(folder, 'power', 'kg.json'), 'x')
  assert.deepEqual(synced, ['file', 'folder with kg.json'])
})

test('removeAbandonedFiles() removes temporary files of any name that are older than an hour', async () => {
  const of = (name: string) => join(folder, 'abandoned', name)
  await mkdir(join(folder, 'abandoned'))
  const [young, old] = [temporaryPath(of('a.json')), temporaryPath(of('b.md'))]
  for (const path of [young, old, of('.b.md.tmp'), of('kg.json')]) await writeFile(path, 'half')
  const past = new Date(Date.now() - 2 * 3_600_000)
  for (const path of [old, of('.b.md.tmp'), of('kg.json')]) await utimes(path, past, past)
  await removeAbandonedFiles([join(folder, 'abandoned'), join(folder, 'no such folder')])
  assert.deepEqual((await readdir(join(folder, 'abandoned'))).sort(), [basename(young), '.b.md.tmp', 'kg.json'].sort())
})
