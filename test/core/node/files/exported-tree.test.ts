import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { HASHES_FILE, writeTree } from '../../../../src/core/node/files/exported-tree.ts'
import { folderOf } from '../../../support/site.ts'

const tree = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files))
const text = (folder: string, path: string) => readFile(join(folder, path), 'utf8').catch(() => null)

test('writeTree() writes all files, and at the next run only those that changed', async () => {
  const folder = await folderOf({})
  const first = await writeTree(folder, tree({ 'a.md': 'A', 'g/b.md': 'B' }))
  assert.deepEqual(first, { written: ['a.md', 'g/b.md'], unchanged: [], removed: [], foreign: [] })
  const { mtimeMs, ino } = await stat(join(folder, 'a.md'))
  const hashes = await stat(join(folder, HASHES_FILE))
  assert.deepEqual(await writeTree(folder, tree({ 'a.md': 'A', 'g/b.md': 'B' })), { written: [], unchanged: ['a.md', 'g/b.md'], removed: [], foreign: [] })
  const again = await stat(join(folder, 'a.md'))
  assert.deepEqual([again.mtimeMs, again.ino, (await stat(join(folder, HASHES_FILE))).ino], [mtimeMs, ino, hashes.ino])
  assert.deepEqual((await writeTree(folder, tree({ 'a.md': 'A', 'g/b.md': 'New' }))).written, ['g/b.md'])
  assert.equal(await text(folder, 'g/b.md'), 'New')
})

test('writeTree() removes files that are no longer part of the tree, with the folders that they leave empty', async () => {
  const folder = await folderOf({})
  await writeTree(folder, tree({ 'a.md': 'A', 'g/h/b.md': 'B', 'k/c.md': 'C' }))
  await writeFile(join(folder, 'k/own.md'), 'own')
  assert.deepEqual((await writeTree(folder, tree({ 'a.md': 'A' }))).removed, ['g/h/b.md', 'k/c.md'])
  assert.deepEqual([await stat(join(folder, 'g')).catch(() => null), await text(folder, 'k/own.md')], [null, 'own'])
})

test('writeTree() leaves alone what somebody else wrote', async () => {
  const folder = await folderOf({ 'llms.txt': 'own', 'same.md': 'S' })
  const first = await writeTree(folder, tree({ 'llms.txt': 'index', 'same.md': 'S', 'a.md': 'A', 'b.md': 'B' }))
  assert.deepEqual([first.foreign, first.unchanged], [['llms.txt'], ['same.md']])
  await writeFile(join(folder, 'a.md'), 'edited')
  await writeFile(join(folder, 'b.md'), 'edited')
  const second = await writeTree(folder, tree({ 'llms.txt': 'index', 'same.md': 'S', 'a.md': 'new' }))
  assert.deepEqual(second.foreign, ['llms.txt', 'a.md', 'b.md'])
  assert.deepEqual(await Promise.all(['llms.txt', 'a.md', 'b.md'].map((path) => text(folder, path))), ['own', 'edited', 'edited'])
})

test('writeTree() knows the files of an export that was cut short', async () => {
  const folder = await folderOf({ x: 'a file' })
  await writeTree(folder, tree({ 'a.md': 'A', 'b.md': 'B' }))
  await assert.rejects(writeTree(folder, tree({ 'a.md': 'A2', 'x/y.md': 'below a file', 'b.md': 'B2' })))
  assert.deepEqual([await text(folder, 'a.md'), await text(folder, 'b.md')], ['A2', 'B'])
  const next = await writeTree(folder, tree({ 'a.md': 'A3', 'b.md': 'B3' }))
  assert.deepEqual(next, { written: ['a.md', 'b.md'], unchanged: [], removed: [], foreign: [] })
  assert.match((await text(folder, HASHES_FILE)) ?? '', /"a.md": "sha256:/)
})

test('writeTree() takes a broken list of hashes for none, and follows no path in it out of the folder', async () => {
  for (const hashes of ['{', '[]', '{"version":1,"files":{"../out.md":"sha256:00","a.md":3}}', '{"version":9,"files":{}}']) {
    const folder = await folderOf({ [HASHES_FILE]: hashes, 'a.md': 'foreign' })
    assert.deepEqual((await writeTree(folder, tree({ 'a.md': 'A', 'b.md': 'B' }))), { written: ['b.md'], unchanged: [], removed: [], foreign: ['a.md'] })
  }
})

test('writeTree() refuses a link that leads out of the folder', async () => {
  const outside = await folderOf({})
  const folder = await folderOf({})
  await symlink(outside, join(folder, 'g'))
  await assert.rejects(writeTree(folder, tree({ 'g/a.md': 'A' })), /leads out of the project/)
  await rm(join(folder, 'g'))
  await mkdir(join(folder, 'a.md'))
  await assert.rejects(writeTree(folder, tree({ 'a.md': 'A' })), /exists and is not a file/)
})
