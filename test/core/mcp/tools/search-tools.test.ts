/** The tools `search`, `overview` and `answer`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent, AskReply, KeywordResponse } from '../../../../src/core/answer/event.ts'
import type { Knowledge, SearchNeeds } from '../../../../src/core/graph/knowledge.ts'
import { formatOverview } from '../../../../src/core/graph/overview.ts'
import { createStandaloneKnowledge } from '../../../../src/core/graph/standalone.ts'
import { graph, node } from '../../../support/graph.ts'
import { callTool, createTestServer, errorOf, FOUND, knowledgeOf, listIn } from '../../../support/mcp.ts'

const server = createTestServer()

/** A server that searches with this. */
function searching(search: Knowledge['search']) {
  const knowledge: Knowledge = { ...knowledgeOf(graph()), search }
  return createTestServer({ source: { knowledge: async () => knowledge, origin: null, ask: null } })
}

test('search shows its results, with the ids that section_get takes', async () => {
  const { data, text } = await callTool(server, 'search', { query: 'found' })
  assert.deepEqual(data, { query: 'found', results: FOUND })
  assert.equal(
    text,
    'Sections for: found\n- Routing › static | Guides\n  id: routing#static\n  url: /routing/#static\n  What “static” says.\n' +
      '- Install\n  id: install\n  url: /install/\n  How to install.',
  )
})

test('search shows eight results, or as many as maxResults allows', async () => {
  const asked: number[] = []
  const counting = searching(async (query: string, limit: number) => {
    asked.push(limit)
    return { query, results: [] }
  })
  for (const maxResults of [undefined, null, 1, 50, '3', ' 3.0 ']) await callTool(counting, 'search', { query: 'x', maxResults })
  assert.deepEqual(asked, [8, 8, 1, 50, 3, 3])
})

test('search passes a filter on, and says what is wrong with one', async () => {
  const asked: unknown[] = []
  const filtering = searching(async (query: string, _limit: number, needs?: SearchNeeds) => {
    asked.push(needs)
    return { query, results: [] }
  })
  for (const filter of [undefined, null, {}, '{}', { lang: 'fr', group: 'API' }, '{"lang":"fr"}']) await callTool(filtering, 'search', { query: 'x', filter })
  assert.deepEqual(asked, [{}, {}, {}, {}, { filter: { lang: 'fr', group: 'API' } }, { filter: { lang: 'fr' } }])
  const failing = async (filter: unknown) => errorOf(filtering, 'search', { query: 'x', filter })
  assert.equal(await failing('fr'), 'search: filter must be an object; its keys are lang, version, group.')
  assert.equal(await failing({ language: 'fr' }), 'search: filter must not have the key "language"; its keys are lang, version, group.')
})

test('search says that a graph file has no languages', async () => {
  const source = { knowledge: async () => createStandaloneKnowledge(graph()), origin: null, ask: null }
  const text = await errorOf(createTestServer({ source }), 'search', { query: 'x', filter: { lang: 'fr' } })
  assert.equal(text, 'A graph has no languages and versions: search the content or a deployed service.')
})

test('search finds nothing without making an error of it', async () => {
  for (const query of ['nothing', '', '  ', '"quoted" \u2028 \ud800']) {
    const { data } = await callTool(server, 'search', { query })
    assert.deepEqual(data, { query, results: [] })
  }
})

test('search names the other versions of a result', async () => {
  const versioned = searching(async (query: string) => ({ query, results: [{ ...FOUND[0]!, alsoIn: ['v1', 'v2'] }] }))
  const { data, text } = await callTool(versioned, 'search', { query: 'x' })
  assert.deepEqual(listIn(data, 'results')[0]?.['alsoIn'], ['v1', 'v2'])
  assert.match(text, /\n {2}also in v1, v2$/)
})

test('search leaves out the last results when the list is too long', async () => {
  const results = Array.from({ length: 50 }, (_, i) => ({ ...FOUND[0]!, id: `page-${i}`, snippet: '漢字'.repeat(120) }))
  const { data, size } = await callTool(searching(async (query: string) => ({ query, results })), 'search', { query: 'x' })
  assert.deepEqual([data['truncated'], data['total']], [true, 50])
  assert.ok(listIn(data, 'results').length > 15 && size <= 40_000, String(size))
  assert.equal(listIn(data, 'results')[0]?.['id'], 'page-0')
})

test('overview shows orientation and contents as they are', async () => {
  const { data, text } = await callTool(createTestServer(), 'overview')
  assert.deepEqual(data, { overview: 'An overview.', context: 'A context.' })
  assert.equal(text, 'A context.\n\nAn overview.')
  assert.equal((await callTool(createTestServer({ graph: graph({ overview: '', context: '' }) }), 'overview')).text, 'There is no overview.')
})

