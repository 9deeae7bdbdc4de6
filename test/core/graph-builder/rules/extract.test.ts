import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractGraph, mainLanguagePages } from '../../../../src/core/graph-builder/rules/extract.ts'
import { formatGraph, parseGraph } from '../../../../src/core/graph/format.ts'
import { page } from '../../../support/chunk.ts'

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
    id: 'guides/islands#islands',
    kind: 'section',
    title: 'Islands',
    heading: 'Islands',
    group: 'guides',
    url: '/guides/islands/#islands',
    summary: 'An island is an interactive component. Pass --islands to have them.',
    facts: [{ kind: 'flag', literal: '--islands', chunkId: 'guides/islands#islands' }],
    sources: [{ chunkId: 'guides/islands#islands', url: '/guides/islands/#islands', anchor: 'islands' }],
    mode: 'agent-primary',
    terms: ['islands', 'component', 'interactive', 'pass'],
  })
})

test('extractGraph() summarizes a page by its description, else by the headings below', async () => {
  const { sections } = await extractGraph(PAGES)
  assert.equal(sections[0]?.summary, 'Documentation of Acme. Acme builds fast sites. It is quite small in size.')
  assert.equal(sections[1]?.summary, 'Islands · Adding an island to a page · Options')
})

test('extractGraph() leaves sections of tables and code to their source', async () => {
  const modes = async (text: string) => (await extractGraph([page('a', { B: text })])).sections[1]?.mode
  assert.equal(await modes('Option\tDefault\n`client`\t`load`'), 'source-primary')
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
  assert.equal(graph.context, 'Documentation of Acme. Acme builds fast sites. It is quite small in size.')
  assert.equal(graph.overview, '- [Acme](/)\n\n## guides\n\n- [Islands](/guides/islands/)\n  - Islands\n  - Adding an island to a page\n  - Options')
  assert.equal(graph.builtBy, 'extractive')
  assert.match(graph.contentHash, /^sha256:[0-9a-f]{64}$/)
})

test('extractGraph() gives a graph that its own decoder takes, the same every time', async () => {
  const text = formatGraph(await extractGraph(PAGES))
  assert.equal(formatGraph(await extractGraph(structuredClone(PAGES))), text)
  assert.equal(formatGraph(parseGraph(text)), text)
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

test('mainLanguagePages() takes the language of the first page, and the pages that state none', () => {
  check('index:en-GB a:en b:de c', 'index a c')
  check('index a b de/a:de de/b:de de/c:de pt/a:pt-BR', 'index a b')
})

test('mainLanguagePages() takes English, else the largest language, where each has a folder', () => {
  check('index de/a:de de/b:de de/c:de en/a:en en/b:en', 'index en/a en/b')
  check('de/a:de de/b:de fr/a:fr', 'de/a de/b')
  check('', '')
})
