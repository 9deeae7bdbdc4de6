import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { temporaryPath } from '../../../../src/core/node/files/atomic-write.ts'
import { runAsk } from '../../../support/run-ask.ts'
import { makePipe, temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const content = await writeSite(join(folder, 'docs'))
const path = join(folder, '.service', 'kg.json')

const build = (...more: readonly string[]) => runAsk(['kg', 'build', content, '--kg-path', path, ...more])
const check = (...more: readonly string[]) => runAsk(['kg', 'check', content, '--kg-path', path, ...more])

test('kg build writes the graph once, and says what is in it', async () => {
  const first = await build('--extractive')
  assert.deepEqual([first.code, first.out], [0, ''])
  assert.match(first.err, /^ {2}File +\S+kg\.json \(written\)\n {2}Built by +rules\n {2}Content +sha256:[0-9a-f]{64}\n {2}Sections +6 in 1 group\n/)
  assert.match(first.err, /\n {2}Facts +\d+\n {2}Glossary +2 terms\n {2}Suggestions +1\n {2}Time +\d+\.\d s\n$/)
  const text = await readFile(path, 'utf8')
  assert.match((await build()).err, /^LLM_API_KEY is not set: building by rules, without a model\n {2}File +\S+kg\.json \(unchanged\)/)
  assert.equal(await readFile(path, 'utf8'), text)
})

test('kg build reports as JSON', async () => {
  const { out, err } = await build('--extractive', '--json')
  assert.equal(err, '')
  const { contentHash, milliseconds, facts, ...report } = JSON.parse(out)
  assert.match(contentHash, /^sha256:/)
  assert.ok(Number.isInteger(milliseconds) && facts > 0)
  assert.deepEqual(report, { path, changed: false, pages: 3, builtBy: 'extractive', sections: 6, groups: 1, terms: 2, suggestions: 1 })
})

test('kg show shows what the file holds', async () => {
  const { code, out, err } = await runAsk(['kg', 'show', '--kg-path', path])
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^ {2}File +\S+kg\.json\n {2}Built by +rules\n/)
  const { contentHash, facts, ...shown } = JSON.parse((await runAsk(['kg', 'show', '--kg-path', path, '--json'])).out)
  assert.ok(contentHash !== '' && facts > 0)
  assert.deepEqual(shown, { path, version: 3, builtBy: 'extractive', sections: 6, groups: 1, terms: 2, suggestions: 1 })
})

test('kg show shows one section', async () => {
  assert.match((await runAsk(['kg', 'show', 'guides/routing', '--kg-path', path])).out, /^Guides · Routing\n\/guides\/routing\/\n/)
  assert.equal(JSON.parse((await runAsk(['kg', 'show', 'index', '--kg-path', path, '--json'])).out).id, 'index')
  const { code, err } = await runAsk(['kg', 'show', 'none', '--kg-path', path])
  assert.deepEqual([code, err], [1, `ask: ${path} has no section with the id "none" (\`ask sections\` lists all)\n`])
})

test('kg check checks the file against the content', async () => {
  assert.deepEqual(await check(), { code: 0, out: '', err: `${path} matches the content: 6 sections checked\n` })
  assert.deepEqual(JSON.parse((await check('--json')).out), { path, findings: [], queries: { stale: [], doubtful: [], total: 0 } })
})

test('kg check finds a changed literal, and names its file and line', async () => {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('"literal": "--static"', '"literal": "--statics"'))
  const { code, out, err } = await check()
  assert.deepEqual([code, err], [1, ''])
  assert.equal(out, `${join(content, 'guides/routing.md')}:5: guides/routing#static-routes does not hold the literal "--statics"\n`)
  const { findings } = JSON.parse((await check('--json')).out)
  assert.deepEqual(findings, [
    { section: 'guides/routing#static-routes', path: 'guides/routing.md', line: 5, message: 'does not hold the literal "--statics"' },
  ])
  await writeFile(path, text)
})

