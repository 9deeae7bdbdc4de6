/**
 * Pruning changes nothing: a search finds the same as scoring every chunk, ties and all.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS } from '../../../../../src/core/search/index/field.ts'
import type { Filter } from '../../../../../src/core/search/index/filter.ts'
import type { InvertedIndex, Searchable } from '../../../../../src/core/search/index/inverted-index.ts'
import { createOpenList } from '../../../../../src/core/search/index/encoded-list.ts'
import { nextBlock, seek } from '../../../../../src/core/search/index/posting-list.ts'
import type { Clause } from '../../../../../src/core/search/query/clause.ts'
import { openScorers } from '../../../../../src/core/search/rank/clause-scorer.ts'
import { openCopies, openIndex } from '../../../../../src/core/search/rank/index-reader.ts'
import { coordination } from '../../../../../src/core/search/rank/rank.ts'
import type { Hit, HitOptions } from '../../../../../src/core/search/rank/search.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom, type Random } from '../../../../support/random.ts'
import { buildColumns, resolve, search } from '../../../../support/search-index.ts'

/** All postings of a term: packed counts by chunk. */
function postingsOf(index: InvertedIndex, term: number): Map<number, number> {
  const found = new Map<number, number>()
  const cursor = createOpenList(index)(term)
  for (let more = seek(cursor, 0); more; more = nextBlock(cursor)) {
    for (let i = 0; i < cursor.size; i += 1) found.set(cursor.chunks[i]!, cursor.counts[i]!)
  }
  return found
}

/** By chunk. */
interface Naive {
  readonly scores: number[]
  readonly titleShares: number[]
  readonly pathScores: number[]
}

/** The formulas of `score.ts` and `rank.ts`, word for word, for every chunk. */
function naive(index: InvertedIndex, clauses: readonly Clause[]): Naive {
  const size = index.pages.length
  const queryCoverage = clauses.reduce((sum, { coverage }) => sum + coverage, 0)
  const exponent = coordination(clauses.reduce((sum, { wordWeight }) => sum + wordWeight, 0))
  const sums = Array.from({ length: size }, () => ({ sum: 0, coverage: 0, heading: 0, title: 0, path: 0 }))
  for (const { alternatives } of byBound(index, clauses)) {
    const best = Array.from({ length: size }, () => ({ sum: 0, coverage: 0, heading: 0, title: 0, path: 0 }))
    for (const { term, weight, coverage } of alternatives) {
      for (const [chunk, packed] of postingsOf(index, term)) {
        const one = best[chunk]!
        one.sum = Math.max(one.sum, weight * bm25(index, packed, chunk))
        one.coverage = Math.max(one.coverage, coverage)
        if (countOf(packed, 2) > 0) one.heading = Math.max(one.heading, coverage)
        if (countOf(packed, 3) > 0) one.title = Math.max(one.title, coverage)
        one.path = Math.max(one.heading, one.title)
      }
    }
    sums.forEach((sum, chunk) => {
      sum.sum += best[chunk]!.sum
      sum.coverage += best[chunk]!.coverage
      sum.heading += best[chunk]!.heading
      sum.title += best[chunk]!.title
      sum.path += best[chunk]!.path
    })
  }
  const similarity = (coverage: number, idf: number) => Math.min(1, coverage / idf) * Math.min(1, coverage / queryCoverage) ** 2
  const titleShares = sums.map(({ title }) => Math.min(1, title / queryCoverage))
  const scores = sums.map(({ sum, coverage, heading, title }, chunk) => {
    if (coverage === 0) return 0
    const ownerWeight = index.weights[chunk] ?? 1
    let score = sum * Math.min(1, coverage / queryCoverage) ** exponent
    if (heading > 0) score += queryCoverage * similarity(heading, index.headingIdf[chunk]!)
    if (title > 0) score += queryCoverage * 1.5 * similarity(title, index.titleIdf[chunk]!)
    return score * ownerWeight
  })
  const pathScores = sums.map(({ path }, chunk) => {
    return path === 0 ? 0 : queryCoverage * Math.min(1, path / queryCoverage) ** 16 * (index.weights[chunk] ?? 1)
  })
  return { scores, titleShares, pathScores }
}

