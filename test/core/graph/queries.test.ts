import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages, contentHash } from '../../../src/core/content/chunk.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { diffGraphs } from '../../../src/core/graph/diff.ts'
import { formatGraph, type Graph, type GraphSection, parseGraph } from '../../../src/core/graph/graph.ts'
import { keepQueries, queriesState, textHash, withoutQueries, withQueries } from '../../../src/core/graph/queries.ts'
import { createGraphKnowledge } from '../../../src/core/graph/read.ts'
import { createStandaloneKnowledge } from '../../../src/core/graph/standalone.ts'
import { readSite } from '../../../src/core/ask.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'

const pagesOf = (text: string) => readSite([{ path: 'jobs.md', text: `# Jobs\n\n## Scheduled tasks\n\n${text}` }]).pages
const ID = 'jobs#scheduled-tasks'

/** The graph of a text, with fields of its section. */
async function graphOf(text: string, fields: Partial<GraphSection>): Promise<Graph> {
  const graph = await extractGraph(pagesOf(text))
  return { ...graph, sections: graph.sections.map((node) => (node.id === ID ? { ...node, ...fields } : node)) }
}

async function searchIn(text: string, graph: Graph | null, query: string): Promise<readonly string[]> {
  const chunks = chunkPages(pagesOf(text))
  return createSearcher(withQueries(chunks, graph, await contentHash(chunks))).search(query).map(({ id }) => id)
}

const TEXT = 'The server runs them each night.'

test('textHash() changes with words, not with marks, case and white space', () => {
  const hash = textHash('Use **apt** to install it.')
  assert.match(hash, /^[0-9a-f]{8}$/)
  assert.equal(textHash('use apt\n to install it'), hash)
  assert.notEqual(textHash('Use dnf to install it.'), hash)
})

for (const [name, fields, found] of [
  ['queries for this text', { queries: ['cron'], queriesHash: textHash(TEXT) }, [ID]],
  ['queries for an earlier text', { queries: ['cron'], queriesHash: textHash('Old.') }, []],
  ['queries that somebody added to the file of this content', { queries: ['cron'] }, [ID]],
  ['no queries', {}, []],
] as const) {
  test(`withQueries() finds a section by its queries: ${name}`, async () => {
    assert.deepEqual(await searchIn(TEXT, await graphOf(TEXT, fields), 'cron'), found)
  })
}

test('withQueries() leaves out queries without a hash if the content is not that of the graph', async () => {
  assert.deepEqual(await searchIn('New words.', await graphOf(TEXT, { queries: ['cron'] }), 'cron'), [])
  assert.deepEqual(await searchIn(TEXT, null, 'cron'), [])
})

test("queries don't count for a quoted phrase, and exclude nothing", async () => {
  const graph = await graphOf(TEXT, { queries: ['cron job'] })
  const { find } = createSearcher(withQueries(chunkPages(pagesOf(TEXT)), graph, graph.contentHash))
  assert.match(find('"cron job"').notice ?? '', /^No section has the quoted words/)
  assert.deepEqual(find('tasks -cron').results.map(({ id }) => id), [ID])
})

test('the phrase of a result is the query that found it, if nothing that is shown matches', async () => {
  const chunks = chunkPages(pagesOf(TEXT))
  const graph = await graphOf(TEXT, { queries: ['timer', 'cron job'] })
  const { search } = createSearcher(withQueries(chunks, graph, graph.contentHash))
  const phraseOf = (query: string) => search(query, { phrases: true }).find(({ id }) => id === ID)?.phrase
  assert.equal(phraseOf('cron now'), 'cron job')
  assert.equal(phraseOf('night timer'), undefined)
  assert.equal(search('cron')[0]?.phrase, undefined)
  assert.equal(search('cron')[0]?.snippet, TEXT)
})

test('a graph file alone is searched by its queries, too', async () => {
  const { search } = createStandaloneKnowledge(await graphOf(TEXT, { queries: ['cron job'] }))
  assert.deepEqual((await search('cron', 5)).results.map(({ id }) => id), [ID])
})

