/**
 * Marked words in all that a site does not publish, and other ones in what is not to be found, and a walk over all that
 * goes out: the first are nowhere, the second only in the page at its address.
 */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { formatAgentsIndex } from '../../src/addons/agents/agents-index.ts'
import { exportTree } from '../../src/addons/agents/export-tree.ts'
import { createReader } from '../../src/addons/reader/reader.ts'
import { withMarkdownPages } from '../../src/addons/reader/markdown-pages.ts'
import { writeStaticIndex } from '../../src/addons/static/write/write-index.ts'
import { toDocuments } from '../../src/addons/store/document.ts'
import { chunkPages } from '../../src/core/content/chunk.ts'
import { selectFiles, type Site } from '../../src/core/content/site/site.ts'
import { extractGraph } from '../../src/core/graph-builder/rules/extract.ts'
import { formatGraph, type Graph } from '../../src/core/graph/graph.ts'
import { createGraphKnowledge } from '../../src/core/graph/read.ts'
import { formatPrebuilt } from '../../src/core/prebuilt/prebuilt.ts'
import { readSite } from '../../src/core/ask.ts'
import { createReadTerms } from '../../src/core/search/build/collection.ts'
import { ANSWERED, answeringService } from '../support/answering-service.ts'
import { clientOf } from '../support/pages.ts'

/** No published word begins with it. */
const MARK = /zqleak/i
/** A word of pages that are read at their address alone. */
const QUIET = /zqquiet/i
/** A word of the published pages, as a sign that an output was looked at. */
const SHOWN = 'quokka'

/** Frontmatter of pages that are not published. */
const UNPUBLISHED = [
  ...['true', 'True', 'TRUE', 'yes', 'Yes', 'on', 'ON', 'y', '"true"', "'on'", '1'].map((word) => `draft: ${word}`),
  ...['false', 'False', 'no', 'No', 'off', 'n', '"false"', '0'].map((word) => `published: ${word}`),
  ...['publish: false', 'private: true', 'headless: true', 'permalink: false', 'render: false', 'status: draft', 'visibility: private', 'visibility: protected'],
  ...['publishDate: 2199-01-01', 'date: 2199-01-01 10:00:00 +0100', 'pubDate: "1 Jan 2199"', 'expiryDate: 2001-01-01', 'unpublishdate: 2001-01-01'],
  ...['_build: { render: never, list: never }', 'build:\n  render: link', 'draft: true\nsearch: false'],
]
/** Frontmatter of pages that are published, and are not to be found. */
const NOT_FOUND = [
  'build: { list: local }',
  ...['search_exclude: true', 'searchExclude: yes', 'exclude_search: true', 'excludeSearch: true', 'excludeFromSearch: true'],
  ...['hiddenFromSearch: true', 'searchHidden: true', 'bookSearchExclude: true', 'nosearch: true', 'nosearch:', 'in_search_index: false'],
  ...['search: false', 'search: no', 'search: exclude', 'search:\n  exclude: true', 'searchable: false', 'pagefind: false', 'indexing: false'],
  ...['unlisted: true', 'hidden: true', 'visibility: hidden', 'sidebar:\n  hidden: true', 'params:\n  searchExclude: true'],
  ...['noindex: true', 'robots: noindex', 'robots: false', 'seo: { noindex: true }'],
]
/** Comments, in the dialects of Markdown. */
const COMMENTS = [
  '%% zqleak %%', '%%\nzqleak\n\n## zqleak\n%%', '{% comment %}\nzqleak\n{% endcomment %}', '{% # zqleak %}', '{# zqleak #}',
  '{{% comment %}}\nzqleak\n{{% /comment %}}', '{{< comment >}}zqleak{{< /comment >}}', '{::comment}\nzqleak\n{:/comment}',
  '{/* zqleak */}', '{>>zqleak<<}', '% zqleak', '<!-- zqleak -->', '<!--\nzqleak\n\n## zqleak\n-->', '[//]: # (zqleak)', '[zqleak]: # "zqleak"',
  'zqleak\n{ data-search-exclude }', '<div data-search-exclude>zqleak</div>', '<div hidden>zqleak</div>',
  '## Zqleak { data-search-exclude }\n\nzqleak\n\n### Zqleak\n\nzqleak',
]
const SOURCES: Readonly<Record<string, string>> = {
  'index.md': `# Home\n\nThe ${SHOWN} lives here.\n\n[Animals](animals.md), [here](quiet-0.md)`,
  'animals.md': ['# Animals', ...COMMENTS, `## ${SHOWN}`, `A **${SHOWN}** (Quokka Animal) is small. Set \`QUOKKA_SIZE\` to 3.`].join('\n\n'),
  'guide.mdx': `# Guide\n\n{/* zqleak */}\n\n<!-- zqleak -->\n\nThe ${SHOWN} eats leaves.`,
  'drafts/zqleak.md': 'zqleak',
  '_drafts/zqleak.md': 'zqleak',
  'section/_index.md': '---\ncascade: { build: { render: never } }\ndraft: true\n---\nzqleak',
  'section/zqleak.md': 'zqleak',
  'quiet/_index.md': '---\ncascade: { search: false }\nsearch: false\ntitle: Zqquiet\n---\nzqquiet',
  'quiet/page.md': 'zqquiet',
  ...pagesWith(UNPUBLISHED, 'zqleak', 'zqleak'),
  ...pagesWith(NOT_FOUND, 'zqquiet', 'quiet'),
}

