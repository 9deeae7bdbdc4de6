import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CHECK_NAMES } from '../../../../src/addons/setup/doctor/check.ts'
import { findGenerator, readBuiltSitemap } from '../../../../src/cli/addons/setup/doctor.ts'
import { main } from '../../../../src/cli/main.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { createTestHandler } from '../../../support/http.ts'
import { fakeTerminal } from '../../../support/io.ts'
import { startFor } from '../../../support/loopback.ts'
import { CANARY_KEY, chatTurn } from '../../../support/model-client.ts'
import { modelServer, refusal } from '../../../support/model-server.ts'
import { scriptedAnswering } from '../../../support/scripted-answerer.ts'
import { runAsk, siteWithGraph } from '../../../support/run-ask.ts'
import { folderOf, writeSite } from '../../../support/site.ts'

const { folder, content, graphPath: kg } = await siteWithGraph()
/** What its requests say about the reader, who is none. */
const readers = new Set<string | null>()
const handle = createTestHandler({ answering: scriptedAnswering() })
const service = await startFor({ after }, (request) => (readers.add(request.header('sec-gpc')), handle(request)))
const endpoint = `${service.url}/api/ask`

/** Runs the command over the content; no part of a key may be in what it writes. */
async function run(argv: readonly string[], env = {}, words = [content], kgPath = kg) {
  const ran = await runAsk(['doctor', ...words, '--kg-path', kgPath, ...argv], { env, fetch: globalThis.fetch })
  assert.doesNotMatch(ran.out + ran.err, /canary|abcdef/)
  return ran
}

