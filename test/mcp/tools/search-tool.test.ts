import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Knowledge } from '../../../src/graph/knowledge.ts'
import { graph } from '../../support/graph.ts'
import { callTool, createTestServer, FOUND, knowledgeOf, listIn } from '../../support/mcp.ts'

const server = createTestServer()

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
  const knowledge: Knowledge = {
    ...knowledgeOf(graph()),
    search: async (query, limit) => {
      asked.push(limit)
      return { query, results: [] }
    },
  }
  const counting = createTestServer({ source: { knowledge: async () => knowledge, ask: null } })
  for (const maxResults of [undefined, null, 1, 50]) await callTool(counting, 'search', { query: 'x', maxResults })
  assert.deepEqual(asked, [8, 8, 1, 50])
})

test('search finds nothing without making an error of it', async () => {
  for (const query of ['nothing', '', '  ', '"quoted" \u2028 \ud800']) {
    const { data } = await callTool(server, 'search', { query })
    assert.deepEqual(data, { query, results: [] })
  }
})

test('search leaves out the last results when the list is too long', async () => {
  const results = Array.from({ length: 50 }, (_, i) => ({ ...FOUND[0]!, id: `page-${i}`, snippet: '漢字'.repeat(120) }))
  const knowledge: Knowledge = { ...knowledgeOf(graph()), search: async (query) => ({ query, results }) }
  const { data, size } = await callTool(createTestServer({ source: { knowledge: async () => knowledge, ask: null } }), 'search', { query: 'x' })
  assert.deepEqual([data['truncated'], data['total']], [true, 50])
  assert.ok(listIn(data, 'results').length > 15 && size <= 40_000, String(size))
  assert.equal(listIn(data, 'results')[0]?.['id'], 'page-0')
})