test('the evidence that a section answers a question counts its queries', async () => {
  const graph = await graphOf(TEXT, { queries: ['cron job'] })
  const weigh = (sections: Graph | null) => createSearcher(withQueries(chunkPages(pagesOf(TEXT)), sections, graph.contentHash)).weigh('cron')
  assert.deepEqual(weigh(graph).results.map(({ id, coverage }) => [id, coverage]), [[ID, 1]])
  assert.deepEqual([weigh(graph).missing, weigh(null).missing], [[], ['cron']])
})

test('the queries of a section are one line of the file', async () => {
  const graph = await graphOf(TEXT, { queries: ['cron "job" ], [', 'line\nbreak'], queriesHash: 'unknown' })
  const text = formatGraph(graph)
  assert.ok(text.includes('      "queries": ["cron \\"job\\" ], [", "line\\nbreak"],\n      "queriesHash": "unknown"\n'))
  assert.deepEqual(parseGraph(text), graph)
  assert.equal(formatGraph(parseGraph(text)), text)
})

test('a file has at most 8 queries for a section', async () => {
  const text = formatGraph(await graphOf(TEXT, { queries: Array.from({ length: 9 }, (_, i) => `cron ${i}`) }))
  assert.throws(() => parseGraph(text), { message: 'sections[1].queries must have at most 8 items, found 9' })
})

test('reads of a section have no queries', async () => {
  const graph = await graphOf(TEXT, { queries: ['cron'], queriesHash: textHash(TEXT) })
  const { section } = createGraphKnowledge(graph, () => assert.fail())
  const plain = graph.sections.map(withoutQueries).find(({ id }) => id === ID)
  assert.deepEqual(await section(ID), plain)
  assert.equal('queries' in (plain ?? {}), false)
})

test('diffGraphs() shows queries that were added', async () => {
  const changes = diffGraphs(await graphOf(TEXT, {}), await graphOf(TEXT, { queries: ['cron', 'timer'] }))
  assert.deepEqual(changes, [{ area: 'section', subject: ID, field: 'queries', before: '', after: 'cron\ntimer' }])
})

const [CRON, TIMER, NEW] = [['cron'], ['timer'], 'New words.']

for (const [name, before, made, text, queries, state] of [
  ['current ones come before those of the new graph',
    { queries: CRON, queriesHash: textHash(TEXT) }, { queries: TIMER }, TEXT, CRON, 'current'],
  ['those for an earlier text are kept until there are new ones', { queries: CRON }, {}, NEW, CRON, 'stale'],
  ['new ones replace those for an earlier text',
    { queries: CRON }, { queries: TIMER, queriesHash: textHash(NEW) }, NEW, TIMER, 'current'],
  ['an empty list says that a section needs none', { queries: [] }, { queries: TIMER }, TEXT, [], 'current'],
] as const) {
  test(`keepQueries(): ${name}`, async () => {
    const chunks = chunkPages(pagesOf(text))
    const kept = keepQueries(await graphOf(text, made), await graphOf(TEXT, before), { sections: chunks })
    const section = kept.sections.find(({ id }) => id === ID) ?? assert.fail()
    assert.deepEqual(section.queries, queries)
    assert.equal(queriesState(section, text, true), state)
  })
}

test('keepQueries() keeps earlier ones only where a model that starts again wrote none', async () => {
  const [sections, isReplaced] = [chunkPages(pagesOf(TEXT)), true]
  const before = await graphOf(TEXT, { queries: ['cron'] })
  const queriesOf = (graph: Graph) => graph.sections.find(({ id }) => id === ID)?.queries
  assert.deepEqual(queriesOf(keepQueries(await graphOf(TEXT, { queries: ['timer'] }), before, { sections, isReplaced })), ['timer'])
  assert.deepEqual(queriesOf(keepQueries(await graphOf(TEXT, {}), before, { sections, isReplaced })), ['cron'])
})
