import assert from 'node:assert/strict'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { main } from '../../../src/cli/main.ts'
import { STATIC_VERSION } from '../../../src/static/layout.ts'
import { fakeIo } from '../../support/io.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))

async function run(...argv: readonly string[]) {
  const io = fakeIo()
  const code = await main(['static', ...argv], io)
  return { code, ...io.written }
}

test('static writes a folder, and says what it costs its readers', async () => {
  const out = join(folder, 'dist/_ask')
  const { code, out: printed, err } = await run(content, '--out', out)
  assert.deepEqual([code, printed], [0, ''])
  assert.match(err, /^ {2}Folder {3}.*dist\/_ask, \d+ files, \d+ kB \(\d+ files written\)$/m)
  assert.match(err, /^ {2}Content {2}3 pages, 6 sections$/m)
  assert.match(err, /^The content has no built pages: results open addresses such as \/\S*, which the site must have\. `ask static --help` shows/m)
  assert.match(err, /^ {2}Reader {3}\d+ kB overlay, \d+ kB search, \d+ kB for the first results, \d+ kB for each further search$/m)
  const { version, build, script } = JSON.parse(await readFile(join(out, 'index.json'), 'utf8'))
  const names = await readdir(out)
  assert.equal(version, STATIC_VERSION)
  for (const name of [build, script, 'overlay.js']) assert.ok(names.includes(name), name)
  assert.match((await run(content, '--out', out)).err, /\(0 files written\)/)
})

test('static says so where GitHub Pages would leave the folder out', async () => {
  const hint = /On GitHub Pages create an empty file .*\.nojekyll, or the folder is left out\.\n$/
  assert.match((await run(content, '--out', join(folder, 'dist/_ask'))).err, hint)
  await writeFile(join(folder, 'dist/.nojekyll'), '')
  assert.doesNotMatch((await run(content, '--out', join(folder, 'dist/_ask'))).err, hint)
  assert.doesNotMatch((await run(content, '--out', join(folder, 'search'))).err, hint)
})

test('static takes the options of content, and prints JSON', async () => {
  const { out } = await run(content, '--out', join(folder, 'json'), '--base', '/docs', '--json')
  const report = JSON.parse(out)
  assert.deepEqual([report.pages, report.sections, report.path], [3, 6, join(folder, 'json')])
  assert.ok(report.cost.first > 0 && report.modules.search > 0)
})

test('static refuses to overwrite files of others', async () => {
  const out = join(folder, 'other')
  await run(content, '--out', out)
  await writeFile(join(out, 'ask-manifest.json'), '{}')
  const { code, err } = await run(content, '--out', out)
  assert.notEqual(code, 0)
  assert.match(err, /is not from `ask static`; choose another --out/)
})
