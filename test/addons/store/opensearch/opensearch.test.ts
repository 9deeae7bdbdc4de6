/** Reads of a store, with the replies of a real engine (`test/peers/engine/record.ts`) and replies of other shapes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../../src/addons/store/opensearch/opensearch.ts'
import { EngineFailure } from '../../../../src/addons/store/opensearch/reply.ts'
import type { Store } from '../../../../src/addons/store/store.ts'
import { type Exchange, READ_DEPS, readRecorded, READS, replay, storeQuery } from '../../../support/recorded-engine.ts'

const NO_SIGNAL = new AbortController().signal
const FRAME = { word: 'fensterrahm', term: 'fensterrahm\u0001' }
const FRAME_COLOR = { word: 'rahmenfarbe', term: 'rahmenfarb\u0001' }
const ROUTING = ['guides/routing#static-routes', 'guides/routing', 'guides/routing#dynamic-routes', 'reference/cli#serve---port']

interface Opened {
  readonly store: Store
  readonly lines: readonly string[]
  readonly clock: { now: number }
}

function opened(fetch: typeof globalThis.fetch): Opened {
  const lines: string[] = []
  const clock = { now: 0 }
  const connection = resolveConnection({ url: 'http://127.0.0.1:1', index: 'ask-recorded', fetch, log: (line) => lines.push(line) })
  return { store: createOpenSearch(connection, { ...READ_DEPS, now: () => clock.now }), lines, clock }
}

/** A `fetch` that gives one JSON for all requests to a path that has a text, and the recorded meta document. */
async function givenReply(text: string, json: unknown): Promise<typeof globalThis.fetch> {
  const [meta] = await readRecorded<readonly Exchange[]>('reads')
  return async (input) => new Response(JSON.stringify(String(input).includes(text) ? json : meta?.json))
}

test('reads of a store are decoded from the replies of a real engine', async () => {
  const { fetch, left } = await replay('reads')
  const { store, lines } = opened(fetch)
  const { meta, corrections, ...reads } = await READS.reads(store)
  assert.deepEqual(left(), [])
  assert.deepEqual(lines, [])
  assert.deepEqual((meta as { counts: { sections: number }; languages: unknown }).counts.sections, 10)
  assert.deepEqual(corrections, { words: new Map([['rotues', ['routes', 'route']], ['xyzzyx', []]]), isPartial: false })
  assert.deepEqual(reads, {
    frequencies: [['host', 1], ['nosuchword', 0], ['program', 1], ['rout', 3]],
    compounds: [['rahm', [FRAME, FRAME_COLOR]], ['farbe', [FRAME_COLOR]], ['glas', []]],
    found: { ids: ROUTING, isPartial: false },
    grouped: { ids: ROUTING.slice(0, 3), isPartial: false },
    phrase: { ids: ['guides/routing#static-routes'], isPartial: false },
    excluded: { ids: ROUTING.slice(1), isPartial: false },
    beginning: { ids: ['guides/routing#dynamic-routes'], isPartial: false },
    split: { ids: ['guides/deploy#hosts'], isPartial: false },
    none: { ids: [], isPartial: false },
    intros: ['index'],
    page: ROUTING.slice(1, 2).concat(ROUTING[0] ?? '', ROUTING[2] ?? '').map((id) => [id, id]),
    noPage: [],
    section: 'A route is a file.',
    noSection: null,
    summaries: [
      'index', 'index#install', 'guides/deploy', 'guides/deploy#hosts', 'guides/routing', 'guides/routing#static-routes',
      'guides/routing#dynamic-routes', 'rahmen', 'reference/cli', 'reference/cli#serve---port',
    ],
    group: ['guides/deploy', 'guides/deploy#hosts', 'guides/routing', 'guides/routing#static-routes', 'guides/routing#dynamic-routes'],
    pages: [['index', 'Index'], ['guides/deploy', 'Deploy'], ['guides/routing', 'Routing'], ['rahmen', 'Rahmen'], ['reference/cli', 'Cli']],
    morePages: ['guides/routing'],
  })
})