/** The order in which scores are added up. */
function byBound(index: InvertedIndex, clauses: readonly Clause[]): Clause[] {
  const reader = openIndex(index)
  const most = (clause: Clause) => openScorers(reader, [clause])[0]?.maxScore ?? 0
  return clauses.filter(({ alternatives }) => alternatives.length > 0).sort((a, b) => most(b) - most(a))
}

function countOf(packed: number, field: number): number {
  const shift = FIELDS.slice(0, field).reduce((sum, { bits }) => sum + bits, 0)
  return (packed >> shift) & (2 ** FIELDS[field]!.bits - 1)
}

function bm25({ lengths, averages, pages }: InvertedIndex, packed: number, chunk: number): number {
  return FIELDS.reduce((score, { weight, k1, b }, field) => {
    const count = countOf(packed, field)
    const slope = (2 * k1 * b) / (averages[field]! || 1)
    const length = b === 0 ? 0 : lengths[field * pages.length + chunk]!
    return count === 0 ? score : score + (weight * count) / (count + 2 * k1 * (1 - b) + slope * length)
  }, 0)
}

/** The last step, word for word: the scores with those of heading paths and lifted intros. */
function lift(index: InvertedIndex, { scores, titleShares, pathScores }: Naive, options: HitOptions): number[] {
  if (options.limit === 0) return [...scores]
  const hits = choose(index, scores, { ...options, limit: Math.max(options.limit ?? 20, 20) })
  const first = hits.slice(0, 20)
  const found = new Set(hits)
  const isIntro = (chunk: number) => chunk === index.pages.indexOf(index.pages[chunk]!) && (index.spellings[chunk]! & 1) !== 0
  const final = scores.map((score, chunk) => (first.includes(chunk) ? score + pathScores[chunk]! : score))
  const lifted = [...final]
  for (const page of new Set(first.map((chunk) => index.pages[chunk]!))) {
    const intro = index.pages.indexOf(page)
    const others = first.filter((chunk) => index.pages[chunk] === page && chunk !== intro)
    if (!isIntro(intro) || others.length === 0) continue
    const best = Math.max(...others.map((chunk) => final[chunk]!))
    const own = scores[intro] === 0 ? 0 : scores[intro]! + pathScores[intro]!
    const sum = own + (0.3 + 0.3 * titleShares[intro]! ** 8) * Math.min(best, 3 * own)
    lifted[intro] = Math.max(own, Math.min(best, sum))
    found.add(intro)
  }
  return lifted.map((score, chunk) => (found.has(chunk) ? score : 0))
}

/** The best of all chunks, at most so many of a page. */
function choose(index: InvertedIndex, scores: readonly number[], { limit = 20, perPage = 3 }: HitOptions): number[] {
  const counts = new Map<number, number>()
  const { rankOf } = openCopies(index)
  const order = [...scores.keys()].filter((chunk) => scores[chunk]! > 0).sort((a, b) => scores[b]! - scores[a]! || rankOf(a) - rankOf(b) || a - b)
  return order.filter((chunk) => {
    const page = index.pages[chunk]!
    counts.set(page, (counts.get(page) ?? 0) + 1)
    return counts.get(page)! <= perPage
  }).slice(0, limit)
}

/** Words as frequent as words are: the n-th in 1 / n. */
function wordsOf(random: Random) {
  const words = ['the', 'route', 'page', 'routes', 'server', 'cache', 'deploy', 'image', 'config', 'pages', 'island', 'hydrate', 'middleware']
  return (most: number) => Array.from({ length: random.below(most + 1) }, () => {
    return words[Math.floor(words.length ** (random.below(1_000) / 1_000)) - 1 + random.below(2)] ?? 'the'
  }).join(' ')
}

