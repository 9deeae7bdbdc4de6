/** `ask static`: what it writes, and what it adds to pages. */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { STATIC_VERSION } from '../../../../src/addons/static/layout.ts'
import { runAsk } from '../../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const root = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))

async function run(...argv: readonly string[]) {
  const ran = await runAsk(['static', ...argv])
  return { ...ran, err: ran.err.replaceAll(root, 'ROOT') }
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

const PAGES = {
  'index.html': '<!doctype html><html lang="en"><body><main><h1>Lamps</h1><p>Light.</p></main></body></html>\r\n',
  'guides/bulbs.html': '<html><body><main><h1>Bulbs</h1><p>Turn them.</p></main></body></html>',
  'own.html': '<html><body><main><h1>Own</h1></main><ask-overlay endpoint="/api/ask"></ask-overlay></body></html>',
  'google1.html': 'google-site-verification: google1.html',
}

const textsIn = (folder: string) => Promise.all(Object.keys(PAGES).map((path) => readFile(join(folder, path), 'utf8')))

test('static adds the dialog to the pages of a built site, once, with addresses below its base', async () => {
  const site = await writeSite(join(root, 'site'), PAGES)
  const first = await run(site, '--inject', '--base', '/x')
  assert.equal(first.code, 0)
  assert.match(first.err, /Dialog {3}added to 2 pages; 2 pages unchanged\n/)
  const tag = '<script type="module" src="/x/_ask/overlay.js"></script><ask-overlay index="/x/_ask/" trigger="corner"></ask-overlay></body>'
  const expected = Object.values(PAGES).map((text, at) => (at < 2 ? text.replace('</body>', tag) : text))
  assert.deepEqual(await textsIn(site), expected)
  assert.ok(JSON.parse(await readFile(join(site, '_ask/index.json'), 'utf8')).build)
  assert.match((await run(site, '--inject', '--base', '/x')).err, /0 files written[^]*added to 0 pages; 4 pages unchanged/)
  assert.deepEqual(await textsIn(site), expected)
})

test('static leaves pages as they are without --inject, and names a service with it', async () => {
  const site = await writeSite(join(root, 'service'), PAGES)
  await run(site)
  assert.deepEqual(await textsIn(site), Object.values(PAGES))
  await run(site, '--inject', '--endpoint', '/api/ask', '--out', join(site, 'a b'))
  assert.match((await textsIn(site))[0] ?? '', /<ask-overlay index="\/a%20b\/" endpoint="\/api\/ask" trigger="corner">/)
})

test('static --inject lets the buttons of another search open the dialog', async () => {
  const button = '<button class="DocSearch DocSearch-Button">Search</button>'
  const site = await writeSite(join(root, 'beside'), { ...PAGES, 'index.html': `<html><body>${button}<main><h1>A</h1></main></body></html>` })
  assert.match((await run(site)).err, /DocSearch stays beside the dialog[^]*="\.DocSearch-Button" on .*`--replaces`/)
  assert.doesNotMatch((await run(site, '--inject', '--replaces', '.DocSearch-Button, [a="b"]')).err, /stays beside/)
  assert.match((await textsIn(site))[0] ?? '', / trigger="corner" data-ask-replaces="\.DocSearch-Button, \[a=&quot;b&quot;\]">/)
})

test('static refuses --inject where no page can reach the files, and where nothing is built', async () => {
  const site = await writeSite(join(root, 'refused'), PAGES)
  const docs = await writeSite(join(root, 'docs'), { 'a.md': '# A' })
  assert.deepEqual(await run(site, '--inject', '--out', join(root, 'other')), {
    code: 2,
    out: '',
    err: 'ask: --inject needs a folder in ROOT/refused, which its pages can reach, not --out ROOT/other\n',
  })
  assert.match((await run(docs, '--inject')).err, /^ask: --inject adds the dialog to built pages: give the folder/)
  assert.match((await run(site, '--replaces', '.search')).err, /^ask: --endpoint and --replaces .*: give --inject, too\n$/)
  assert.deepEqual(await textsIn(site), Object.values(PAGES))
})

test('static names the search that the pages have of their own, prints JSON, and overwrites no files of others', async () => {
  const search = '<div class="md-search" data-md-component="search" role="dialog"></div>'
  const site = await writeSite(join(root, 'searched'), { 'index.html': PAGES['index.html'].replace('<main>', `${search}<main>`) })
  assert.match((await run(site)).err, /\nMkDocs's search stays beside the dialog, and may open with the same key: to turn it off, leave `search` out of `plugins` in mkdocs\.yml, [^\n]+\.\n/)
  const { pages, sections, path, cost, modules, ownSearch } = JSON.parse((await run(site, '--json')).out)
  assert.deepEqual([pages, sections, path, ownSearch.name], [1, 1, join(site, '_ask'), "MkDocs's search"])
  assert.ok(cost.first > 0 && modules.search > 0)
  await writeFile(join(site, '_ask/ask-manifest.json'), '{}')
  const { code, err } = await run(site)
  assert.equal(code, 2)
  assert.match(err, /is not from `ask static`; choose another --out/)
})
