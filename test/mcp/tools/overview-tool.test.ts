import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOverview } from '../../../src/graph/overview.ts'
import { graph, node } from '../../support/graph.ts'
import { callTool, createTestServer } from '../../support/mcp.ts'

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
