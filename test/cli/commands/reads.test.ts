import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatJson } from '../../../src/cli/terminal/sanitize.ts'
import { refuses, runAsk, siteWithGraph } from '../../support/run-ask.ts'
import { writeSite } from '../../support/site.ts'

const { folder, content, graphPath, service } = await siteWithGraph()

const SOURCES = () => [
  ['--kg-path', graphPath],
  ['--content', content],
  ['--endpoint', 'https://docs.example.com'],
]

const run = (...argv: readonly string[]) => runAsk(argv, { fetch: service })

/** Runs a command against every source; all must write the same, which is given back. */
async function runEverywhere(...argv: readonly string[]) {
  const [first, ...others] = await Promise.all(SOURCES().map((source) => run(...argv, ...source)))
  for (const other of others) assert.deepEqual(other, first)
  return first!
}

test('glossary lists terms, and explains one by term or alias', async () => {
  const one = { code: 0, out: 'server-side rendering (SSR)\n  In Acme, server-side rendering (SSR) is a mode of every host.\n', err: '' }
  assert.deepEqual(await runEverywhere('glossary', 'ssr'), one)
  assert.match((await runEverywhere('glossary')).out, /^server-side rendering \(SSR\)\n {2}In Acme[^]*\n\nstatic route \(static routes\)\n/)
  const { terms } = JSON.parse((await runEverywhere('glossary', '--json')).out)
  assert.deepEqual(JSON.parse((await runEverywhere('glossary', '--json', 'SSR')).out), terms[0])
})

test('search in text shows the address of a section where an older service gives no id, and makes one request', async () => {
  const requests: string[] = []
  const older: typeof fetch = async (input, init) => {
    requests.push(`${init?.method} ${String(input)}`)
    const { detail: _detail, ...body } = JSON.parse(String(init?.body))
    return service(input, { ...init, body: JSON.stringify(body) })
  }
  const { code, out } = await runAsk(['search', 'static', '--endpoint', 'https://docs.example.com', '--max-results', '1'], { fetch: older })
  assert.equal(code, 0)
  assert.match(out, /\n {2}\/[^\n]*\n/)
  assert.deepEqual(requests, ['POST https://docs.example.com/api/ask'])
})

test('glossary says when there is no such term', async () => {
  assert.deepEqual(await runEverywhere('glossary', 'island'), {
    code: 1, out: '', err: 'ask: The glossary has no term or alias "island" (`ask glossary` lists all terms)\n',
  })
})

test('sections lists all sections, or those of a group', async () => {
  assert.equal((await runEverywhere('sections')).out, `  index  Acme

Guides
  guides/deploy  Deploy
  guides/deploy#deploy-your-site-to-a-host  Deploy › Deploy your site to a host
  guides/routing  Routing
  guides/routing#static-routes  Routing › Static routes
  guides/routing#trailing-slashes  Routing › Trailing slashes
`)
  const { out } = await runEverywhere('sections', '--json', '--group', 'Guides')
  const { sections } = JSON.parse(out)
  assert.equal(out, formatJson({ sections }))
  assert.deepEqual(sections[0], { id: 'guides/deploy', title: 'Deploy', heading: null, group: 'Guides', url: '/guides/deploy/' })
  assert.equal(sections.length, 5)
})

test('sections says when a group is empty', async () => {
  assert.deepEqual(await runEverywhere('sections', '--group', 'guides'), { code: 0, out: '', err: 'There is no group "guides": did you mean "Guides"?\n' })
  assert.equal((await runEverywhere('sections', '--group', 'recipes', '--json')).out, formatJson({ sections: [] }))
})

test('a command that reads a folder says in one line what is wrong with its files, by names that can be found', async () => {
  const broken = await writeSite(join(folder, 'broken'), { 'a\nb.md': '---\ntitle: [\n---\n# A\n\n[x](nope.md)', 'c.md': '---\ntitle: [\n---\n# C' })
  const err = 'Warning: a\\u000ab.md:2: Frontmatter: "title: [" can\'t be read, and 1 more warning: `ask doctor` explains them\n'
  for (const argv of [['sections'], ['search', 'c'], ['search', '--explain', 'c']]) assert.equal((await run(...argv, '--content', broken)).err, err)
  assert.match((await run('kg', 'check', broken, '--links', '--kg-path', 'none.json')).out, /a\\u000ab\.md:6: The link to nope\.md/)
})

test('section shows one section, with its Markdown where the content is at hand', async () => {
  const argv = ['section', 'guides/routing#static-routes']
  const [fromFile, fromContent, fromService] = await Promise.all(SOURCES().map((source) => run(...argv, ...source)))
  assert.deepEqual(fromService, fromFile)
  assert.equal(fromContent!.out, `${fromFile!.out}
Text

A static route is a file with a name of its own. Pass \`--static\` to have nothing else.
`)
  assert.equal(fromFile!.out, `Guides · Routing › Static routes
/guides/routing/#static-routes

A static route is a file with a name of its own. Pass --static to have nothing else.

Facts
  flag     --static

Terms: static, routes, file, name, pass
`)
  const node = JSON.parse((await runEverywhere('section', '--json', 'guides/routing#trailing-slashes')).out)
  assert.deepEqual(node.facts, [{ kind: 'default', literal: 'always', chunkId: 'guides/routing#trailing-slashes' }])
})

