import assert from 'node:assert/strict'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { MARKS } from '../../../../src/addons/agents/agents-index.ts'
import type { Io } from '../../../../src/cli/terminal/io.ts'
import { runAsk } from '../../../support/run-ask.ts'
import { folderOf, SITE } from '../../../support/site.ts'

const read = (...path: string[]) => readFile(join(...path), 'utf8')

test('export writes the pages of a folder as Markdown, with index and glossary, and no draft', async () => {
  const [folder, out] = [await folderOf(SITE), await folderOf({})]
  const { code, out: printed, err } = await runAsk(['export', folder, '--out', out])
  assert.deepEqual([code, err], [0, ''])
  assert.match(printed, /Content {2}3 pages\n {2}Files {4}6 written, 0 unchanged, 0 removed/)
  assert.deepEqual((await readdir(out, { recursive: true })).sort(), [
    '_ask', '_ask/files.json', '_ask/glossary.md', 'guides', 'guides/deploy.md', 'guides/routing.md', 'index.md', 'llms-full.txt', 'llms.txt',
  ])
  assert.match(await read(out, 'llms.txt'), /^# Acme\n\n> Documentation of Acme, the site builder\n/)
  const again = await runAsk(['export', folder, '--out', out, '--json'])
  assert.equal(JSON.parse(again.out).unchanged.length, 6)
})

test('export into the folder of a built site leaves the site\'s own files alone, and is no content of the next run', async () => {
  const site = await folderOf({ 'index.html': '<h1>Acme</h1><p>Text.', 'a/index.html': '<h1>A</h1><p>Text.', 'a.md': 'own' })
  const { code, err } = await runAsk(['export', site, '--out', site])
  assert.deepEqual([code, err], [0, 'a.md is not changed: the last export did not write it like this\n'])
  assert.equal(await read(site, 'a.md'), 'own')
  const again = JSON.parse((await runAsk(['export', site, '--out', site, '--json'])).out)
  assert.deepEqual([again.pages, again.written], [2, []])
})

test('export refuses to write among the Markdown that it reads, and needs a folder', async () => {
  const folder = await folderOf(SITE)
  for (const out of [folder, join(folder, 'guides')]) {
    const { code, err } = await runAsk(['export', folder, '--out', out])
    assert.deepEqual([code, /is the folder of the content/.test(err)], [2, true])
  }
  assert.match((await runAsk(['export', folder])).err, /--out is missing/)
  assert.match((await runAsk(['export', folder, '--out', join(await folderOf({}), 'none'), '--kg-path', 'none.json'])).err, /^ask: No graph at none\.json/)
})

const index = (folder: string, file: string, given: Partial<Io> = {}, ...more: string[]) => runAsk(['agents', folder, '--write', file, ...more], given)

test('agents shows a diff, asks, writes, and replaces the index at the next run', async () => {
  const folder = await folderOf(SITE)
  const file = join(folder, 'AGENTS.md')
  await writeFile(file, '# Rules\n')
  const asked: string[] = []
  const confirm = async (question: string) => asked.push(question) > 0
  const { code, out } = await index(join(folder, 'guides'), file, { confirm })
  assert.deepEqual([code, asked], [0, [`Write ${file}?`]])
  assert.match(out, /^--- a\/.*AGENTS\.md\n\+\+\+ b\/[^]*\+### Pages \(2\)\n[^]*Wrote /)
  assert.match(await read(file), /^# Rules\n\n<!-- ask:index start[^]*`ask search --content guides WORDS`[^]*below `guides\/`/)
  assert.match((await index(join(folder, 'guides'), file, { confirm })).out, /AGENTS\.md is up to date\n$/)
  await writeFile(file, `a\n${MARKS.start}\nold\n${MARKS.end}\nb\n`)
  await index(join(folder, 'guides'), file, {}, '--yes')
  assert.match(await read(file), /^a\n<!-- ask:index start[^]*Pages \(2\)[^]*-->\nb\n$/)
})

test('agents prints the index, and writes nothing without a yes', async () => {
  const folder = await folderOf(SITE)
  const { code, out } = await index(folder, join(folder, 'AGENTS.txt'), { confirm: async () => false })
  assert.equal(code, 0)
  assert.match(out, /^\+<!-- ask:index start[^]*\+## Documentation of Acme\n[^]*\+### Guides \(2\)\n\+guides\/: deploy\.md, routing\.md\n\+<!-- ask:index end -->\n/m)
  await assert.rejects(read(folder, 'AGENTS.txt'))
})

test('agents writes commands that a shell understands', async () => {
  const folder = await folderOf({ 'our docs/a.md': '# A\n\nText.' })
  assert.match((await index(join(folder, 'our docs'), join(folder, 'AGENTS.md'))).out, /`ask search --content 'our docs' WORDS`/)
})

test('agents leaves alone a file with unclear marks, and a link out of its folder', async () => {
  const folder = await folderOf(SITE)
  const other = await folderOf({ 'AGENTS.md': 'theirs\n' })
  const twice = `${MARKS.start}\n${MARKS.end}\n${MARKS.start}\n${MARKS.end}\n`
  await writeFile(join(other, 'twice.md'), twice)
  const unclear = await index(folder, join(other, 'twice.md'), {}, '--yes')
  assert.match(unclear.err, /twice\.md is not changed: it needs the marks/)
  assert.match(unclear.out, /### Guides/)
  assert.deepEqual([unclear.code, await read(other, 'twice.md')], [1, twice])
  await symlink(join(other, 'AGENTS.md'), join(folder, 'guides', 'LINK.md'))
  assert.match((await index(folder, join(folder, 'guides', 'LINK.md'), {}, '--yes')).err, /leads out of the project/)
  assert.equal(await read(other, 'AGENTS.md'), 'theirs\n')
})

test('agents names pages of a built site by their addresses, and says where the host is missing', async () => {
  const site = await folderOf({ 'index.html': '<h1>Acme</h1><p>Text.', 'guides/a/index.html': '<h1>A</h1><p>Text.' })
  const { out, err } = await runAsk(['agents', site])
  assert.match(err, /^The addresses have no host: give it with --base/)
  assert.match(out, /^<!-- ask:index start[^]*below `\/`[^]*guides\/: a\.md\n<!-- ask:index end -->\n$/)
  assert.match((await runAsk(['agents', site, '--base', 'https://acme.dev/docs'])).out, /below `https:\/\/acme\.dev\/docs\/`[^]*guides\/: a\.md/)
})
