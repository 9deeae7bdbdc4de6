import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64 } from '../../../src/core/base/bytes.ts'
import { AskError } from '../../../src/core/base/errors.ts'
import type { Chunk } from '../../../src/core/content/chunk.ts'
import { contentHash } from '../../../src/core/content/hash.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { decodePrebuilt, formatPrebuilt, hashIndex } from '../../../src/core/prebuilt/prebuilt.ts'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../src/core/search/index/codec.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../support/chunk.ts'
import { prebuiltOf } from '../../support/prebuilt.ts'
import { createRandom } from '../../support/random.ts'

const PAGES = [page('guides/routing', { 'Static routes': 'Routes are `files`.' }), page('index', { Install: 'Run the installer.' })]
const CHUNKS = chunksOf(...PAGES)
const GRAPH = await extractGraph(PAGES)

/** Refused, with the remedy and then this reason. */
async function refuses(value: unknown, reason: string) {
  await assert.rejects(decodePrebuilt(value), {
    name: 'AskError',
    code: 'index-format',
    message: `The prebuilt index can't be used, run \`ask index build\`: ${reason}`,
  })
}

/** The file with one value of its second chunk replaced. */
async function withField(name: string, value: unknown) {
  return prebuiltOf(CHUNKS, null, { chunks: CHUNKS.map((chunk, i) => (i === 1 ? { ...chunk, [name]: value } : chunk)) })
}

test('decodePrebuilt() gives back chunks, graph and hash, with a searcher that finds what a built one finds', async () => {
  const { chunks, searcher, graph, contentHash: hash } = await decodePrebuilt(await prebuiltOf(CHUNKS, GRAPH))
  assert.deepEqual(chunks, CHUNKS)
  assert.deepEqual(graph, GRAPH)
  assert.equal(hash, await contentHash(CHUNKS))
  const built = createSearcher(CHUNKS)
  for (const query of ['routes', 'instal', 'run filez', '"are files"', '']) {
    assert.deepEqual(searcher.search(query, { marks: true }), built.search(query, { marks: true }))
  }
})

test('decodePrebuilt() reads a site without a chunk and without a graph', async () => {
  const { chunks, searcher, graph } = await decodePrebuilt(await prebuiltOf([]))
  assert.deepEqual([chunks, searcher.search('routes'), graph], [[], [], null])
})

test('decodePrebuilt() refuses bytes that are not a prebuilt file, and another version', async () => {
  await refuses(null, 'The JSON must be an object, found null')
  await refuses('{"version":1', 'The JSON must be an object, found "{\\"version\\":1"')
  await refuses({}, 'version must be 3: this is no file of `ask index build`')
  await refuses(await prebuiltOf(CHUNKS, null, { version: 0 }), 'version must be 3, found 0')
  await refuses(await prebuiltOf(CHUNKS, null, { version: 4 }), 'version must be 3, found 4; update ask-service')
})

test('decodePrebuilt() names what is missing or of another kind', async () => {
  await refuses(await prebuiltOf(CHUNKS, null, { contentHash: undefined }), 'contentHash must be a text, found nothing')
  await refuses(await prebuiltOf(CHUNKS, null, { indexHash: 7 }), 'indexHash must be a text, found 7')
  await refuses(await prebuiltOf(CHUNKS, null, { chunks: {} }), 'chunks must be a list')
  await refuses(await prebuiltOf(CHUNKS, null, { index: [1] }), 'index must be a text')
  await refuses(await prebuiltOf(CHUNKS, null, { index: 'AA-_' }), 'index must be base64')
  await refuses(await prebuiltOf(CHUNKS, null, { graph: 7 }), "graph can't be read: The JSON must be an object, found 7")
  const graph = { ...GRAPH, version: 2 }
  await refuses(await prebuiltOf(CHUNKS, null, { graph }), "graph can't be read: version must be 3, found 2; run `ask kg build`")
  await refuses(await prebuiltOf(CHUNKS, null, { chunks: Array(1_000_001) }), 'chunks must have at most 1000000 items, found 1000001')
})

test('decodePrebuilt() names the chunk and the field that are wrong', async () => {
  const text = 'must be a text'
  const rows: readonly (readonly [field: string, value: unknown, says: string])[] = [
    ['id', '', 'must be a text that is not empty'],
    ['page', undefined, 'must be a text that is not empty'],
    ['title', null, text],
    ['heading', 3, 'must be a text or null'],
    ['parents', ['a', null], 'must be a list of texts'],
    ['group', [], 'must be a text or null'],
    ['anchor', undefined, 'must be a text or null'],
    ['text', {}, text],
    ['lang', true, 'must be a text or null'],
    ['path', 1, text],
    ['line', 1.5, 'must be a line number'],
    ['structure', 1, text],
    ['url', 'javascript:alert(1)', 'must be an http(s) or relative address, found "javascript:alert(1)"'],
  ]
  for (const [field, value, says] of rows) await refuses(await withField(field, value), `chunks[1].${field} ${says}`)
  for (const chunk of [null, 'x']) await refuses(await prebuiltOf(CHUNKS, null, { chunks: [chunk] }), 'chunks[0] must be an object')
})

test('decodePrebuilt() refuses a structure that is not one of its text', async () => {
  const bad = ['k', '.', 'k.1000', 'k.2.', 'x.2', 'k.2 ', 'k(a).2', 'H(x).2', 'a(/).2junk']
  for (const structure of bad) {
    await refuses(await withField('structure', structure), 'chunks[1].structure must be a structure of the text')
  }
})

