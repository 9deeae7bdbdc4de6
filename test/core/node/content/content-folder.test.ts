import assert from 'node:assert/strict'
import { chmodSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { FOLDER_LIMITS, openFolder, readFolder, readSource } from '../../../../src/core/node/content/content-folder.ts'
import { folderOf } from '../../../support/site.ts'

const SETTINGS = { base: '/', trailingSlash: true, depth: 6 }

/** Paths of the pages of a folder, and warnings, each after a `!`. */
async function check(folder: string, expected: string, limits = FOLDER_LIMITS) {
  const { pages, warnings } = await readSource(await openFolder(folder, SETTINGS, limits))
  const found = [...pages.map(({ path }) => path), ...warnings.map(({ path, message }) => `!${path}: ${message}`)]
  assert.equal(found.join('\n'), expected)
}

test('readFolder() reads the pages of a folder and those below', async () => {
  const left = { 'guides/_b.md': 'x', '.git/c.md': 'x', 'd.txt': 'x' }
  const folder = await folderOf({ 'index.md': '# Home', 'guides/a.md': 'x', ...left })
  await check(folder, 'index.md\nguides/a.md')
  const { pages } = await readFolder(folder, SETTINGS)
  assert.deepEqual([pages[0]?.title, pages[1]?.sections[0]?.text], ['Home', 'x'])
})

test('readFolder() reads more files than it holds at once, in order', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `p${String(at).padStart(3, '0')}`)
  const files = Object.fromEntries(names.map((name) => [`${name}.html`, `<h1>${name}</h1>`]))
  const { pages } = await readFolder(await folderOf(files), SETTINGS)
  assert.deepEqual(pages.map(({ title }) => title), names)
})

test('readFolder() reads any encoding that marks itself', async () => {
  const folder = await folderOf({ 'a.html': Uint8Array.from([0xff, 0xfe, ...Buffer.from('<h1>Grüße</h1>', 'utf16le')]) })
  assert.equal((await readFolder(folder, SETTINGS)).pages[0]?.title, 'Grüße')
})

test('readFolder() reads Windows-1252, with a warning for each file', async () => {
  const folder = await folderOf({ 'a.md': Buffer.from('Text\n\n# Caf\xe9', 'latin1'), 'b.md': '# B' })
  const { pages, warnings } = await readFolder(folder, SETTINGS)
  assert.deepEqual(pages.map(({ title }) => title), ['Café', 'B'])
  assert.deepEqual(warnings, [{ path: 'a.md', line: 3, message: 'Not UTF-8: read as Windows-1252; save the file as UTF-8' }])
})

test('readFolder() takes the title of the site and the titles of an earlier reading', async () => {
  const folder = await folderOf({ 'a.md': '# Acme\n\n## Setup', 'b.md': '# Guide\n\n## First steps' })
  const { pages, commonTitles } = await readFolder(folder, { ...SETTINGS, siteTitle: 'Acme' })
  assert.deepEqual([pages.map(({ title }) => title), commonTitles], [['Setup', 'Guide'], ['acme']])
  const again = await readFolder(folder, { ...SETTINGS, commonTitles: ['guide'] })
  assert.deepEqual(again.pages.map(({ title }) => title), ['Acme', 'First steps'])
})

test('readFolder() gives no pages for a folder without pages', async () => {
  assert.deepEqual(await readFolder(await folderOf({ 'a.txt': '' }), SETTINGS), { title: null, pages: [], unlisted: [], warnings: [], hidden: 0, commonTitles: [], locales: {} })
})

