import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warmUp } from '../../../../src/core/node/server/warm-up.ts'

const CHUNKS = [{ title: 'Routing', heading: null }, { title: 'Routing', heading: 'Dynamic routes' }]

/** A search that keeps its queries and goes on for a number of them. */
function searches(most: number, onSearch = () => {}) {
  const queries: string[] = []
  async function search(query: string) {
    queries.push(query)
    onSearch()
    if (queries.length > most) throw new Error('no content')
    return { query, results: [] }
  }
  return { search, queries }
}

test('warmUp() searches for headings and titles: whole, half typed and with a typo', async () => {
  const { search, queries } = searches(Infinity)
  await warmUp({ search }, CHUNKS, new AbortController().signal)
  const expected = ['Dyamic routes', 'Dynamic rout', 'Dynamic routes', 'Roting', 'Routi', 'Routing']
  assert.deepEqual([...new Set(queries)].sort(), expected)
})

test('warmUp() ends after a search that fails, and searches nothing without content', async () => {
  const { search, queries } = searches(2)
  await warmUp({ search }, CHUNKS, new AbortController().signal)
  await warmUp({ search }, [], new AbortController().signal)
  assert.equal(queries.length, 3)
})

test('warmUp() ends when the server stops', async () => {
  const stop = new AbortController()
  const { search, queries } = searches(Infinity, () => stop.abort())
  await warmUp({ search }, CHUNKS, stop.signal)
  assert.equal(queries.length, 1)
})
