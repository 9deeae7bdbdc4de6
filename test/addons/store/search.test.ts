import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStoreSearch } from '../../../src/addons/store/search.ts'
import type { Store, StoreQuery } from '../../../src/addons/store/store.ts'
import { createVocabulary } from '../../../src/addons/store/vocabulary.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { type Searcher, createSearcher } from '../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../support/chunk.ts'
import { memoryStore } from '../../support/memory-store.ts'

const TOPICS = ['content collections', 'deployment', 'environment variables', 'routing', 'server islands', 'view transitions']

/** Pages about topics that mention each other, so that more sections are found than candidates are taken. */
const PAGES: readonly Page[] = TOPICS.flatMap((topic, t) => {
  return Array.from({ length: 8 }, (_, i) => page(`${topic.replaceAll(' ', '-')}/part-${i}`, {
    '': `An overview of ${topic}, part ${i}, and how it goes with ${TOPICS[(t + i) % 6]}.`,
    [`Configure ${topic} ${i}`]: `Set up ${topic} with \`astro.config${i}.mjs\`. Each setting of ${topic} has a default.`,
    [`Create a server ${i}`]: `Call \`createServer()\` to setup a server for ${TOPICS[(t + 2) % 6]}.`,
    'Deploy': `Deploying ${topic} takes ${i} minutes and needs ${'many words '.repeat(i)}.`,
  }))
})
/** A page that is the same in three versions. */
const VERSIONS = ['v1', 'v10', 'v9'].map((version) => page(`${version}/install`, { '': 'Install the otter.' }, { version }))
const CHUNKS = chunksOf(...PAGES, ...VERSIONS)
const QUERIES = [
  'routing', 'configure routing', 'deploy', 'how do I create a server for view transitions', 'rotuing', 'setup', 'set up',
  'conten', 'createServer', 'astro.config3.mjs', '"server islands"', '"islands server"', 'deploy -routing', 'envirnoment varables',
  'the', 'nothing of this kind xyzzy', 'Configure routing 3', 'part', 'install otter',
]

interface Searched {
  readonly search: ReturnType<typeof createStoreSearch>
  readonly asked: StoreQuery[]
}

async function searchOf(
  text: () => string,
  given: (store: Store) => Partial<Store> = () => ({}),
  chunks = CHUNKS,
): Promise<Searched> {
  const asked: StoreQuery[] = []
  const whole = await memoryStore(chunks, await extractGraph(PAGES), text)
  const candidates: Store['candidates'] = (query, signal) => {
    asked.push(query)
    return whole.candidates(query, signal)
  }
  const store = { ...whole, candidates, ...given(whole) }
  const vocabulary = createVocabulary(store, () => 0)
  return { search: createStoreSearch(store, async () => ({ meta: await store.meta(), vocabulary })), asked }
}

test('a search of a store gives the results of the process', async () => {
  const process = createSearcher(CHUNKS)
  let text = ''
  const { search } = await searchOf(() => text)
  for (const query of QUERIES) {
    text = query
    const { value, isPartial } = await search({ text, filter: {} }, (searcher) => searcher.search(text, { limit: 10 }))
    assert.deepEqual(value, process.search(text, { limit: 10 }), query)
    assert.equal(isPartial, false)
  }
})

test('a search of a store weighs its results and gives notice as the process does', async () => {
  const process = createSearcher(CHUNKS)
  let text = ''
  const { search } = await searchOf(() => text)
  for (const query of ['rotuing', 'configure routing', 'xyzzy routing']) {
    text = query
    const weigh = (searcher: Searcher) => {
      const { results, ...evidence } = searcher.weigh(text, { limit: 5 })
      return { ...evidence, results: results.map((result) => ({ ...result, snippet: result.snippet(), matchAt: result.matchAt() })), notice: searcher.notice(text) }
    }
    assert.deepEqual((await search({ text, filter: {} }, weigh)).value, weigh(process), query)
  }
})

test('a query becomes terms with the words they may be typos of, and beginnings', async () => {
  const text = 'configure rotuing serv'
  const { search, asked } = await searchOf(() => text)
  await search({ text, filter: { group: 'x' } }, () => null)
  const [query] = asked
  const [configure, routing, server] = query?.words ?? []
  assert.deepEqual([configure, routing].map((word) => word?.terms[0]?.term), ['configur', 'rout'])
  assert.deepEqual([configure, routing, server].map((word) => word?.beginning), [null, null, 'serv'])
  assert.deepEqual([query?.filter, query?.limit], [{ group: 'x' }, 100])
})