function pagesWith(fields: readonly string[], word: string, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((yaml, index) => {
    const text = `---\ntitle: ${word} ${index}\ndescription: ${word}\naliases: [${word}]\ngroup: ${word}\nversion: ${word}\n${yaml}\n---\nThe **${SHOWN}** (${word} Animal) of [${word}](animals.md).`
    return [`${name}-${index}.md`, text]
  }))
}

const BUILT: Readonly<Record<string, string>> = {
  'index.html': `<title>Home</title><main><h1>Home</h1><p>The ${SHOWN} lives here.<p data-search-exclude>zqleak<!-- zqleak --><p hidden>zqleak</p></main>`,
  'animals/index.html': `<title>Animals</title><main><h1>Animals</h1><h2 id="a">${SHOWN}</h2><p>The ${SHOWN} is small.<h2 data-search-exclude id="zqleak">Zqleak</h2><p>zqleak<h3 id="b">Zqleak</h3>zqleak</main>`,
  'zqleak/index.html': '<title>Zqleak</title><meta name="robots" content="noindex"><main>zqleak</main>',
  'zqleak-2/index.html': '<title>Zqleak</title><body data-search-exclude><main>zqleak</main>',
  'zqleak-3/index.html': '<title>Zqleak</title><body data-pagefind-ignore><main>zqleak</main>',
}