function collection(random: Random, size: number): Searchable[] {
  const text = wordsOf(random)
  const isWeighted = random.below(2) === 0
  return Array.from({ length: size }, (_, i) => ({
    id: `${i}`,
    page: `${Math.floor(i / 5)}`,
    title: `x ${text(2)}`,
    heading: i % 5 === 0 ? null : random.pick([null, `y ${text(3)}`]),
    linkTexts: random.pick([[], [], [text(3)], [text(2), 'the hydrate guide', text(4)]]),
    ...(isWeighted ? { weight: random.pick([0.1, 0.5, 1, 1, 2]) } : {}),
    // Many are the same, so that many score the same.
    text: random.below(3) === 0 ? 'route page' : text(random.pick([3, 40])),
    lang: random.pick([null, 'en', 'en', 'fr']),
    group: random.pick([null, 'Guides']),
    version: i % 97 === 0 ? '1.x' : null,
  }))
}

function check(chunks: readonly Searchable[], index: InvertedIndex, query: string, options: HitOptions) {
  const { filter = {} } = options
  const { clauses, required, excluded } = resolve(index, query)
  const isRuledOut = (ordinal: number) => required?.includes(ordinal) === false || excluded.includes(ordinal) || isOutside(chunks[ordinal]!, filter)
  const all = naive(index, clauses)
  const { rankOf } = openCopies(index)
  const sets = new Map<number, number[]>()
  const firstOf = (ordinal: number) => ordinal - (index.copies[ordinal] ?? 0)
  index.copies.forEach((_, ordinal) => {
    const first = firstOf(ordinal)
    if (!isRuledOut(ordinal)) sets.set(first, [...(sets.get(first) ?? []), ordinal].sort((a, b) => rankOf(a) - rankOf(b) || a - b))
  })
  const copiesOf = (ordinal: number) => sets.get(firstOf(ordinal)) ?? [ordinal]
  const isShown = (ordinal: number) => copiesOf(ordinal)[0] === ordinal
  const unlifted = all.scores.map((score, ordinal) => (score === 0 || isRuledOut(ordinal) || !isShown(ordinal) ? 0 : score))
  const scores = lift(index, { ...all, scores: unlifted }, options)
  const hasSeveral = new Set(chunks.map(({ version }) => version ?? '')).size > 1
  const expected = choose(index, scores, options).map((ordinal): Hit => {
    const versions = copiesOf(ordinal).flatMap((copy) => chunks[copy]!.version ?? [])
    const { version } = chunks[ordinal]!
    const alsoIn = [...new Set(versions)].filter((one) => one !== version)
    const own = hasSeveral && version ? { version } : {}
    return { id: `${ordinal}`, score: scores[ordinal]!, ordinal, versions: { ...own, ...(alsoIn.length > 0 && { alsoIn }) } }
  })
  assert.deepEqual(search(index, query, options), expected, query)
}

/** The rule of filters, by itself. */
function isOutside(chunk: Searchable, filter: Filter): boolean {
  return (['lang', 'version', 'group'] as const).some((name) => filter[name] !== undefined && filter[name] !== (chunk[name] ?? ''))
}

const FILTERS: readonly Filter[] = [
  {}, {}, { lang: 'fr' }, { lang: '' }, { lang: 'en', group: 'Guides' }, { version: '1.x' }, { version: '1.x', lang: 'fr' }, { group: 'None' },
]

test('search() finds what scoring every chunk finds, in the same order, with any filter', () => {
  const random = createRandom(21)
  for (const size of [40, 700, 701, rounds(5_000)]) {
    const chunks = collection(random, size)
    const index = buildColumns(chunks)
    const text = wordsOf(random)
    for (let round = 0; round < rounds(60); round += 1) {
      // A z keeps a query from matching a title.
      const query = `${text(5)} z ${random.pick(['', ' ', 'rout', 'pag ', 'cahce ', 'h', '"the"', '"route page" ', '-cache', '"the" -"route page"'])}`
      check(chunks, index, query, {
        limit: random.pick([0, 1, 10, 20, 50, Infinity]),
        perPage: random.pick([1, 3, Infinity]),
        filter: random.pick(FILTERS),
      })
    }
  }
})