test('kg check finds any changed byte', async () => {
  const text = await readFile(path, 'utf8')
  for (let at = 3; at < text.length; at += 37) {
    const changed = text[at] === 'x' ? 'y' : 'x'
    await writeFile(path, text.slice(0, at) + changed + text.slice(at + 1))
    const { code } = await check()
    // Who built it is a name that nobody can prove.
    if (text.lastIndexOf('\n', at) === text.indexOf('  "builtBy"') - 1) continue
    assert.equal(code, 1, `${text.slice(at - 20, at)}[${text[at]} -> ${changed}]${text.slice(at + 1, at + 20)}`)
  }
  await writeFile(path, text)
})

test('kg check finds a graph that is older than its content', async () => {
  await writeSite(content, { 'index.md': '# Acme\n\nAcme is new.\n' })
  const { code, out } = await check()
  assert.equal(code, 1)
  assert.match(out, /kg\.json: The graph was built from other content: run `ask kg build`\n$/)
})

test('kg check says when there is no file', async () => {
  const { code, out, err } = await runAsk(['kg', 'check', content, '--kg-path', join(folder, 'none.json')])
  assert.deepEqual([code, out, err], [1, '', `ask: No graph at ${join(folder, 'none.json')}; run \`ask kg build\` to make one\n`])
})

test('kg check --links needs no graph; links that may work elsewhere do not fail', async () => {
  const links = async (name: string, text: string, ...more: readonly string[]) => {
    const docs = await writeSite(join(folder, name), { 'index.md': '# A\n', 'b/c.md': text })
    return { docs, ...(await runAsk(['kg', 'check', docs, '--links', '--kg-path', join(folder, 'none.json'), ...more])) }
  }
  const broken = await links('broken', '[x](d.md) [y](/app)')
  assert.deepEqual([broken.code, broken.err], [1, ''])
  assert.equal(broken.out, `${join(broken.docs, 'b/c.md')}:1: The link to d.md is broken: there is no such page
1 link to addresses outside of the folders with pages, such as ${join(broken.docs, 'b/c.md')}:1: The link to /app opens no page here: no folder with pages has this address. Nothing, if the site has them from elsewhere; else give the folder that has these pages
`)
  const many = await links('many', '[x](d.md) '.repeat(101))
  assert.match(many.out, /^101 links to pages that do not exist, such as [^\n]+\n$/)
  const json = JSON.parse((await links('many', '[x](d.md) '.repeat(101), '--json')).out)
  assert.deepEqual([json.findings.length, json.links.length, json.links[0].links, json.links[0].cause], [101, 1, 101, 'page'])
  const right = await links('right', '[y](/app)')
  assert.deepEqual([right.code, right.err], [0, `No link of 2 pages is broken; there is no graph at ${join(folder, 'none.json')}\n`])
})

for (const name of ['kg.json', 'kg.json.lock', 'kg.cache.jsonl']) {
  test(`kg build does not wait for a pipe that is at the path of ${name}`, { skip: process.platform === 'win32', timeout: 60_000 }, async () => {
    const target = join(folder, `pipe at ${name}`)
    await mkdir(target)
    await makePipe(join(target, name))
    const env = { LLM_API_KEY: 'none', LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm-1' }
    const { code, err } = await runAsk(['kg', 'build', content, '--kg-path', join(target, 'kg.json')], { env })
    assert.deepEqual([code, err], [1, `ask: ${join(target, name)}: can't be written: it is not a regular file\n`])
  })
}

test('kg build removes temporary files that a build has left an hour ago, and its own lock', async () => {
  const swept = await mkdtemp(join(folder, 'swept-'))
  const [young, old] = [temporaryPath(join(swept, 'kg.json')), temporaryPath(join(swept, 'kg.cache.jsonl'))]
  for (const path of [young, old]) await writeFile(path, '{"version"')
  await utimes(old, 1, 1)
  assert.equal((await runAsk(['kg', 'build', content, '--extractive', '--kg-path', join(swept, 'kg.json')])).code, 0)
  assert.deepEqual((await readdir(swept)).sort(), [basename(young), 'kg.json'])
})
