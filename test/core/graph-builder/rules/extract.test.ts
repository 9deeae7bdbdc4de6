import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../../src/core/ask.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { readSpelling } from '../../../../src/core/graph-builder/prose/spelling.ts'
import { extractGraph, introduceSite, mainLanguagePages } from '../../../../src/core/graph-builder/rules/extract.ts'
import { formatGraph, parseGraph } from '../../../../src/core/graph/graph.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { rulesOf } from '../../../support/rules.ts'

const PAGES = [
  page('index', { '': 'Acme builds fast sites. It is quite small in size.' }, { title: 'Acme', description: 'Documentation of Acme' }),
  page('guides/islands', {
    '': '',
    Islands: 'An island is an interactive component. Pass `--islands` to have them.',
    'Adding an island to a page': `Write one. ${'It takes a file and a line. '.repeat(4)}`,
    Options: 'Option\tDefault\n`client`\t`load`\n`server`\t`never`',
  }),
]

test('extractGraph() makes one section of each section, in order', async () => {
  const { sections } = await extractGraph(PAGES)
  assert.deepEqual(sections.map(({ id }) => id), [
    'index', 'guides/islands', 'guides/islands#islands', 'guides/islands#adding-an-island-to-a-page', 'guides/islands#options',
  ])
  assert.deepEqual(sections[2], {
    id: 'guides/islands#islands', kind: 'section', title: 'Islands', heading: 'Islands', group: 'guides',
    url: '/guides/islands/#islands',
    summary: 'An island is an interactive component. Pass --islands to have them.',
    facts: [{ kind: 'flag', literal: '--islands', chunkId: 'guides/islands#islands' }],
    sources: [{ chunkId: 'guides/islands#islands', url: '/guides/islands/#islands', anchor: 'islands' }],
    mode: 'agent-primary', terms: ['islands', 'component', 'interactive', 'pass'],
  })
})

test('extractGraph() summarizes a page by its description, else by the headings below', async () => {
  const { sections } = await extractGraph(PAGES)
  assert.equal(sections[0]?.summary, 'Documentation of Acme. Acme builds fast sites. It is quite small in size.')
  assert.equal(sections[1]?.summary, 'Islands · Adding an island to a page · Options')
})

test('extractGraph() leaves sections of tables and code to their source', async () => {
  const modes = async (text: string) => {
    return (await extractGraph(readSite([{ path: 'a.md', text: `# A\n\n## B\n\n${text}` }]).pages)).sections[1]?.mode
  }
  assert.equal(await modes('| Option | Default |\n|---|---|\n| `client` | `load` |'), 'source-primary')
  assert.equal(await modes('Do it:\n\n```js\nawait build({ fast: true })\n```'), 'source-primary')
  assert.equal(await modes('Do it like this, and mind the end of the line:\n\n```js\nbuild()\n```'), 'agent-primary')
  assert.equal(await modes(''), 'agent-primary')
})

test('extractGraph() nests headings as the page does', async () => {
  const deep = page('a', { One: '', Two: '', Three: '', Four: '' })
  const parents = [[], [], ['One'], ['One', 'Two'], []]
  const sections = deep.sections.map((section, i) => ({ ...section, parents: parents[i]! }))
  const graph = await extractGraph([{ ...deep, sections }])
  assert.deepEqual(graph.sections.map(({ summary }) => summary), ['One · Four', 'Two', 'Three', '', ''])
})

test('extractGraph() fills glossary, suggestions, overview and context', async () => {
  const graph = await extractGraph(PAGES)
  assert.deepEqual(graph.glossary, [{ term: 'island', aliases: ['islands'], definition: 'An island is an interactive component.' }])
  assert.deepEqual(graph.suggestions, ['How do I add an island to a page?'])
  assert.equal(graph.context, 'Documentation of Acme.')
  assert.equal(graph.overview, '- [Acme](/)\n\n## guides\n\n- [Islands](/guides/islands/)\n  - Islands\n  - Adding an island to a page\n  - Options')
  assert.equal(graph.builtBy, 'extractive')
  assert.match(graph.contentHash, /^sha256:[0-9a-f]{64}$/)
})

test('extractGraph() gives a graph that its own decoder takes of pages with a title and a heading without end', async () => {
  const long = 'a'.repeat(1_100_000)
  const graph = await extractGraph([page('index', { '': 'Aaa is a tool.', [long]: long }, { title: long })])
  assert.deepEqual(parseGraph(formatGraph(graph)), graph)
})

test('extractGraph() gives an empty graph for no pages', async () => {
  const graph = await extractGraph([])
  assert.deepEqual({ ...graph, contentHash: '' }, {
    version: 3, contentHash: '', builtBy: 'extractive', sections: [], glossary: [], suggestions: [], overview: '', context: '',
  })
})

