import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64 } from '../../../src/core/base/bytes.ts'
import { AskError } from '../../../src/core/base/errors.ts'
import { type Chunk, contentHash } from '../../../src/core/content/chunk.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { decodePrebuilt, formatPrebuilt, hashIndex } from '../../../src/core/prebuilt/prebuilt.ts'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import { encodeIndex } from '../../../src/core/search/index/codec.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../support/chunk.ts'
import { prebuiltOf } from '../../support/prebuilt.ts'
import { createRandom } from '../../support/random.ts'
import { rulesOf } from '../../support/rules.ts'

const PAGES = [page('guides/routing', { 'Static routes': 'Routes are `files`.' }), page('index', { Install: 'Run the installer.' })]
const CHUNKS = chunksOf(...PAGES)
const GRAPH = await extractGraph(PAGES)

/** Refused, with the remedy and then this reason. */
async function refuses(value: unknown, reason: string) {
  const message = `The prebuilt index can't be used, run \`ask index build\`: ${reason}`
  await assert.rejects(decodePrebuilt(value), { name: 'AskError', code: 'index-format', message })
}

/** The same for the file with some members replaced. */
async function refusesChanged(changes: Parameters<typeof prebuiltOf>[2], reason: string) {
  await refuses(await prebuiltOf(CHUNKS, null, changes), reason)
}

/** The same for the file with one value of its second chunk replaced. */
async function refusesField(name: string, value: unknown, reason: string) {
  await refusesChanged({ chunks: CHUNKS.map((chunk, i) => (i === 1 ? { ...chunk, [name]: value } : chunk)) }, reason)
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
  await refusesChanged({ version: 0 }, 'version must be 3, found 0')
  await refusesChanged({ version: 4 }, 'version must be 3, found 4; update ask-service')
})

for (const [name, run] of rulesOf('decodePrebuilt()', refusesChanged, [
  ['names what is missing or of another kind',
    [{ contentHash: undefined }, 'contentHash must be a text, found nothing'],
      [{ indexHash: 7 }, 'indexHash must be a text, found 7'],
    [{ chunks: {} }, 'chunks must be a list'], [{ index: [1] }, 'index must be a text'],
      [{ index: 'AA-_' }, 'index must be base64'],
    [{ graph: 7 }, "graph can't be read: The JSON must be an object, found 7"],
    [{ graph: { ...GRAPH, version: 2 } }, "graph can't be read: version must be 3, found 2; run `ask kg build`"],
    [{ chunks: Array(1_000_001) }, 'chunks must have at most 1000000 items, found 1000001']],
])) test(name, run)

const TEXT = 'must be a text'
const TEXT_OR_NULL = 'must be a text or null'

test('decodePrebuilt() names the chunk and the field that are wrong', async () => {
  for (const [field, value, says] of [
    ['id', '', 'must be a text that is not empty'], ['page', undefined, 'must be a text that is not empty'],
    ['title', null, TEXT], ['heading', 3, TEXT_OR_NULL], ['parents', ['a', null], 'must be a list of texts'],
    ['group', [], TEXT_OR_NULL], ['anchor', undefined, TEXT_OR_NULL], ['text', {}, TEXT], ['lang', true, TEXT_OR_NULL],
    ['path', 1, TEXT], ['line', 1.5, 'must be a line number'], ['structure', 1, TEXT],
    ['url', 'javascript:alert(1)', 'must be an http(s) or relative address, found "javascript:alert(1)"'],
    ...['k', '.', 'k.1000', 'k.2.', 'x.2', 'k.2 ', 'k(a).2', 'H(x).2', 'a(/).2junk'].map((structure) => {
      return ['structure', structure, 'must be a structure of the text'] as const
    }),
  ] as const) await refusesField(field, value, `chunks[1].${field} ${says}`)
  for (const chunk of [null, 'x']) await refusesChanged({ chunks: [chunk] }, 'chunks[0] must be an object')
})

test('decodePrebuilt() refuses chunks that are not those that were indexed', async () => {
  const reason = 'chunks are not those that were indexed'
  await refusesField('text', 'Routes are `paths`.', reason)
  await refusesField('id', 'index#x', reason)
  for (const chunks of [CHUNKS.slice(1), [...CHUNKS].reverse()]) await refusesChanged({ chunks }, reason)
})

test('decodePrebuilt() refuses an index of other chunks, those with the same ids too', async () => {
  const reason = 'index was not built from these chunks, or is damaged'
  const sameIds = chunksOf(page('guides/routing', { 'Static routes': 'Something else.' }), PAGES[1]!)
  for (const others of [sameIds, CHUNKS.slice(1), []]) {
    const { index, indexHash } = await prebuiltOf(others)
    for (const changes of [{ index }, { index, indexHash }]) await refusesChanged(changes, reason)
  }
})

test('decodePrebuilt() refuses an index whose hash was made to fit', async () => {
  for (const [bytes, reason] of [
    [encodeIndex(buildIndex(CHUNKS.slice(1))), 'The index is of other chunks; build it again'],
    [encodeIndex(buildIndex([...CHUNKS, CHUNKS[0]!])), 'The index is of other chunks; build it again'],
    [encodeIndex(buildIndex(CHUNKS)).slice(0, 100), /damaged: it should have \d+ bytes and has 100$/],
    [Uint8Array.of(1, 2, 3), /This is not an index file$/],
  ] as const) {
    const indexHash = await hashIndex(bytes, await contentHash(CHUNKS))
    const file = await prebuiltOf(CHUNKS, null, { index: encodeBase64(bytes), indexHash })
    await assert.rejects(decodePrebuilt(file), { code: 'index-format', message: new RegExp(reason) })
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

test('formatPrebuilt() writes each member of a chunk, and gives the same bytes for the chunks that it is read as', async () => {
  const chunks = CHUNKS.map((chunk) => ({ ...chunk, version: 'v1', isDefaultVersion: true, weight: 0.5 }))
  const text = await formatPrebuilt(chunks, null)
  const { chunks: decoded } = await decodePrebuilt(JSON.parse(text))
  assert.deepEqual(decoded, chunks)
  assert.equal(await formatPrebuilt(decoded, null), text)
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