test('doctor says one line a check, what to do below it, and how it stands', async () => {
  const { code, out, err } = await run([])
  assert.deepEqual([code, err], [0, ''])
  const lines = out.split('\n')
  assert.match(lines[0]!, /^ok {4}node {6}ask \S+ on Node \S+ \(\S+ \S+\)$/)
  assert.match(lines[1]!, /^skip {2}settings {2}None: neither ask\.json nor "ask" in package\.json$/)
  assert.match(lines[2]!, /^ok {4}content {3}\S+docs: 3 pages, 6 sections, 1 group, 1 page left out as drafts or hidden$/)
  assert.match(out, /\nskip {2}urls {6}The addresses of pages were not compared: there is no sitemap\n {18}Give the published site, `--site /)
  assert.match(out, /\nok {4}graph {5}\S+kg\.json: 6 sections, built by rules, up to date\n/)
  assert.match(out, /\nwarn {2}key {7}LLM_API_KEY is not set: [^\n]+\n {18}Search works without it[^\n]+\nskip {2}model /)
  assert.match(out, /\nskip {2}stream {4}Not tested: there is no `--endpoint`\n\n0 failures, 1 warning\n$/)
})

test('doctor gives the same as JSON, every check in order, here where there is nothing to find', async (t) => {
  const server = await modelServer(t, [{ body: [chatTurn('OK')] }])
  const env = { LLM_API_KEY: CANARY_KEY, LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm-1' }
  const { code, out, err } = await run(['--json', '--endpoint', endpoint], env)
  assert.deepEqual([code, err], [0, ''])
  const { checks, ...rest } = JSON.parse(out) as { checks: readonly Readonly<Record<string, unknown>>[] }
  assert.deepEqual([checks.map(({ name }) => name), rest], [CHECK_NAMES, {}])
  for (const { name, status, message, remedy = '', ...more } of checks) {
    const isSkipped = ['settings', 'urls', 'store'].includes(String(name))
    assert.deepEqual([status, typeof message, typeof remedy, more], [isSkipped ? 'skip' : 'ok', 'string', 'string', {}])
  }
  assert.deepEqual([...readers], ['1'], 'no request is in the question log')
})

test('doctor ends with 1 when a check failed', async (t) => {
  const echo = refusal(401, { error: { message: `Incorrect API key provided: ${CANARY_KEY}, sk-can****cdef` } })
  const server = await modelServer(t, [echo])
  const env = { LLM_API_KEY: CANARY_KEY, LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm-1' }
  const { code, out } = await run([], env)
  assert.equal(code, 1)
  assert.match(out, /\nfail {2}model {5}m-1 at 127\.0\.0\.1:\d+ refuses the key \(401\)\n {18}Is it a complete key of [^]*\n1 failure, 0 warnings\n$/)
})

test('doctor shows no secret that stands where none belongs', async (t) => {
  const server = await modelServer(t, [refusal(401, {})])
  const { out } = await run([], { LLM_API_KEY: CANARY_KEY, LLM_MODEL: CANARY_KEY, LLM_BASE_URL: `${server.url}/v1?key=canary-in-the-query` })
  assert.match(out, /\[redacted\] at 127/)
  await run([], { LLM_API_KEY: CANARY_KEY, LLM_BASE_URL: 'https://canary:canary-password@x.test' })
  await run(['--json'], { LLM_API_KEY: `"${CANARY_KEY}`, LLM_HEADERS: '{"x-key":"canary-header-abcdef"', OPENAI_API_KEY: CANARY_KEY })
})

test('doctor asks no model when told so, or when variables can\'t be read', async () => {
  const env = { LLM_API_KEY: CANARY_KEY, LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm-1' }
  assert.match((await run(['--offline'], env)).out, /\nskip {2}model {5}m-1 at 127\.0\.0\.1:9 was not tested: --offline is set\n/)
  assert.match((await run([], { ...env, LLM_PROTOCOL: 'x' })).out, /\nok {4}key [^\n]+\nfail {2}model {5}LLM_PROTOCOL must be one of /)
  assert.match((await run([], { LLM_API_KEY: 'sk canary' })).out, /\nfail {2}key [^]+\nskip {2}model {5}Not tested: fix the key first\n/)
})

test('doctor goes on where content and graph can\'t be read', async () => {
  const { code, out } = await run([], {}, [join(folder, 'none')])
  assert.equal(code, 1)
  assert.match(out, /\nfail {2}content {3}There is no folder [^]+\nskip {2}urls {6}Not compared[^]+\nskip {2}graph [^]+\nwarn {2}key /)
  await writeFile(join(folder, 'bad.json'), '{')
  assert.match((await run([], {}, [content], join(folder, 'bad.json'))).out, /\nfail {2}graph {5}\S+bad\.json: The text is not JSON\n {18}Nothing is lost: run/)
  assert.match((await run([], {}, [content], join(folder, 'none.json'))).out, /\nwarn {2}graph {5}There is no \S+none\.json/)
})

test('doctor compares addresses with the sitemap among built pages, and with that of a site', async (t) => {
  const page = '<html><body><div id="local-search"></div><main><h1>Built</h1><p>Text</p></main></body></html>'
  const sitemap = '<urlset><url><loc>https://x.test/docs/</loc></url><url><loc>https://x.test/docs/a/</loc></url></urlset>'
  const built = await writeSite(join(folder, 'dist'), { 'index.html': page, 'a/index.html': page, 'sitemap.xml': sitemap })
  const { out } = await run([], {}, [built])
  assert.match(out, /\nfail {2}urls {6}\S+dist\/sitemap\.xml: The sitemap has the pages below \/docs\/, not \/: links need `--base \/docs\/`\n/)
  assert.match(out, /\nwarn {2}content {3}VitePress's search stays beside the dialog, [^\n]+\n {18}To turn it off, remove `search` and `algolia` [^\n]+="\.DocSearch-Button" on [^\n]+\n/)
  const site = await modelServer(t, ({ path }) => (path === '/docs/sitemap.xml' ? { body: [sitemap] } : { status: 404 }), ['GET'])
  assert.match((await run(['--site', `${site.url}/docs`, '--base', '/docs'], {}, [built])).out, /\nok {4}urls {6}http:\S+\/docs\/sitemap\.xml lists the addresses of all 2 pages\n/)
})

test('doctor refuses addresses that are none before it reads anything', async () => {
  for (const argv of [['--site', 'docs'], ['--endpoint', 'ftp://x.test']]) {
    const { code, out, err } = await run(argv)
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /^ask: --(?:site|endpoint) must be an address such as https:/)
  }
})

test('doctor breaks lines at the width of a terminal, and colors what stands first', async () => {
  const io = fakeTerminal(60)
  await main(['doctor', content, '--kg-path', kg], io)
  const plain = io.written.out.replace(/\u001b\[\d+m/g, '')
  for (const line of plain.split('\n').filter((text) => !text.includes(folder))) assert.ok(line.length <= 60, line)
  assert.match(io.written.out, /\u001b\[32mok {4}\u001b\[0mnode/)
  assert.match(plain, /\nwarn {2}key {7}LLM_API_KEY is not set: questions get search\n {16}results instead of answers\n {18}Search works/)
  const calm = fakeTerminal(60, { NO_COLOR: '1' })
  await main(['doctor', content, '--kg-path', kg], calm)
  assert.equal(calm.written.out, plain)
})

test('doctor shows the settings of the project', async () => {
  const folder = await folderOf({ 'ask.json': '{ "$schema": "x", "siteTitle": "Acme", "limits": { "answersPerDay": 5 } }' })
  const { out } = await runAsk(['doctor', content, '--offline'], { folder })
  assert.match(out, /\nok {4}settings {2}ask\.json: siteTitle Acme, limits \{"answersPerDay":5\}\n/)
})

test('findGenerator() knows what makes the pages of a folder', async () => {
  const docusaurus = await folderOf({ 'docusaurus.config.js': '', 'docs/index.md': '# A' })
  const found = { title: 'Docusaurus', collections: null, output: join(docusaurus, 'build'), ownSearch: null }
  assert.deepEqual(await findGenerator(docusaurus), found)
  assert.deepEqual(await findGenerator(join(docusaurus, 'docs')), found)
  assert.equal(await findGenerator(join(await folderOf({ 'docusaurus.config.js': '', 'docs/index.md': '# A', 'notes/a.md': '# A' }), 'notes')), null)
  const astro = await folderOf({ 'astro.config.mjs': 'export default {}', 'src/content/docs/index.md': '# A' })
  const { ownSearch } = (await findGenerator(await folderOf({ 'book.toml': '', 'src/SUMMARY.md': '' }))) ?? {}
  assert.equal(ownSearch?.name, "mdBook's search")
  assert.deepEqual(await findGenerator(astro), { title: 'Astro', collections: ['docs'], output: join(astro, 'dist'), ownSearch: null })
  assert.equal(await findGenerator(await folderOf({ 'index.md': '# A' })), null)
  assert.equal(await findGenerator(join(folder, 'none')), null)
})

test('readBuiltSitemap() looks among built pages, then where the generator puts them', async () => {
  const sitemap = '<urlset><url><loc>https://x.test/a/</loc></url></urlset>'
  const read = async (at: string, output: string | null) => {
    const content = { folder: at, site: await readFolder(at), chunks: [], hash: async () => '' }
    const found = await readBuiltSitemap(content, output === null ? null : { title: 'X', collections: null, output, ownSearch: null })
    return found === null ? null : [found.name, found.locations.length]
  }
  const markdown = await folderOf({ 'a.md': '# A', 'sitemap.xml': sitemap })
  assert.equal(await read(markdown, null), null)
  const built = await folderOf({ 'a/index.html': '<main><h1>A</h1></main>', 'sitemap.xml': sitemap })
  assert.deepEqual(await read(built, null), [join(built, 'sitemap.xml'), 1])
  assert.deepEqual(await read(markdown, built), [join(built, 'sitemap.xml'), 1])
  const server = await folderOf({ 'client/sitemap.xml': sitemap })
  assert.deepEqual(await read(markdown, server), [join(server, 'client/sitemap.xml'), 1])
  assert.equal(await read(markdown, join(folder, 'none')), null)
})