/** All that goes out of a site, by names. */
async function outputs(t: TestContext, sources: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const files = selectFiles(Object.keys(sources)).map((path) => ({ path, text: sources[path] ?? '' }))
  const site = readSite(files, { now: () => Date.UTC(2026, 0) })
  const { pages } = site
  const chunks = chunkPages(pages)
  const graph = await extractGraph(pages)
  const { head, parts } = await writeStaticIndex(chunks, (bytes) => bytes)
  const nodes = new Map(graph.sections.map((node) => [node.id, node]))
  const stored = await toDocuments(chunks.map((chunk) => ({ chunk, node: nodes.get(chunk.id) ?? null })), createReadTerms())
  const tree = exportTree({ pages, title: 'Acme', base: '/', glossary: graph.glossary })
  const out = new Map([
    ['warnings', JSON.stringify(site.warnings)],
    ['graph', formatGraph(graph)],
    ['prebuilt', await formatPrebuilt(chunks, graph)],
    ['static', [head, ...parts.map(({ bytes }) => bytes)].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n')],
    ['store', JSON.stringify(stored)],
    ['AGENTS.md', formatAgentsIndex(pages, { title: 'Acme', root: '/', pathOf: ({ url }) => url, search: '' })],
    ...[...tree].map(([path, text]) => [`export ${path}`, `${path}\n${text}`] as const),
  ])
  const { ask, model } = await answeringService(t, [ANSWERED, ANSWERED], { content: async () => chunks, makeGraph: async () => graph })
  async function send(path: string, body: object | null = null): Promise<void> {
    const init = body === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    out.set(`${path} ${JSON.stringify(body)}`, await (await ask.fetch(new Request(`https://docs.example${path}`, init))).text())
  }
  for (const path of ['sections', 'overview', 'glossary', 'filters', 'suggestions']) await send(`/api/ask/${path}`)
  for (const { id } of chunks) await send(`/api/ask/sections/${encodeURIComponent(id)}`)
  await send('/api/ask', { query: SHOWN, limit: 20 })
  await send('/api/ask', { query: `What is a ${SHOWN}?`, mode: 'agentic' })
  out.set('model', model.requests.map(({ body }) => body).join('\n'))
  assert.ok(model.requests.length > 0)
  // Words that were asked for are in the reply; its results are none.
  for (const word of ['zqleak', 'zqquiet']) assert.deepEqual((await ask.service.search(word, 20)).results, [])
  for (const [name, text] of await served(site, graph)) out.set(name, text)
  return out
}

/** The pages of `ask serve`, as HTML and as Markdown. */
async function served({ pages, unlisted }: Site, graph: Graph): Promise<Map<string, string>> {
  const knowledge = createGraphKnowledge(graph, async (query) => ({ query, results: [] }))
  const layout = { title: 'Acme', home: '/', endpoint: '/api/ask', overlay: 'answers' } as const
  const reader = createReader(layout, { pages, unlisted, knowledge, suggestions: async () => graph.suggestions, overlay: null, files: new Set() })
  const get = clientOf(withMarkdownPages(pages, { title: 'Acme', base: '/' }, [reader]))
  const out = new Map<string, string>()
  const read = async (target: string, status: number, robots?: string) => {
    const reply = await get(target, { accept: 'text/html' })
    assert.deepEqual([reply.status, reply.headers['x-robots-tag']], [status, robots], target)
    return reply.text
  }
  const targets = pages.flatMap(({ url, slug }) => [url, `/${slug}.md`])
  for (const target of [...targets, '/', '/llms.txt', '/llms-full.txt']) out.set(`served ${target}`, await read(target, 200))
  for (const { url } of unlisted) {
    const text = await read(url, 200, 'noindex')
    assert.match(text, QUIET, url)
    out.set(`read ${url}`, text.replaceAll(new RegExp(QUIET, 'gi'), ''))
  }
  for (const target of ['/zqleak-0/', '/zqleak-0.md', '/drafts/zqleak/', '/section/', '/zqleak/']) {
    out.set(`not served ${target}`, (await read(target, 404)).replaceAll(target, ''))
  }
  return out
}

for (const [name, sources, count, quiet] of [['sources', SOURCES, 3, NOT_FOUND.length + 2], ['a built site', BUILT, 2, 0]] as const) {
  test(`${name}: nothing that is unpublished goes out, and what is not to be found only at its address`, async (t) => {
    const all = await outputs(t, sources)
    for (const [output, text] of all) {
      assert.doesNotMatch(text, MARK, output)
      assert.doesNotMatch(text, QUIET, output)
    }
    assert.equal([...all.keys()].filter((output) => output.startsWith('read ')).length, quiet)
    assert.match(all.get('AGENTS.md') ?? '', /Animals|animals/)
    const found = [...all].filter(([, text]) => text.includes(SHOWN)).map(([output]) => output)
    for (const output of ['graph', 'prebuilt', 'static', 'store', 'model', 'export animals.md', 'export llms-full.txt', 'served /animals/', 'served /animals.md']) {
      assert.ok(found.includes(output), output)
    }
    assert.equal([...all.keys()].filter((output) => /^export (?!llms|glossary)/.test(output)).length, count)
  })
}
