import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GlossaryEntry } from '../../../../src/core/graph/graph.ts'
import { graph } from '../../../support/graph.ts'
import { callTool, createTestServer, errorOf, listIn } from '../../../support/mcp.ts'

const server = createTestServer()
const over = (glossary: readonly GlossaryEntry[]) => createTestServer({ graph: graph({ glossary }) })

/** This number of terms, with definitions of this length. */
const terms = (count: number, length: number) =>
  Array.from({ length: count }, (_, i): GlossaryEntry => ({ term: `Term ${i}`, aliases: [`t${i}`], definition: 'é'.repeat(length) }))

test('glossary_list shows the whole glossary as it is', async () => {
  const { data, text } = await callTool(server, 'glossary_list')
  assert.deepEqual(data, { terms: graph().glossary })
  assert.equal(text, 'Server-side rendering (also: SSR)\nRendering on the server.')
  assert.deepEqual(await callTool(over([]), 'glossary_list').then(({ data }) => data), { terms: [] })
})

test('glossary_list cuts definitions before it leaves out terms', async () => {
  const { data, size } = await callTool(over(terms(75, 2_000)), 'glossary_list')
  const shown = listIn(data, 'terms')
  assert.deepEqual([data['truncated'], data['total'], shown.length], [true, 75, 75])
  assert.equal(shown[0]?.['definition'], `${'é'.repeat(100)}…`)
  assert.ok(size <= 40_000, String(size))
})

test('glossary_list leaves out the last terms of a large glossary', async () => {
  const { data, size } = await callTool(over(terms(5_000, 150)), 'glossary_list')
  const shown = listIn(data, 'terms')
  assert.deepEqual([data['truncated'], data['total']], [true, 5_000])
  assert.ok(shown.length > 50 && shown.length < 200 && size <= 40_000, `${shown.length} in ${size} bytes`)
  assert.equal(shown.at(-1)?.['term'], `Term ${shown.length - 1}`)
})

test('glossary_get finds a term by any of its names', async () => {
  for (const term of ['Server-side rendering', 'ssr', ' SSR ']) {
    const { data } = await callTool(server, 'glossary_get', { term })
    assert.deepEqual(data, graph().glossary[0])
  }
})

test('glossary_get names the nearest terms for an unknown one', async () => {
  assert.equal(await errorOf(server, 'glossary_get', { term: 'SSRR' }), 'No glossary term "SSRR". Nearest: "SSR". Use search, or glossary_list for all terms.')
  assert.equal(await errorOf(server, 'glossary_get', { term: 'xyz' }), 'No glossary term "xyz". Use search, or glossary_list for all terms.')
  assert.equal(await errorOf(over([]), 'glossary_get', { term: 'xyz' }), 'No glossary term "xyz". Use search: the glossary is empty.')
  for (const term of ['__proto__', 'constructor', 'toString']) assert.match(await errorOf(server, 'glossary_get', { term }), /^No glossary term/)
})

test('glossary_get quotes only the beginning of a long name', async () => {
  assert.ok((await errorOf(server, 'glossary_get', { term: 'x'.repeat(2_000) })).length < 200)
})

test('glossary_get cuts an entry that is too large, and says how large it is', async () => {
  const huge = { term: 'Huge', aliases: Array.from({ length: 9_000 }, (_, i) => `alias ${i}`), definition: '𝄞'.repeat(100_000) }
  const { data, size } = await callTool(over([huge]), 'glossary_get', { term: 'huge' })
  assert.deepEqual([data['truncated'], data['total']], [true, { aliases: 9_000, definitionLength: 200_000 }])
  assert.ok(size <= 40_000 && size > 35_000, String(size))
  assert.match(String(data['definition']), /^(?:𝄞)+…$/u)
})