test('without one of its shards an index gives what there is, and nothing that looks whole and is not', async () => {
  const { fetch, left } = await replay('missing-shard')
  const { store, lines } = opened(fetch)
  const reads = await READS['missing-shard'](store)
  assert.deepEqual(left(), [])
  assert.deepEqual(lines.map((line) => line.split(' ')[3]), ['searched', 'failed:'])
  const part = { ids: ['reference/cli#serve---port'], isPartial: true }
  assert.deepEqual(reads, {
    frequencies: [['rout', 3]], again: [['site', 3]],
    corrections: { words: new Map([['rotues', ['routes']]]), isPartial: true }, found: part, twice: part,
    pages: ['shard', 'shard', 'shard', 2, 1],
    sections: ['shard', 'shard', 'shard', 'reference/cli', 'rahmen'], intros: 'shard', summaries: 'shard',
  })
})

test('frequencies come from another shard where one is missing, which is asked first from then on', async () => {
  const missing = (await readRecorded<readonly Exchange[]>('missing-shard')).find(({ status }) => status === 503)
  const reply = (await readRecorded<readonly Exchange[]>('reads')).find(({ request }) => request.includes('_termvectors'))
  const given = await givenReply('_termvectors', reply?.json)
  const routings: string[] = []
  const { store } = opened(async (input, init) => {
    const routing = new URL(String(input)).searchParams.get('routing') ?? ''
    if (!String(input).includes('_termvectors')) return given(input, init)
    routings.push(routing)
    return routing === 'ask2' ? given(input, init) : new Response(JSON.stringify(missing?.json), { status: 503 })
  })
  for (const _ of [1, 2]) assert.deepEqual((await store.frequencies(['rout'], NO_SIGNAL)).words.get('rout'), 3)
  assert.deepEqual(routings, ['ask0', 'ask0', 'ask1', 'ask1', 'ask2', 'ask2'])
})

test('frequencies fail where no shard has them', async () => {
  const missing = (await readRecorded<readonly Exchange[]>('missing-shard')).find(({ status }) => status === 503)
  const given = await givenReply('_termvectors', null)
  const { store } = opened(async (input, init) => {
    return String(input).includes('_termvectors') ? new Response(JSON.stringify(missing?.json), { status: 503 }) : given(input, init)
  })
  await assert.rejects(store.frequencies(['rout'], NO_SIGNAL), { kind: 'shard' })
})

test('a list goes on after the last document of a full batch', async () => {
  const list = (await readRecorded<readonly Exchange[]>('reads')).find(({ body }) => body !== undefined && JSON.stringify(body).includes('is_listed'))
  const { hits: { hits }, ...reply } = list?.json as { hits: { hits: readonly { sort: unknown }[] } }
  const [hit = assert.fail()] = hits
  const sent: { size: number; search_after?: unknown }[] = []
  const { store } = opened(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)) as (typeof sent)[0])
    return new Response(JSON.stringify({ ...reply, hits: { hits: sent.length === 1 ? Array(5_000).fill(hit) : hits } }))
  })
  const lengths: number[] = []
  for await (const batch of store.summaries(null)) lengths.push(batch.length)
  assert.deepEqual(lengths, [5_000, hits.length])
  assert.deepEqual(sent.map(({ size, search_after }) => [size, search_after]), [[5_000, undefined], [5_000, hit.sort]])
})

test('many terms are asked for in several requests', async () => {
  const bodies: string[] = []
  const given = await givenReply('_termvectors', { term_vectors: { t_all: { field_statistics: { doc_count: 10 }, terms: {} } } })
  const { store } = opened(async (input, init) => {
    if (String(input).includes('_termvectors')) bodies.push((JSON.parse(String(init?.body)) as { doc: { t_all: string } }).doc.t_all)
    return given(input, init)
  })
  await store.frequencies(Array.from({ length: 2_500 }, (_, i) => `w${i}`), NO_SIGNAL)
  assert.deepEqual(bodies.map((terms) => terms.split(' ').length), [1_000, 1_000, 500])
})

test('frequencies of one shard are scaled to all sections, and terms that it lacks are counted in all', async () => {
  const statistics = { field_statistics: { doc_count: 3 }, terms: { rout: { doc_freq: 2 }, elsewhere: {} } }
  const buckets = { t0: { doc_count: 1 }, t1: { doc_count: 0 } }
  const counted = await givenReply('_search', { ...SHARDS, aggregations: { counts: { buckets } } })
  const given = await givenReply('_termvectors', { term_vectors: { t_all: statistics } })
  const { store } = opened((input, init) => (String(input).includes('_search') ? counted : given)(input, init))
  assert.deepEqual([...(await store.frequencies(['rout', 'elsewhere', 'nowhere'], NO_SIGNAL)).words], [['rout', 7], ['elsewhere', 1], ['nowhere', 0]])
})

