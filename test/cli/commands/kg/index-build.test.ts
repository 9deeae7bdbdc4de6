import assert from 'node:assert/strict'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as nodeTest } from 'node:test'
import { createAsk } from '../../../../src/index.ts'
import { runAsk } from '../../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))
const out = '.service/index.json'
const graphPath = '.service/kg.json'

/** A test inside the folder of a site, so that files are where they are when nobody says otherwise. */
function test(name: string, check: () => Promise<void>): void {
  nodeTest(name, () => inside(check))
}

async function inside<T>(work: () => Promise<T>): Promise<T> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await work()
  } finally {
    process.chdir(before)
  }
}

const build = (...more: readonly string[]) => runAsk(['index', 'build', ...more])

await inside(() => runAsk(['kg', 'build', '--extractive']))

test('index build writes one file, and says what is in it', async () => {
  const { code, out: printed, err } = await build()
  assert.deepEqual([code, printed], [0, ''])
  const rows = [
    'File     \\.service/index\\.json \\(written\\)', 'Size     \\d+ kB, \\d+ kB compressed', 'Content  3 pages, 6 sections',
    'Graph    \\.service/kg\\.json, 6 sections, built by rules', 'Time     \\d+\\.\\d s',
  ]
  assert.match(err, new RegExp(`^${rows.map((row) => `  ${row}\n`).join('')}$`))
})

test('index build gives the same bytes again, and leaves the file alone', async () => {
  const [before, { mtimeMs }] = [await readFile(out, 'utf8'), await stat(out)]
  assert.match((await build()).err, /index\.json \(unchanged\)/)
  assert.equal((await stat(out)).mtimeMs, mtimeMs)
  await writeFile(out, before.slice(1))
  assert.match((await build()).err, /index\.json \(written\)/)
  assert.equal(await readFile(out, 'utf8'), before)
})

test('index build writes what createAsk() serves: search, reads and the hash of the content', async () => {
  const { service } = createAsk({ prebuilt: async () => JSON.parse(await readFile(out, 'utf8')) })
  assert.equal((await service.search('trailing slashes', 1)).results[0]!.url, '/guides/routing/#trailing-slashes')
  assert.equal((await service.section('guides/routing#static-routes'))!.facts[0]!.literal, '--static')
  assert.equal((await service.glossary()).terms.length, 2)
  assert.equal(await service.contentHash(), JSON.parse((await build('--json')).out).contentHash)
})

test('index build reports as JSON', async () => {
  const { code, out: printed, err } = await build('--json')
  assert.deepEqual([code, err], [0, ''])
  const { contentHash, bytes, compressedBytes, milliseconds, ...report } = JSON.parse(printed)
  assert.match(contentHash, /^sha256:[0-9a-f]{64}$/)
  assert.equal(bytes, (await stat(out)).size)
  assert.ok(compressedBytes > 0 && compressedBytes < bytes && Number.isInteger(milliseconds))
  assert.deepEqual(report, { path: out, changed: false, pages: 3, sections: 6, graph: { path: graphPath, sections: 6, stale: false } })
})

test('index build takes links as the flags have them', async () => {
  await build('docs', '--out', 'build/based.json', '--base', '/docs', '--no-trailing-slash')
  const { chunks } = JSON.parse(await readFile('build/based.json', 'utf8'))
  assert.deepEqual(chunks.map(({ url }: { url: string }) => url).slice(0, 2), ['/docs', '/docs/guides/deploy'])
})

test('index build says that the reads will be empty without a graph', async () => {
  await rename(graphPath, 'away.json')
  const { code, err } = await build('--out', 'build/bare.json')
  await rename('away.json', graphPath)
  assert.equal(code, 0)
  assert.match(err, /^No graph file at \.service\/kg\.json: glossary, sections and overview will be empty; create it with `ask kg build`\n/)
  assert.match(err, /\n {2}Graph    none\n/)
  assert.ok(!('graph' in JSON.parse(await readFile('build/bare.json', 'utf8'))))
})

test('index build refuses a named graph that is not there, or none', async () => {
  const refused = await build('--kg-path', 'none.json')
  assert.deepEqual(refused, { code: 1, out: '', err: 'ask: No graph at none.json; run `ask kg build` to make one\n' })
  await writeFile('none.json', '{}')
  const { code, err } = await build('--kg-path', 'none.json')
  assert.equal(code, 1)
  assert.match(err, /none\.json: version must be 3/)
})

test('index build warns of a graph of another base or of other content, and of content it could not read', async () => {
  const based = await build('--base', '/docs/')
  assert.equal(based.code, 0)
  assert.match(based.err, /^Warning: \.service\/kg\.json has other addresses than the content: run `ask kg build`, then `ask index build` again$/m)
  await writeSite(content, { 'index.md': '# Acme\n\nAcme is new.\n', 'bad.md': '\u0000'.repeat(100) })
  const { code, err } = await build()
  assert.equal(code, 0)
  const [unread, stale] = err.split('\n')
  assert.equal(unread, 'Warning: bad.md:1: Left out: not a text file')
  assert.equal(stale, 'Warning: .service/kg.json does not match the content: run `ask kg build`, then `ask index build` again')
  assert.match(err, /built by rules, older than the content\n/)
  assert.equal(JSON.parse((await build('--json')).out).graph.stale, true)
})

test('index build writes nothing for a folder without pages, nor over a folder or what it did not write', async () => {
  await writeSite('empty', { 'a.txt': 'x' })
  const { code, err } = await build('empty', '--out', 'never.json')
  assert.equal(code, 1)
  assert.match(err, /^ask: No pages in empty/)
  await assert.rejects(stat('never.json'), { code: 'ENOENT' })
  assert.match((await build('--out', 'empty')).err, /ask: empty: can't be written: it is not a regular file\n$/)
  assert.deepEqual(await build('--out', 'empty/a.txt'), { code: 2, out: '', err: 'ask: empty/a.txt was not written by ask, or is damaged: remove it, or name another file\n' })
})
