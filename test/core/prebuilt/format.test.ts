import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chunk } from '../../../src/core/content/chunk.ts'
import { contentHash } from '../../../src/core/content/hash.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { formatPrebuilt } from '../../../src/core/prebuilt/format.ts'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../src/core/search/index/codec.ts'
import { chunksOf, page } from '../../support/chunk.ts'

const PAGES = [page('guides/routing', { 'Static routes': 'Routes are `files`.' }), page('index', { Install: 'Run the installer.' })]
const CHUNKS = chunksOf(...PAGES)

/** The same with keys in another order, and one that nobody reads. */
function shuffled<T extends object>(record: T): T {
  return { extra: 1, ...(Object.fromEntries(Object.entries(record).reverse()) as T) }
}

test('formatPrebuilt() writes chunks, their hash, the index as base64 and the graph', async () => {
  const graph = await extractGraph(PAGES)
  const file = JSON.parse(await formatPrebuilt(CHUNKS, graph))
  assert.deepEqual(Object.keys(file), ['version', 'contentHash', 'chunks', 'index', 'indexHash', 'graph'])
  assert.deepEqual([file.version, file.contentHash], [3, await contentHash(CHUNKS)])
  assert.deepEqual(file.chunks, CHUNKS.map(({ code: _, ...chunk }) => chunk))
  assert.equal(file.index, Buffer.from(encodeIndex(buildIndex(CHUNKS))).toString('base64'))
  assert.deepEqual(file.graph, graph)
})

test('formatPrebuilt() leaves out a graph that is not there', async () => {
  assert.ok(!('graph' in JSON.parse(await formatPrebuilt(CHUNKS, null))))
})

test('formatPrebuilt() gives the same bytes for the same chunks and graph, whatever the order of their keys', async () => {
  const graph = await extractGraph(PAGES)
  const text = await formatPrebuilt(CHUNKS, graph)
  const others = CHUNKS.map((chunk): Chunk => shuffled(chunk))
  assert.equal(await formatPrebuilt(others, shuffled(graph)), text)
})

test('formatPrebuilt() has a line for each chunk, and ends with a line break', async () => {
  const text = await formatPrebuilt(CHUNKS, null)
  assert.match(text, /\n$/)
  for (const { id } of CHUNKS) assert.match(text, new RegExp(`^\\{"id":"${id}"`, 'm'))
})

test('formatPrebuilt() refuses chunks that could not be read again', async () => {
  const { parents: _, ...incomplete } = CHUNKS[1]!
  const chunks = [CHUNKS[0]!, incomplete as Chunk]
  await assert.rejects(formatPrebuilt(chunks, null), { name: 'AskError', message: 'chunks[1].parents must be a list of texts' })
})

test('formatPrebuilt() writes a site without a chunk', async () => {
  assert.deepEqual(JSON.parse(await formatPrebuilt([], null)).chunks, [])
})

test('formatPrebuilt() refuses more than fits into one file', async () => {
  const message = /^The content is too large for one file: \d{4} characters, at most 1000 fit$/
  await assert.rejects(formatPrebuilt(CHUNKS, null, 1_000), { code: 'content', message })
})