const GERMAN = chunksOf(
  page('fenster', { '': 'Ein Fenster.', Rahmen: 'Der Fensterrahmen hält das Glas.', Bank: 'Die Fensterbänke sind breit.' }, { lang: 'de' }),
  page('rahmen', { '': 'Ein Rahmen und eine Bank.', Preis: 'Der Türrahmen aus Holz.' }, { lang: 'de' }),
  page('netz', { '': 'Das Hochspannungsnetzgerät.', Datei: 'Dateisysteme speichern Fensterln und Aufbau von Verbindungsaufbauten.' }, { lang: 'de' }),
  page('window', { '': 'A windowframe, a rahmen.' }),
)
/** Words of queries, with the words of the docs that they find as parts of compounds. */
const PARTS: readonly (readonly [string, string])[] = [
  ['Fenster', 'fensterbank fensterrahm'], ['Fenstern', 'fensterbank fensterrahm'], ['Rahmen', 'fensterrahm turrahm'],
  ['Netzgerät', 'hochspannungsnetzgerat'], ['Netzgeräten', 'hochspannungsnetzgerat'], ['System', 'dateisystem'], ['Holz', ''],
]
for (const [word, compounds] of PARTS) {
  test(`"${word}" asks a store for "${compounds}", and gives the results of the process`, async () => {
    const text = `${word} `
    const { search, asked } = await searchOf(() => text, () => ({}), GERMAN)
    const { value } = await search({ text, filter: {} }, (searcher) => searcher.search(text, { limit: 10 }))
    assert.deepEqual(value, createSearcher(GERMAN).search(text, { limit: 10 }))
    const terms = asked[0]?.words.flatMap((one) => one.terms).map(({ term }) => term.replace(/[\u0001-\u0004]+$/, '')) ?? []
    assert.equal(terms.filter((term) => term.length > word.length).sort().join(' '), compounds)
  })
}

test('a quoted phrase that only other groups have finds nothing', async () => {
  const text = '"server islands"'
  const group = 'nothing'
  const { search, asked } = await searchOf(() => text)
  const { value } = await search({ text, filter: { group } }, (searcher) => searcher.search(text, { limit: 5, filter: { group } }))
  assert.deepEqual(value, createSearcher(CHUNKS).search(text, { limit: 5, filter: { group } }))
  assert.deepEqual(asked.map(({ phrases, filter }) => [phrases.length, filter]), [[1, { group }], [1, {}]])
})

for (const [what, text, most, asks] of [
  ['a quoted phrase that no section has', '"islands server"', 0, [1, 1, 0]],
  ['two quoted words that no section has both', '"islands" "server"', 1, [2, 1, 1, 2, 0]],
] as const) {
  test(`${what} gives way to words`, async () => {
    const none = { sections: [], isPartial: false }
    const asked: StoreQuery[] = []
    const { search } = await searchOf(() => 'islands server', (store) => ({
      candidates: async (query, signal) => {
        asked.push(query)
        return query.phrases.length > most ? none : store.candidates(query, signal)
      },
    }))
    const { value } = await search({ text, filter: {} }, (searcher) => searcher.notice(text))
    assert.deepEqual(asked.map(({ phrases }) => phrases.length), asks)
    if (most === 0) assert.match(value ?? '', /No section has the quoted words/)
  })
}

const HANGING: readonly (readonly [string, Partial<Store>])[] = [
  ['candidates', { candidates: () => new Promise(() => undefined) }],
  ['intros', { intros: () => new Promise(() => undefined) }],
]
for (const [name, hanging] of HANGING) {
  test(`a search of a store ends after its time, also where the read of ${name} hears no signal`, async () => {
    const { search } = await searchOf(() => 'routing', () => ({ searchMs: 20, ...hanging }))
    const found = search({ text: 'routing', filter: {} }, (searcher) => searcher.search('routing', { limit: 10 }))
    await assert.rejects(found, { code: 'store', message: 'The search engine is too slow.' })
  })
}

test('at most 64 searches of a store run at once, and others wait', { timeout: 60_000 }, async () => {
  let [running, most] = [0, 0]
  let goOn = () => undefined as void
  const allRun = new Promise<void>((resolve) => (goOn = resolve))
  const { search } = await searchOf(() => 'routing', (store) => ({
    candidates: async (query, signal) => {
      running += 1
      most = Math.max(most, running)
      if (running === 64) setImmediate(goOn)
      await allRun
      running -= 1
      return store.candidates(query, signal)
    },
  }))
  await Promise.all(Array.from({ length: 80 }, () => search({ text: 'routing', filter: {} }, () => null)))
  assert.equal(most, 64)
})