test('decodePrebuilt() refuses chunks that are not those that were indexed', async () => {
  const reason = 'chunks are not those that were indexed'
  await refuses(await withField('text', 'Routes are `paths`.'), reason)
  await refuses(await withField('id', 'index#x'), reason)
  await refuses(await prebuiltOf(CHUNKS, null, { chunks: CHUNKS.slice(1) }), reason)
  await refuses(await prebuiltOf(CHUNKS, null, { chunks: [...CHUNKS].reverse() }), reason)
})

test('decodePrebuilt() refuses an index of other chunks, those with the same ids too', async () => {
  const reason = 'index was not built from these chunks, or is damaged'
  const sameIds = chunksOf(page('guides/routing', { 'Static routes': 'Something else.' }), PAGES[1]!)
  for (const others of [sameIds, CHUNKS.slice(1), []]) {
    const { index, indexHash } = await prebuiltOf(others)
    await refuses(await prebuiltOf(CHUNKS, null, { index }), reason)
    await refuses(await prebuiltOf(CHUNKS, null, { index, indexHash }), reason)
  }
})

test('decodePrebuilt() refuses an index whose hash was made to fit', async () => {
  const rows = [
    [encodeIndex(buildIndex(CHUNKS.slice(1))), 'The index is of other chunks; build it again'],
    [encodeIndex(buildIndex([...CHUNKS, CHUNKS[0]!])), 'The index is of other chunks; build it again'],
    [encodeIndex(buildIndex(CHUNKS)).slice(0, 100), /damaged: it should have \d+ bytes and has 100$/],
    [Uint8Array.of(1, 2, 3), /This is not an index file$/],
  ] as const
  for (const [bytes, reason] of rows) {
    const indexHash = await hashIndex(bytes, await contentHash(CHUNKS))
    const given = decodePrebuilt(await prebuiltOf(CHUNKS, null, { index: encodeBase64(bytes), indexHash }))
    await assert.rejects(given, { code: 'index-format', message: new RegExp(reason) })
  }
})

test('decodePrebuilt() refuses an index that was cut short or changed anywhere', async () => {
  const file = await prebuiltOf(CHUNKS)
  const index = String(file['index'])
  for (const length of [0, 4, 8, index.length / 2 - ((index.length / 2) % 4), index.length - 4]) {
    await refuses({ ...file, index: index.slice(0, length) }, 'index was not built from these chunks, or is damaged')
  }
  for (let at = 0; at < index.length - 4; at += 97) {
    const damaged = index.slice(0, at) + (index[at] === 'A' ? 'B' : 'A') + index.slice(at + 1)
    await refuses({ ...file, index: damaged }, 'index was not built from these chunks, or is damaged')
  }
})

test('decodePrebuilt() gives a searcher or an AskError for any JSON', async () => {
  const random = createRandom(3)
  const file = await prebuiltOf(CHUNKS, GRAPH)
  const values = [null, 0, -1, '', 'x', [], {}, true, [[]], [null], 'AAAA', 1, { id: 'x' }]
  const changed = (record: object) => ({ ...record, [random.pick(Object.keys(record))]: random.pick<unknown>(values) })
  for (let round = 0; round < 300; round += 1) {
    const chunks = CHUNKS.map((chunk) => (random.below(3) === 0 ? changed(chunk) : chunk))
    const given = random.below(2) === 0 ? changed({ ...file, chunks }) : { ...file, chunks }
    const found = await decodePrebuilt(given).catch((error: unknown) => error)
    if (found instanceof Error) assert.ok(found instanceof AskError && found.code === 'index-format', String(found))
    else assert.ok((found as Awaited<ReturnType<typeof decodePrebuilt>>).searcher.search('routes').length > 0)
  }
})

/** The same with keys in another order, and one that nobody reads. */
function shuffled<T extends object>(record: T): T {
  return { extra: 1, ...(Object.fromEntries(Object.entries(record).reverse()) as T) }
}

test('formatPrebuilt() writes chunks, their hash, the index as base64 and the graph', async () => {
  const file = JSON.parse(await formatPrebuilt(CHUNKS, GRAPH))
  assert.deepEqual(Object.keys(file), ['version', 'contentHash', 'chunks', 'index', 'indexHash', 'graph'])
  assert.deepEqual([file.version, file.contentHash], [3, await contentHash(CHUNKS)])
  assert.deepEqual(file.chunks, CHUNKS.map(({ code: _, ...chunk }) => chunk))
  assert.equal(file.index, Buffer.from(encodeIndex(buildIndex(CHUNKS))).toString('base64'))
  assert.deepEqual(file.graph, GRAPH)
  assert.ok(!('graph' in await prebuiltOf(CHUNKS)))
})

test('formatPrebuilt() gives the same bytes for the same chunks and graph, whatever the order of their keys', async () => {
  const others = CHUNKS.map((chunk): Chunk => shuffled(chunk))
  assert.equal(await formatPrebuilt(others, shuffled(GRAPH)), await formatPrebuilt(CHUNKS, GRAPH))
})

test('formatPrebuilt() gives the same bytes for the chunks that were read from its file', async () => {
  const chunks = CHUNKS.map((chunk, i): Chunk => ({ ...chunk, version: 'v1', weight: 2, ...(i === 0 && { isDefaultVersion: true }) }))
  const text = await formatPrebuilt(chunks, null)
  const read = await decodePrebuilt(JSON.parse(text))
  assert.deepEqual(read.chunks, chunks)
  assert.equal(await formatPrebuilt(read.chunks, null), text)
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

test('formatPrebuilt() refuses more than fits into one file', async () => {
  const message = /^The content is too large for one file: \d{4} characters, at most 1000 fit$/
  await assert.rejects(formatPrebuilt(CHUNKS, null, 1_000), { code: 'content', message })
})
