import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { main } from '../../../src/cli/main.ts'
import { fakeIo } from '../../support/io.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const root = await temporaryFolder()
const PAGES = {
  'index.html': '<!doctype html><html lang="en"><body><main><h1>Lamps</h1><p>Light.</p></main></body></html>\r\n',
  'guides/bulbs.html': '<html><body><main><h1>Bulbs</h1><p>Turn them.</p></main></body></html>',
  'own.html': '<html><body><main><h1>Own</h1></main><ask-overlay endpoint="/api/ask"></ask-overlay></body></html>',
  'google1.html': 'google-site-verification: google1.html',
}

async function run(...argv: readonly string[]) {
  const io = fakeIo({})
  const code = await main(['static', ...argv], io)
  return { code, err: io.written.err.replaceAll(root, 'ROOT') }
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

test('static refuses --inject where no page can reach the files, and where nothing is built', async () => {
  const site = await writeSite(join(root, 'refused'), PAGES)
  const docs = await writeSite(join(root, 'docs'), { 'a.md': '# A' })
  assert.deepEqual(await run(site, '--inject', '--out', join(root, 'other')), {
    code: 2,
    err: 'ask: --inject needs a folder in ROOT/refused, which its pages can reach, not --out ROOT/other\n',
  })
  assert.match((await run(docs, '--inject')).err, /^ask: --inject adds the dialog to built pages: give the folder/)
  assert.deepEqual(await textsIn(site), Object.values(PAGES))
})
