import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent, AskReply, KeywordResponse } from '../../../../src/core/answer/events/event.ts'
import { callTool, createTestServer, errorOf, FOUND, listIn, request } from '../../../support/mcp.ts'

const ANSWER: readonly AnswerEvent[] = [
  { type: 'search', query: 'static routes' },
  { type: 'search', query: 'Trailing slashes' },
  { type: 'sources', sources: [{ url: '/routing/#static', title: 'Routing', heading: 'Static', group: 'Guides', terms: ['route'] }, { url: '/install/' }], model: 'm-1' },
  { type: 'token', text: 'Use `--static` ' },
  { type: 'token', text: '[1](/routing/#static), not [this](https://evil.example/).' },
  { type: 'done' },
]

const KEYWORDS: KeywordResponse = {
  results: FOUND.map(({ id: _id, ...result }) => result),
  query: 'How?',
  model: 'm-1',
  mode: 'keyword',
  warning: 'There is no key.',
}

const answering = (events: readonly AnswerEvent[]) => createTestServer({ ask: async () => stream(events) })

function stream(events: readonly AnswerEvent[]): AskReply {
  return { type: 'events', events: (async function* () { yield* events })() }
}

test('answer collapses the events of an answer into one result', async () => {
  const { data } = await callTool(answering(ANSWER), 'answer', { query: 'How?' })
  assert.deepEqual(data, {
    answer: 'Use `--static` [1](/routing/#static), not this.',
    sources: [{ url: '/routing/#static', title: 'Routing', heading: 'Static', group: 'Guides', terms: ['route'] }, { url: '/install/' }],
    searches: ['static routes', 'Trailing slashes'],
    model: 'm-1',
    mode: 'agentic',
  })
})

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

test('answer reports its progress to a waiting client, and nothing at the end', async () => {
  const sent: unknown[] = []
  let now = 0
  const server = createTestServer({
    now: () => now,
    ask: async () => ({
      type: 'events',
      events: (async function* () {
        for (const event of ANSWER) {
          now += 1_500
          yield event
        }
      })(),
    }),
  })
  const params = { name: 'answer', arguments: { query: 'How?' }, _meta: { progressToken: 't' } }
  await request(server, 'tools/call', params, (method, params) => sent.push([method, params]))
  assert.deepEqual(sent, [
    ['notifications/progress', { progressToken: 't', progress: 1, message: 'Reading: Trailing slashes' }],
    ['notifications/progress', { progressToken: 't', progress: 2, message: 'Answering from 2 sections' }],
    ['notifications/progress', { progressToken: 't', progress: 3, message: 'Writing the answer' }],
    ['notifications/progress', { progressToken: 't', progress: 4, message: 'Writing the answer' }],
  ])
})
