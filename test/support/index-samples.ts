/** Random collections to index, and comparisons of indexes and their bytes. */
import assert from 'node:assert/strict'
import type { Filter } from '../../src/core/search/index/filter.ts'
import type { Index, Searchable } from '../../src/core/search/index/inverted-index.ts'
import type { Random } from './random.ts'
import { search } from './search-index.ts'

const PIECES = ['route', 'routes', 'dynamic', 'createServer', '--host', 'the', 'site', 'sites', 'é', '漢字', '😀', '\ud800', ' ', ' ', ' ', '. ']
export const QUERIES = ['', 'routes', 'dyn', 'the dynamic site ', 'createServer', '--host', '漢字', 's', 'r', 'rou', 'nothing', '😀', 'site routes']
const GROUPS = [null, 'Guides', 'API']
const FILTERS: readonly Filter[] = [{}, { group: 'Guides' }, { group: '', lang: 'de' }]

/** Chunks of words, marks and odd characters. */
export function collection(random: Random, size: number): Searchable[] {
  return Array.from({ length: size }, (_, i) => ({
    id: `${i}${random.pick(['', '#é', '\udc00'])}`, page: `${random.below(size)}`,
    title: random.text(PIECES, 3), heading: random.pick([null, random.text(PIECES, 3)]),
    parents: [random.text(PIECES, 2)], group: random.pick(GROUPS), text: random.text(PIECES, 30),
    lang: random.pick([null, 'en', 'de', 'ja']),
    queries: random.pick([[], [], ['host a siteroute'], [random.text(PIECES, 4), 'hydrate']]),
  }))
}

/** Words and marks of these collections, some misspelled or cut. */
export function randomQuery(random: Random): string {
  return random.text([...PIECES, 'dynmic', 'rout', 'create', 'siteroute', '"', ' -'], 6)
}

/** Checks that two indexes find the same. */
export function checkSame(found: Index, index: Index, random: Random) {
  for (const query of [...QUERIES, ...Array.from({ length: 5 }, () => randomQuery(random))]) {
    for (const filter of FILTERS) assert.deepEqual(search(found, query, { filter }), search(index, query, { filter }), query)
  }
}

/** The same bytes from an address of its own, so that changes stay in the copy. */
export function changed(bytes: Uint8Array, change: (copy: Uint8Array) => void): Uint8Array {
  const copy = new Uint8Array(bytes)
  change(copy)
  return copy
}