test('section says when there is no such section', async () => {
  for (const id of ['guides', '..', 'guides/routing#']) {
    const { code, out, err } = await runEverywhere('section', id)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^ask: There is no section with the id "[^"]*"(; similar: .*)? \(`ask sections` lists all ids\)\n$/)
  }
  const { err } = await runEverywhere('section', 'routing#trailing-slash')
  assert.match(err, /; similar: guides\/routing#trailing-slashes[, ]/)
})

test('overview shows context and contents', async () => {
  const { out } = await runEverywhere('overview')
  assert.match(out, /^Documentation of Acme, the site builder\.\n\n- \[Acme\]\(\/\)\n\n## Guides\n\n- \[Deploy\]\(\/guides\/deploy\/\)\n {2}- Deploy your site/)
  assert.deepEqual(Object.keys(JSON.parse((await runEverywhere('overview', '--json')).out)), ['overview', 'context'])
})

test('search finds sections in every source', async () => {
  for (const source of SOURCES()) {
    const { code, out, err } = await run('search', 'static', 'routes', ...source)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^Guides · Routing › Static routes\n {2}guides\/routing#static-routes\n {2}\S/)
    const found = JSON.parse((await run('search', 'trailing slashes', '--json', '--max-results', '1', ...source)).out)
    assert.equal(found.query, 'trailing slashes')
    assert.deepEqual(found.results.map(({ snippet, ...rest }: { snippet: string }) => (assert.equal(typeof snippet, 'string'), rest)), [
      { id: 'guides/routing#trailing-slashes', title: 'Routing', heading: 'Trailing slashes', url: '/guides/routing/#trailing-slashes', group: 'Guides' },
    ])
  }
})

test('a command says what is wrong with its source', async () => {
  const refused = (argv: readonly string[], err: RegExp) => refuses(argv, 1, err, { fetch: service })
  await refused(['overview', '--content', join(content, 'index.md')], /^ask: .*index\.md is a file/)
  const empty = await writeSite(join(folder, 'empty'), { 'a.txt': 'x' })
  await refused(['overview', '--content', empty], /^ask: No pages in .*empty: it has no \.md, \.mdx or \.html files\n$/)
  await writeFile(join(empty, 'large.md'), 'x'.repeat(17 * 1_048_576))
  await refused(['overview', '--content', empty], /^ask: No pages in .*empty: large\.md: .*larger than 16777216 bytes/)
  const drafts = await writeSite(join(folder, 'drafts'), { 'a.md': '---\ndraft: true\n---\nx' })
  await refused(['overview', '--content', drafts], /; 1 file left out as drafts or hidden\n$/)
  await refused(['overview', '--kg-path', join(content, 'index.md')], /^ask: .*index\.md: The text is not JSON; run `ask kg build`\n$/)
  await refused(['overview', '--endpoint', 'https://docs.example.com/elsewhere'], /^ask: https:\/\/docs\.example\.com\/elsewhere\/overview is not there/)
})

test('a content folder takes the settings of its links, and the title of the site, which is not that of its pages', async () => {
  const titled = await writeSite(join(folder, 'titled'), { 'a.md': '# Acme\n\n## Setup\n\nx', 'b.md': '# Guide' })
  const { out } = await run('sections', '--json', '--content', titled, '--base', '/docs', '--no-trailing-slash', '--site-title', 'Acme')
  const { sections } = JSON.parse(out) as { sections: readonly { title: string; url: string }[] }
  assert.deepEqual(sections.map(({ title, url }) => [title, url]), [['Setup', '/docs/a'], ['Guide', '/docs/b']])
})

test('search and eval keep to a language, a version and a group', async () => {
  const translated = await writeSite(join(folder, 'translated'), {
    'index.md': '# Acme\n\nDocker.', 'guides/deploy.md': '# Deploy\n\nWith Docker.', 'fr/guides/deploy.md': '# Déployer\n\nAvec Docker.',
    'v1/deploy.md': '# Deploy\n\nOld Docker.',
  })
  const ids = async (...flags: readonly string[]) => {
    const { out } = await run('search', '--json', '--content', translated, ...flags, 'docker')
    return JSON.parse(out).results.map(({ id }: { readonly id: string }) => id).sort()
  }
  assert.deepEqual(await ids('--lang', 'fr'), ['fr/guides/deploy'])
  assert.deepEqual(await ids('--version', 'v1'), ['v1/deploy'])
  assert.deepEqual(await ids('--group', 'Guides'), ['fr/guides/deploy', 'guides/deploy'])
  assert.deepEqual(await ids('--lang', 'en'), [])
  assert.deepEqual(await ids('--default-lang', 'en', '--lang', 'en'), ['guides/deploy', 'index', 'v1/deploy'])
  assert.deepEqual(await ids('--default-version', '2', '--locales', 'none', '--version', '2'), ['fr/guides/deploy', 'guides/deploy', 'index'])
  assert.deepEqual(await ids('--locales', 'fr, v1=de', '--lang', 'de'), ['v1/deploy'])
  assert.deepEqual(await ids('--explain', '--lang', 'fr'), ['fr/guides/deploy'])
  const judged = join(folder, 'judged.jsonl')
  await writeFile(judged, '{"query": "docker", "expected": ["fr/guides/deploy"]}\n')
  assert.equal(JSON.parse((await run('eval', judged, '--json', '--content', translated, '--lang', 'fr')).out).mrr, 1)
  const { code, err } = await run('search', '--content', translated, '--locales', 'fr=French', 'x')
  assert.equal(code, 2)
  assert.match(err, /^ask: --locales must be a language tag/)
  assert.match((await run('search', '--kg-path', graphPath, '--lang', 'fr', 'x')).err, /^ask: A graph has no languages and versions/)
})