test('terms that a single shard lacks are asked for once', async () => {
  const statistics = { field_statistics: { doc_count: 10 }, terms: { nowhere: {} } }
  const { store } = opened(await givenReply('_termvectors', { term_vectors: { t_all: statistics } }))
  assert.deepEqual([...(await store.frequencies(['nowhere'], NO_SIGNAL)).words], [['nowhere', 0]])
})

test('ids and slugs are encoded in paths', async () => {
  const paths: string[] = []
  const { store } = opened(async (input) => {
    paths.push(String(input).slice('http://127.0.0.1:1'.length))
    return new Response('{"found":false,"hits":{"hits":[]},"_shards":{"total":1,"successful":1,"failed":0},"timed_out":false}')
  })
  await store.section('a/b?c&d#é')
  await store.page('a&routing=b')
  await store.section('a\ud800')
  assert.deepEqual(paths, [
    '/ask-recorded/_doc/a%2Fb%3Fc%26d%23%C3%A9?routing=a%2Fb%3Fc%26d&_source=chunk,node',
    '/ask-recorded/_search?routing=a%26routing%3Db',
    '/ask-recorded/_doc/a%EF%BF%BD?routing=a%EF%BF%BD&_source=chunk,node',
  ])
})

const SHARDS = { timed_out: false, _shards: { total: 2, successful: 2, failed: 0 } }
const PARTS: readonly (readonly [string, object])[] = [
  ['a shard that failed', { _shards: { total: 2, successful: 1, failed: 1 } }],
  ['a shard without a copy, which does not count as failed', { _shards: { total: 2, successful: 1, failed: 0 } }],
  ['time that was over', { timed_out: true }],
]
for (const [name, part] of PARTS) {
  test(`${name} makes a search partial, with a line a minute, and a list a failure`, async () => {
    const aggregations = { counts: { buckets: { t0: { doc_count: 0 } } }, groups: { buckets: [] } }
    const searched = await givenReply('_search', { ...SHARDS, ...part, hits: { hits: [] }, suggest: { w0: [] }, aggregations })
    const statistics = await givenReply('_termvectors', { term_vectors: { t_all: { field_statistics: { doc_count: 3 }, terms: {} } } })
    const { store, lines, clock } = opened((input, init) => (String(input).includes('_search') ? searched : statistics)(input, init))
    for (const now of [0, 59_999, 60_000]) {
      clock.now = now
      assert.deepEqual(await store.candidates(storeQuery(), NO_SIGNAL), { sections: [], isPartial: true })
    }
    assert.match(lines.join('\n'), /^(?:The search engine searched a part of the index only.*\n?){2}$/)
    assert.deepEqual(await store.corrections(['x'], NO_SIGNAL), { words: new Map([['x', []]]), isPartial: true })
    assert.deepEqual(await store.frequencies(['x'], NO_SIGNAL), { words: new Map([['x', 0]]), isPartial: true })
    await assert.rejects(store.groups(), { code: 'store', kind: 'shard' })
    await assert.rejects(store.page('index'), { code: 'store', kind: 'shard' })
    await assert.rejects(store.pages(null, 10), { code: 'store', kind: 'shard' })
  })
}