test('overview cuts the contents of a large site evenly', async () => {
  const sections = Array.from({ length: 600 }, (_, i) => node({ id: `page-${i}#größe`, title: `Überschrift ${i}`, heading: 'Größe', group: `Gruppe ${i % 6}` }))
  const server = createTestServer({ graph: graph({ sections, overview: formatOverview(sections), context: 'Words. '.repeat(2_000) }) })
  const { data, size } = await callTool(server, 'overview')
  assert.equal(data['truncated'], true)
  for (let i = 0; i < 6; i += 1) assert.match(String(data['overview']), new RegExp(`## Gruppe ${i}`))
  assert.match(String(data['context']), /^Words\. .*…$/)
  assert.ok(size <= 40_000 && size > 30_000, String(size))
})

test('overview cuts contents that are not made from its sections', async () => {
  const { data, size } = await callTool(createTestServer({ graph: graph({ context: 'é'.repeat(100_000) }) }), 'overview')
  assert.deepEqual([data['overview'], data['total']], ['An overview.', { overviewLength: 12, contextLength: 100_000 }])
  assert.ok(size <= 40_000, String(size))
})

const ANSWER: readonly AnswerEvent[] = [
  { type: 'search', query: 'static routes' },
  { type: 'search', query: 'Trailing slashes' },
  { type: 'sources', sources: [{ url: '/routing/#static', title: 'Routing', heading: 'Static', group: 'Guides', terms: ['route'] }, { url: '/install/' }], model: 'm-1' },
  { type: 'token', text: 'Use `--static` ' },
  { type: 'token', text: '[1](/routing/#static), not [this](https://evil.example/).' },
  { type: 'done' },
]

const KEYWORDS: KeywordResponse = {
  results: FOUND.map(({ id: _id, ...result }) => result), query: 'How?', model: 'm-1', mode: 'keyword',
  warning: 'There is no key.',
}

const answering = (events: readonly AnswerEvent[]) => createTestServer({ ask: async () => stream(events) })

function stream(events: readonly AnswerEvent[]): AskReply {
  return { type: 'events', events: (async function* () { yield* events })() }
}

test('answer gives the outcome of a service that has one, as data and as text', async () => {
  const outcome = { id: 'a1', outcome: 'answered', support: 'weak', cited: ['/routing/#static'], opened: ['/install/'] } as const
  const { data, text } = await callTool(answering([...ANSWER.slice(0, -1), { type: 'outcome', ...outcome }, { type: 'done' }]), 'answer', { query: 'How?' })
  assert.deepEqual(data['outcome'], outcome)
  assert.match(text, /\n\nOutcome: answered \(support: weak, id: a1\)\nCited: \/routing\/#static\nOpened: \/install\/\n\n/)
})

test('answer shows keyword results, and says that they are no answer', async () => {
  const server = createTestServer({ ask: async () => ({ type: 'keyword', response: KEYWORDS }) })
  const { data, text } = await callTool(server, 'answer', { query: 'How?' })
  assert.deepEqual(data, KEYWORDS)
  assert.match(text, /^No answer was generated: these are keyword results \(mode: keyword\)\.\nThere is no key\.\n/)
})

test('answer without a service is an error that says what it needs', async () => {
  assert.equal(
    await errorOf(createTestServer(), 'answer', { query: 'How?' }),
    'answer needs a deployed service: start the server with --endpoint URL. Use search and section_get instead.',
  )
})

test('answer that fails on the way is an error', async () => {
  const failing = answering([...ANSWER.slice(0, 4), { type: 'error', error: 'The model went away' }])
  assert.equal(await errorOf(failing, 'answer', { query: 'How?' }), 'The model went away.')
})

test('answer cuts what is too large, and says how much there is', async () => {
  const sources = Array.from({ length: 300 }, (_, i) => ({ url: `/page-${i}/`, title: `Page ${i}` }))
  const huge = answering([
    ...Array.from({ length: 500 }, (_, i): AnswerEvent => ({ type: 'search', query: `search ${i}` })),
    { type: 'sources', sources, model: 'm-1' },
    { type: 'token', text: 'Words. '.repeat(10_000) },
    { type: 'done' },
  ])
  const { data, size } = await callTool(huge, 'answer', { query: 'How?' })
  assert.deepEqual([data['truncated'], data['total']], [true, { answerLength: 70_000, sources: 300, searches: 500 }])
  assert.ok(size <= 40_000 && size > 35_000, String(size))
  const many = { ...KEYWORDS, results: Array.from({ length: 200 }, () => KEYWORDS.results[0]!) }
  const keywords = await callTool(createTestServer({ ask: async () => ({ type: 'keyword', response: { ...many, results: many.results.map((one) => ({ ...one, snippet: 'x'.repeat(200) })) } }) }), 'answer', { query: 'How?' })
  assert.deepEqual([keywords.data['truncated'], keywords.data['total']], [true, { results: 200 }])
  assert.ok(listIn(keywords.data, 'results').length > 30 && keywords.size <= 40_000)
})