/** Pages as `slug:lang`, and the slugs of those in the main language. */
function check(pages: string, expected: string) {
  const read = pages.split(' ').filter(Boolean).map((text) => {
    const [slug = '', lang = null] = text.split(':')
    return page(slug, {}, { lang })
  })
  assert.equal(mainLanguagePages(read).map(({ slug }) => slug).join(' '), expected)
}

for (const [name, run] of rulesOf('mainLanguagePages()', check, [
  ['takes the language of the first page, and the pages that state none',
    ['index:en-GB a:en b:de c', 'index a c'], ['index a b de/a:de de/b:de de/c:de pt/a:pt-BR', 'index a b']],
  ['takes English, else the largest language, where each has a folder',
    ['index de/a:de de/b:de de/c:de en/a:en en/b:en', 'index en/a en/b'],
    ['de/a:de de/b:de fr/a:fr', 'de/a de/b'], ['', '']],
])) test(name, run)

/** A page that shows what the site is about. */
const NAMES = page('notes', { '': 'People like Acme, or use Acme with Bolt.' })

function introduces(pages: readonly Page[], expected: string) {
  assert.equal(introduceSite(pages, readSpelling(chunksOf(...pages, NAMES))), expected)
}

for (const [name, run] of rulesOf('introduceSite()', introduces, [
  ['gives a definition, else the description of the root page',
    [[page('index', { '': 'Hello there. Acme is a tool. It is small.' }, { description: 'Documentation of Acme' })], 'Acme is a tool.'],
    [[page('guides/a', { '': 'A guide.' }), page('index', { '': 'Acme runs.' }, { description: 'Documentation of Acme' })], 'Documentation of Acme.'],
    [[page('index', { '': 'Acme, short for accumulator, is a tool. It has parts:\n\none\ntwo' })], 'Acme, short for accumulator, is a tool.'],
    [[page('index', { '': '', 'What is Acme?': 'Acme is a tool.' })], 'Acme is a tool.'],
    [[page('index', { '': 'Acme est un outil.' })], 'Acme est un outil.']],
  ['takes the first name in the title of the root page for its subject',
    [[page('index', { '': 'Bolt is a part. Acme is a tool.' }, { title: 'Acme, the tool with a bolt: Bolt' })], 'Acme is a tool.']],
  ['takes a short title of the root page for the name of its subject',
    [[page('index', { '': 'bolt is a tool.' }, { title: 'bolt' })], 'bolt is a tool.'],
    [[page('index', { '': 'Docs is a tool.' }, { title: 'Docs' })], '']],
])) test(name, run)

test('introduceSite() takes the introduction nearest to the root', () => {
  const pages = [
    page('a', { '': 'Acme is a page.' }),
    page('getting-started', { '': 'Acme is a start.' }),
    page('guides/1.introduction', { '': 'Acme is a deep tool.' }),
    page('introduction', { '': 'Acme is a tool.' }),
  ]
  introduces(pages, 'Acme is a tool.')
  introduces(pages.slice(0, 3), 'Acme is a start.')
  introduces(pages.slice(2, 3), 'Acme is a deep tool.')
  introduces(pages.slice(0, 1), '')
})

test('introduceSite() takes the own page of a folder last', () => {
  const folder = page('guide', { '': 'Acme is a guide.' }, { path: 'guide/index.md' })
  introduces([folder], 'Acme is a guide.')
  introduces([folder, page('deep/intro', { '': 'Acme is a tool.' })], 'Acme is a tool.')
})

test('introduceSite() prefers silence to a sentence that does not introduce', () => {
  for (const text of ['The docs have two parts.', 'Acme supports it.', 'Bolt is a tool.', 'Acme is a {{ kind }}.', 'Acme is a tool as shown below.', 'Acme is a tool:']) {
    introduces([page('index', { '': text })], '')
  }
  for (const description of ['Learn how to use it', 'See the {{ name }}', 'This page is new']) {
    introduces([page('index', {}, { description })], '')
  }
})

test('introduceSite() leaves out lists and what is too long', () => {
  introduces([page('index', { '': 'Acme is a tool.\nBolt is a part.' })], '')
  const root = page('index', { '': `Docs of Acme. Acme is a ${'very '.repeat(100)}long tool.` }, { description: 'Docs of Acme' })
  introduces([root], 'Docs of Acme.')
})

test('introduceSite() says nothing of a site without a word', () => {
  introduces([page('index', {}), page('b', { '': 'Acme is a tool.' })], '')
  assert.equal(introduceSite([], readSpelling([])), '')
})