const NO_HITS = { ...SHARDS, hits: { hits: [] } }
const hitOf = (source: object) => ({ ...SHARDS, hits: { hits: [{ _source: source, sort: [1] }] } })
const intros = (store: Store) => store.intros(['index'], NO_SIGNAL)
const candidates = (store: Store) => store.candidates(storeQuery(), NO_SIGNAL)
const section = (store: Store) => store.section('index')
const pages = (store: Store) => store.pages(null, 10)
const summaries = (store: Store) => store.summaries(null)[Symbol.asyncIterator]().next()
const BAD: readonly (readonly [string, (store: Store) => Promise<unknown>, string, unknown, EngineFailure['kind']])[] = [
  ['a list in place of a search\'s reply', candidates, '_search', [], 'reply'],
  ['a search without hits', candidates, '_search', { ...SHARDS }, 'reply'],
  ['a search without its shards', candidates, '_search', { timed_out: false, hits: { hits: [] } }, 'reply'],
  ['hits without a source', candidates, '_search', { ...SHARDS, hits: { hits: [{}] } }, 'reply'],
  ['candidates of another kind', candidates, '_search', hitOf({ chunk: {}, order: 0 }), 'index'],
  ['null for a section', section, '/_doc/index', null, 'reply'],
  ['a section that may be there', section, '/_doc/index', { found: 'yes' }, 'reply'],
  ['a section without a source', section, '/_doc/index', { found: true }, 'reply'],
  ['a section of another kind', section, '/_doc/index', { found: true, _source: { chunk: {}, node: null } }, 'index'],
  ['a page of another kind', (store) => store.page('index'), '_search', hitOf({ chunk: 'x' }), 'index'],
  ['a list of other pages', pages, '_search', hitOf({ chunk: { page: 'x', url: 'javascript:x' } }), 'index'],
  ['a list of other sections', summaries, '_search', hitOf({ node: { id: 7 } }), 'index'],
  ['intros of another kind', intros, '_mget', { docs: [{ found: true, _source: {} }] }, 'index'],
  ['an intro that the engine had no room to read', intros, '_mget', { docs: [{ _id: 'index', error: { type: 'es_rejected_execution_exception' } }] }, 'shard'],
  ['an intro that may be there', intros, '_mget', { docs: [{ _id: 'index', found: 'yes' }] }, 'reply'],
  ['no intros', intros, '_mget', {}, 'reply'],
  ['no corrections', (store) => store.corrections(['x'], NO_SIGNAL), '_search', NO_HITS, 'reply'],
  ['corrections of other words', (store) => store.corrections(['x'], NO_SIGNAL), '_search', { ...NO_HITS, suggest: { w1: [] } }, 'reply'],
  ['no statistics', (store) => store.frequencies(['x'], NO_SIGNAL), '_termvectors', {}, 'reply'],
  ['statistics without counts', (store) => store.frequencies(['x'], NO_SIGNAL), '_termvectors', { term_vectors: { t_all: { field_statistics: {}, terms: {} } } }, 'reply'],
  ['no meta document', (store) => store.meta(), '/_doc/%23meta', { found: false }, 'index'],
  ['a meta document of another format', (store) => store.meta(), '/_doc/%23meta', { found: true, _source: { format: '0.0' } }, 'index'],
]
for (const [name, read, path, json, kind] of BAD) {
  test(`${name}: refused, and reported once`, async () => {
    const { store, lines } = opened(await givenReply(path, json))
    for (let i = 0; i < 7; i += 1) await assert.rejects(read(store), { code: 'store', kind })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^The search engine failed: \S/)
  })
}

test('a meta document of our format with a fault is refused with its path', async () => {
  const [meta] = await readRecorded<readonly Exchange[]>('reads')
  const { _source, ...found } = meta?.json as { _source: object }
  for (const fault of [{ counts: { sections: -1, words: [] } }, { counts: { sections: 1, words: [1] } }, { glossary: 'x' }, { filterValues: null }]) {
    const { store, lines } = opened(async () => new Response(JSON.stringify({ ...found, _source: { ..._source, ...fault } })))
    await assert.rejects(store.meta(), { code: 'store', kind: 'index' })
    assert.match(lines[0] ?? '', new RegExp(`meta\\.${Object.keys(fault)[0]}`))
  }
})

test('the meta document is read again after five seconds, and serves on while the engine is down', async () => {
  const [meta] = await readRecorded<readonly Exchange[]>('reads')
  const { _source, ...found } = meta?.json as { _source: object }
  const state = { revision: 0, reads: 0, format: {} }
  let isDown = false
  const { store, clock, lines } = opened(async () => {
    state.reads += 1
    if (isDown) throw new TypeError('fetch failed')
    return new Response(JSON.stringify({ ...found, _source: { ..._source, revision: state.revision, ...state.format } }))
  })
  const revision = async (now: number) => {
    clock.now = now
    return (await store.meta()).revision
  }
  await Promise.all([store.meta(), store.meta()])
  state.revision = 1
  assert.deepEqual([await revision(4_999), await revision(5_000), state.reads], [0, 1, 2])
  isDown = true
  state.revision = 2
  assert.deepEqual([await revision(10_000), await revision(14_999), state.reads], [1, 1, 3])
  assert.equal(lines.length, 1)
  isDown = false
  assert.equal(await revision(15_000), 2)
  // The words of another format are cut in another way, so an old document would give wrong results.
  state.format = { format: '0.0' }
  await assert.rejects(revision(20_000), { kind: 'index' })
  await assert.rejects(revision(20_001), { kind: 'index' })
})
