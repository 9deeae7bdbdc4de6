/** The bodies of searches, from queries as readers type them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchBody } from '../../../../src/addons/store/opensearch/query.ts'
import { createStoreService } from '../../../../src/addons/store/service.ts'
import type { StoreQuery } from '../../../../src/addons/store/store.ts'
import { extractGraph } from '../../../../src/core/graph-builder/rules/extract.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { memoryStore } from '../../../support/memory-store.ts'
import { storeQuery } from '../../../support/recorded-engine.ts'

/** Clauses of a query that engines take by default. */
const ENGINE_CLAUSES = 1_024
const WORDS = Array.from({ length: 80 }, (_, i) => `w${String.fromCharCode(97 + (i % 26))}${'xyzv'[Math.floor(i / 26)]}ord`)
const PAGES = [page('words', { '': WORDS.join(' '), Setup: 'A set up of routes.' }), page('guides/routing', { '': 'Routes.' })]

/** The query that a text becomes. */
async function queryOf(text: string, filter = {}): Promise<StoreQuery> {
  const queries: StoreQuery[] = []
  const store = await memoryStore(chunksOf(...PAGES), await extractGraph(PAGES), () => text)
  const candidates: typeof store.candidates = async (query, signal) => {
    queries.push(query)
    return store.candidates(query, signal)
  }
  const context = { model: '', canAnswer: false, log: () => undefined, now: () => 0 }
  await createStoreService({ ...store, candidates }, context).search(text, 5, { filter })
  return queries[0] ?? assert.fail('no search')
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Values of a name anywhere in JSON. */
function valuesOf(name: string, json: unknown): readonly unknown[] {
  if (!isObject(json)) return []
  return Object.entries(json).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)])
}

/** The clauses that an engine makes of a query: one for each field of a word, and as many as a beginning may become. */
function clausesOf(json: unknown): number {
  const fields = valuesOf('multi_match', json).reduce<number>((sum, one) => sum + (isObject(one) && Array.isArray(one['fields']) ? one['fields'].length : 0), 0)
  return fields + 16 * valuesOf('prefix', json).length + valuesOf('match', json).length + valuesOf('intervals', json).length + valuesOf('term', json).length
}

const whole = { isWeighted: false }

test('a long query has at most 64 words and stays below the clauses of an engine', async () => {
  const query = await queryOf(WORDS.join(' '))
  assert.equal(query.words.length, 64)
  const clauses = clausesOf(searchBody(query, whole))
  assert.ok(clauses > 64 && clauses < ENGINE_CLAUSES, `${clauses} clauses`)
})

test('a query of up to twelve words has guesses, a longer one has none', async () => {
  const guessesOf = async (count: number) => {
    const { words } = await queryOf([...WORDS.slice(0, count - 1), 'rout'].join(' '))
    return [words.length, words.filter(({ beginning }) => beginning !== null).length]
  }
  assert.deepEqual([await guessesOf(12), await guessesOf(13)], [[12, 1], [13, 0]])
  const longest = await queryOf([...WORDS.slice(0, 11), 'rout'].join(' '))
  assert.ok(clausesOf(searchBody(longest, whole)) < ENGINE_CLAUSES)
})

test('words of a query are values, whatever characters they have', async () => {
  const text = 'a"}],"size":9999 \\ \u2028 {{x}} *:* _exists_:y'
  const body = searchBody(await queryOf(text), whole)
  assert.deepEqual(valuesOf('query_string', body), [])
  assert.equal(body['size'], 100)
  assert.deepEqual(JSON.parse(JSON.stringify(body)), body)
})

test('a filter, a phrase and an exclusion are conditions, and not scores', async () => {
  const { filter, must_not: not } = boolOf(searchBody(await queryOf('"set up" -routes word', { group: 'guides' }), whole)) 
  assert.deepEqual(valuesOf('group', filter), ['guides'])
  const phrase = (first: string, second: string) => ({ all_of: { ordered: true, max_gaps: 0, intervals: [match(first), match(second)] } })
  const match = (query: string) => ({ match: { query, analyzer: 'whitespace' } })
  assert.deepEqual(valuesOf('t_body', filter), [phrase('set', 'up')])
  assert.deepEqual(valuesOf('t_body', not), [match('rout')])
})

function boolOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const query = body['query']
  const bool = isObject(query) ? query['bool'] : null
  return isObject(bool) ? bool : assert.fail('no bool')
}

test('a title that is the query is among the candidates, of pages only where a page is named', () => {
  const titles = (pageTitlesOnly: boolean) => valuesOf('constant_score', searchBody(storeQuery({ titleKeys: ['dynamic routes'], pageTitlesOnly }), whole))
  const terms = { terms: { title_key: ['dynamic routes'] } }
  assert.deepEqual(titles(false), [{ filter: { bool: { filter: [terms] } }, boost: 40 }])
  assert.deepEqual(titles(true), [{ filter: { bool: { filter: [terms, { term: { is_intro: true } }] } }, boost: 40 }])
})

test('weights of pages count where there are some', () => {
  assert.deepEqual(valuesOf('field_value_factor', searchBody(storeQuery(), { isWeighted: true })), [{ field: 'weight', missing: 1 }])
  assert.deepEqual(valuesOf('field_value_factor', searchBody(storeQuery(), whole)), [])
})

test('several meanings of a word compete, and a word that no section has asks for nothing', () => {
  const word = (given: object) => ({ terms: [{ term: 'rout', weight: 1 }], beginning: null, splits: [], ...given })
  const should = (given: object) => boolOf(searchBody(storeQuery({ words: [word(given)] }), whole))['should'] as readonly object[]
  const [meanings] = valuesOf('dis_max', should({ beginning: 'rou', splits: [[['ro'], ['ut', 'uts']]] })) as readonly { queries: readonly unknown[] }[]
  assert.equal(meanings?.queries.length, 1 + 3 + 1)
  assert.deepEqual(valuesOf('any_of', meanings).length > 0, true)
  assert.deepEqual(should({ terms: [] }), [])
})