test('readFolder() rejects a missing folder', async () => {
  const folder = await folderOf({ 'a.md': '' })
  async function checkFails(path: string, message: RegExp) {
    const error = await readFolder(path, SETTINGS).catch((reason: unknown) => reason)
    assert.ok(error instanceof AskError && error.code === 'file')
    assert.match(error.message, message)
  }
  await checkFails(join(folder, 'b'), /^There is no folder .*\/b$/)
  await checkFails(join(folder, 'a.md'), /a\.md is a file, a folder of pages is needed$/)
  await checkFails('a\0b', /^ERR_INVALID_ARG_VALUE: can't read the folder/)
})

test('readFolder() follows links that stay inside', async () => {
  const folder = await folderOf({ 'v1/a.md': 'x' })
  symlinkSync('v1', join(folder, 'latest'))
  symlinkSync(join('v1', 'a.md'), join(folder, 'b.md'))
  await check(folder, 'b.md\nlatest/a.md\nv1/a.md')
})

test('readFolder() reads a folder that is itself a link', async () => {
  const folder = await folderOf({ 'real/a.md': 'x' })
  symlinkSync('real', join(folder, 'link'))
  await check(join(folder, 'link'), 'a.md')
})

test('readFolder() leaves out links that lead out, back or nowhere', async () => {
  const folder = await folderOf({ 'site/a/b.md': 'x', 'secret.md': 'x', 'site-2/c.md': 'x' })
  const site = join(folder, 'site')
  symlinkSync('../secret.md', join(site, 'd.md'))
  symlinkSync('../site-2', join(site, 'e'))
  symlinkSync('..', join(site, 'a', 'f'))
  symlinkSync('.', join(site, 'g'))
  symlinkSync('nothing.md', join(site, 'h.md'))
  await check(
    site,
    `a/b.md
!d.md: Left out: the link leads out of the content folder
!e: Left out: the link leads out of the content folder
!g: Left out: the link leads back to a folder it is in
!h.md: Left out: the link leads nowhere (ENOENT)
!a/f: Left out: the link leads back to a folder it is in`,
  )
})

test('readFolder() leaves out a file that is too large', async () => {
  const folder = await folderOf({ 'a.md': 'x'.repeat(100), 'b.md': 'x' })
  await check(folder, 'b.md\n!a.md: Left out: larger than 99 bytes', { ...FOLDER_LIMITS, fileBytes: 99 })
})

test('readFolder() stops at a depth and at a number of entries', async () => {
  const folder = await folderOf({ 'a.md': 'x', 'b/c.md': 'x', 'b/d/e.md': 'x' })
  await check(folder, 'a.md\nb/c.md\n!b/d: Left out: more than 1 folders deep', { ...FOLDER_LIMITS, depth: 1 })
  const rest = '!b/c.md: Left out with all that follows: more than 2 files and folders'
  await check(folder, `a.md\n${rest}`, { ...FOLDER_LIMITS, entries: 2 })
})

test('readFolder() warns about unreadable files', { skip: process.platform === 'win32' && 'no such modes' }, async () => {
  const folder = await folderOf({ 'a.md': 'x', 'b.md': 'x', 'c/d.md': 'x' })
  for (const open of [dirname(folder), folder]) chmodSync(open, 0o755)
  chmodSync(join(folder, 'b.md'), 0)
  chmodSync(join(folder, 'c'), 0)
  const expected = ['a.md', "!c: Left out: the folder can't be read (EACCES)", "!b.md: Left out: the file can't be read (EACCES)"]
  await asNobody(() => check(folder, expected.join('\n')))
  chmodSync(folder, 0o311)
  await asNobody(() => check(folder, "!.: Left out: the folder can't be read (EACCES)"))
})

/** Runs as a user without privileges, since root ignores file modes. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const user = process.geteuid?.()
  if (user === 0) process.seteuid?.(65_534)
  try {
    await run()
  } finally {
    if (user === 0) process.seteuid?.(0)
  }
}

test('readFolder() reads a page with a file that includes very many', async () => {
  const names = Array.from({ length: 25_000 }, (_, i) => `${i}.md\n${i % 50 === 49 ? '--8<--\n--8<--\n' : ''}`)
  const folder = await folderOf({ 'a.md': '--8<-- "_b.md"', '_b.md': `b\n--8<--\n${names.join('')}--8<--` })
  const { pages } = await readFolder(folder, SETTINGS)
  assert.equal(pages[0]?.sections[0]?.text.slice(0, 1), 'b')
})

test('readFolder() reads the files that pages include, inside of the project', async () => {
  const project = await folderOf({
    'package.json': '{}', 'listings/a.rs': 'wombat();', '.env': 'secret',
    'docs/a.md': '# A\n\n```rust\n{{#include ../listings/a.rs}}\n```\n\n## B\n\nb', 'docs/b.md': '{{#include ../.env}}',
    'docs/c.md': '{{#include ../../../../../../../etc/hostname}}\n{{#include ../link.txt}}',
  })
  symlinkSync('/etc/hostname', join(project, 'link.txt'))
  const { pages, warnings } = await readFolder(join(project, 'docs'), SETTINGS)
  assert.deepEqual(pages[0]?.sections.map(({ text, line }) => [text, line]), [['wombat();', 1], ['b', 7]])
  assert.deepEqual(warnings.map(({ path, line }) => `${path}:${line}`), ['b.md:1', 'c.md:1', 'c.md:2'])
  assert.ok(!JSON.stringify(pages).includes('secret'))
})
