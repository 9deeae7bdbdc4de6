import assert from 'node:assert/strict'
import { mkdir, readFile, readdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { MANIFEST_NAME, writeStaticFolder, writeStaticSearch } from '../../../../src/addons/static/node/static-search.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { PAGE_MODULES } from '../../../support/io.ts'
import { temporaryFolder } from '../../../support/site.ts'
import { writeIndex } from '../../../support/static-index.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const indexes = await Promise.all(['one', 'two', 'three'].map((word) => writeIndex(chunksOf(page('page', { '': `Page ${word}.` })))))
const [one, two, three] = indexes as [typeof indexes[0], typeof indexes[0], typeof indexes[0]]

const write = (folder: string, index = one!, keep = 0) => writeStaticFolder(folder, { index: index!, modules: PAGE_MODULES, keep })
const filesOf = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
}
const buildsIn = async (folder: string) => (await filesOf(folder)).filter((path) => path.endsWith('/t/0.bin')).map((path) => path.split('/')[0])

test('writeStaticFolder() writes all files, and none that are there already', async () => {
  const folder = join(await temporaryFolder(), 'dist/_ask')
  const { files, written, build, script } = await write(folder)
  const names = await filesOf(folder)
  assert.deepEqual([files, written], [names.length, names.length])
  for (const name of ['index.json', 'overlay.js', 'overlay/de.js', MANIFEST_NAME, script, `${build}/t/0.bin`]) assert.ok(names.includes(name), name)
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  assert.equal((await write(folder)).written, 0)
  assert.deepEqual(await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs)), times)
})

test('writeStaticFolder() writes the search for English where all texts are, and the one for all languages beside it', async () => {
  const scriptsOf = async (index: typeof one) => {
    const folder = await temporaryFolder()
    await write(folder, index)
    const { script, fullScript } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
    const textOf = (name?: string) => (name === undefined ? null : readFile(join(folder, name), 'utf8'))
    return [await textOf(script), await textOf(fullScript)]
  }
  assert.deepEqual(await scriptsOf(one), ['English', 'search'])
  for (const [text, lang] of [['Eine Seite.', 'de'], ['Страница.', 'en'], ['페이지', 'en']] as const) {
    assert.deepEqual(await scriptsOf(await writeIndex(chunksOf(page('page', { '': text }, { lang })))), ['search', null])
  }
})

test('writeStaticFolder() writes the name of the search module into the overlay, which loads it beside the entry', async () => {
  const folder = await temporaryFolder()
  const modules = { ...PAGE_MODULES, overlay: bytes("import(base + 'search-############.js')") }
  const { script } = await writeStaticFolder(folder, { index: one!, modules, keep: 0 })
  assert.equal(await readFile(join(folder, 'overlay.js'), 'utf8'), `import(base + '${script}')`)
  assert.match(await readFile(join(folder, 'overlay/de.js'), 'utf8'), /Schließen/)
})

test('writeStaticFolder() removes the files of earlier builds but for those to keep, and nothing else', async () => {
  const folder = await temporaryFolder()
  await write(folder, one)
  await writeFile(join(folder, 'mine.txt'), 'mine')
  await writeFile(join(folder, one!.build, 'mine.txt'), 'mine')
  await write(folder, two, 1)
  assert.deepEqual((await buildsIn(folder)).sort(), [one!.build, two!.build].sort())
  await write(folder, three, 1)
  assert.deepEqual((await buildsIn(folder)).sort(), [two!.build, three!.build].sort())
  await write(folder, three)
  assert.deepEqual(await buildsIn(folder), [three!.build])
  const names = await filesOf(folder)
  assert.ok(names.includes('mine.txt') && names.includes(`${one!.build}/mine.txt`))
  assert.equal((await readdir(folder)).includes(two!.build), false)
})

test('writeStaticFolder() keeps the builds that pages have loaded: one that was cut short is none, and its files go', async () => {
  const folder = await temporaryFolder()
  await write(folder, one)
  const obstacle = join(folder, two!.build, 'x/0.bin')
  await mkdir(obstacle, { recursive: true })
  await assert.rejects(write(folder, two, 1))
  await rmdir(obstacle)
  await write(folder, three, 1)
  assert.deepEqual((await buildsIn(folder)).sort(), [one!.build, three!.build].sort())
})

test('writeStaticFolder() removes the search module of an earlier version where the index is the same', async () => {
  const folder = await temporaryFolder()
  const { script } = await write(folder)
  await writeStaticFolder(folder, { index: one!, modules: { ...PAGE_MODULES, englishSearch: bytes('next') }, keep: 0 })
  assert.equal((await filesOf(folder)).includes(script), false)
  assert.equal((await write(folder)).script, script)
})

test('writeStaticFolder() comes back to an earlier build', async () => {
  const folder = await temporaryFolder()
  for (const index of [one, two, one]) await write(folder, index, 2)
  assert.equal(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')).build, one!.build)
  assert.deepEqual((await buildsIn(folder)).sort(), [one!.build, two!.build].sort())
})

test('writeStaticFolder() mends files that were changed or cut short', async () => {
  const folder = await temporaryFolder()
  const { build } = await write(folder)
  const path = join(folder, build, 't/0.bin')
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(0, 5))
  assert.equal((await write(folder)).written, 1)
  assert.deepEqual(await readFile(path), whole)
})

for (const name of ['index.json', 'overlay.js', MANIFEST_NAME]) {
  test(`writeStaticFolder() does not overwrite a file ${name} that it did not write`, async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, name), '{"mine":1}')
    await assert.rejects(write(folder), { code: 'file-exists', message: `${join(folder, name)}: is not from \`ask static\`; choose another --out` })
    assert.deepEqual(await filesOf(folder), [name])
  })
}

test('writeStaticFolder() removes nothing outside of its folder, whatever a manifest lists', async () => {
  const root = await temporaryFolder()
  const folder = join(root, '_ask')
  await write(folder)
  await writeFile(join(root, 'index.html'), 'home')
  await mkdir(join(root, 'up'))
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8'))
  manifest.fixed.push('../index.html', '/etc/hosts')
  manifest.generations.push({ build: '../up', files: ['../index.html', '', 'up'] }, { build: 'x', files: null }, null)
  await writeFile(join(folder, MANIFEST_NAME), JSON.stringify(manifest))
  await write(folder, two)
  assert.equal(await readFile(join(root, 'index.html'), 'utf8'), 'home')
  assert.deepEqual(await buildsIn(folder), [two!.build])
})

test('writeStaticSearch() says which folder can not be written', async () => {
  const path = join(await temporaryFolder(), 'file')
  await writeFile(path, '')
  const written = writeStaticSearch([], PAGE_MODULES, { out: path })
  await assert.rejects(written, { code: 'file', message: /^.*: can.t be written \((?:EEXIST|ENOTDIR)\)$/ })
})
