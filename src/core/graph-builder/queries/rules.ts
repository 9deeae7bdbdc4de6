/**
 * The queries that a model or a person wrote for sections -> those that may count, and why each of the others may not.
 * A query is worth something if it says what its section doesn't say, about this section and few others.
 */
import { foldSpace } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { MAX_QUERIES } from '../../graph/graph.ts'
import { buildIndex } from '../../search/build/build.ts'
import { columnsOf } from '../../search/index/inverted-index.ts'
import { type IndexReader, openIndex } from '../../search/rank/index-reader.ts'
import { resolveQuery, search } from '../../search/rank/search.ts'
import { spacedWords } from '../../text/normalize.ts'
import { unsafeReason } from '../verify/evidence.ts'

/** Most sections with the same query: a number, or a share of all sections if that is more. */
const MAX_SHARED = 3
const SHARED_RATIO = 0.005
/** A word in more than this share of all sections says nothing about one of them; smaller sites have no such words. */
const COMMON_RATIO = 0.25
const MIN_SECTIONS = 20

/** What makes a query worth writing, for models and people. */
export const QUERY_ADVICE = `up to ${MAX_QUERIES} phrases that a reader would type into the site's search box who \
wants exactly this section: two or three questions or tasks of about five words, three or four terms of one or two \
words; at most 8 words each, in the language of the text. Best are words that the section does not use: what people say \
who don't know its terms yet, such as synonyms, the name of the same thing in another product, a goal, a symptom, an \
error. None that stands in the section word for word, none that would fit most pages ("how to use", "example", "getting \
started"), nothing that the section does not answer; sections of the same kind get phrases for what differs between them. \
No addresses. Few or none for a section that says little.`

/** The queries of sections by id, in the order in which they were written. */
export type QueriesById = ReadonlyMap<string, readonly string[]>

/** A query that may not count. */
export interface RefusedQuery {
  readonly id: string
  readonly query: string
  readonly reason: string
}

/**
 * Applies the rules to the queries of all sections together: for each section the queries that may count, if there are
 * any, and the others. Queries of unknown sections are refused.
 */
export function checkQueries(chunks: readonly Chunk[], written: QueriesById) {
  const refused: RefusedQuery[] = []
  const sections = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const { holders, isGeneral } = readSite(chunks, written)
  const maxShared = Math.floor(Math.max(MAX_SHARED, SHARED_RATIO * chunks.length))
  const isShared = `is given to more than ${maxShared} sections`
  const onPages = new Set<string>()
  const queries = new Map<string, readonly string[]>()
  for (const [id, list] of written) {
    const chunk = sections.get(id)
    if (chunk === undefined) {
      refused.push(...list.map((query) => ({ id, query, reason: 'the content has no such section' })))
      continue
    }
    const said = spacedWords([chunk.title, ...chunk.parents, chunk.heading ?? '', chunk.text].join('\n'))
    const accepted: string[] = []
    for (const query of list.map(foldSpace)) {
      const words = spacedWords(query)
      // Symbols have no words: each run of them is a query of its own.
      const onPage = JSON.stringify([chunk.page, words === ' ' ? query : words])
      const reason = unsafeReason(query) ??
        (words !== ' ' && said.includes(words) ? 'the section already says it' : null) ??
        (isGeneral(words) ? 'would fit most sections' : null) ??
        ((holders.get(words)?.size ?? 0) > maxShared ? isShared : null) ??
        (onPages.has(onPage) ? 'its page already has it' : null) ??
        (accepted.length === MAX_QUERIES ? `is one too many: at most ${MAX_QUERIES} count` : null)
      if (reason !== null) {
        refused.push({ id, query, reason })
        continue
      }
      onPages.add(onPage)
      accepted.push(query)
    }
    // Queries of which none may count say nothing; an empty list says that the section needs none.
    if (accepted.length > 0 || list.length === 0) queries.set(id, accepted)
  }
  return { queries, refused }
}

/** The ids of the sections that a query was written for, and whether words are general. */
function readSite(chunks: readonly Chunk[], written: QueriesById) {
  /** Number of sections with each word of the queries. */
  const counts = new Map<string, number>()
  const holders = new Map<string, Set<string>>()
  for (const [id, list] of written) {
    for (const words of list.map(spacedWords).filter((words) => words !== ' ')) {
      holders.set(words, (holders.get(words) ?? new Set()).add(id))
      for (const word of wordsOf(words)) counts.set(word, 0)
    }
  }
  for (const { title, heading, text } of chunks) {
    for (const word of new Set(wordsOf(spacedWords([title, heading ?? '', text].join('\n'))))) {
      const count = counts.get(word)
      if (count !== undefined) counts.set(word, count + 1)
    }
  }
  const countOf = (word: string) => counts.get(word) ?? 0
  // What the docs never name is a thing of another product, or the readers' name for one here.
  for (const words of holders.keys()) if (wordsOf(words).some((word) => countOf(word) === 0)) holders.delete(words)
  const isGeneral = (words: string) => {
    return chunks.length >= MIN_SECTIONS && wordsOf(words).length > 0 &&
      wordsOf(words).every((word) => countOf(word) > COMMON_RATIO * chunks.length)
  }
  return { holders, isGeneral }
}

function wordsOf(words: string): readonly string[] {
  return words.split(' ').filter((word) => word !== '')
}

/** Most queries that are searched; those of the first sections. */
const MAX_SEARCHED = 100_000
/** Most results in which the section of a query is looked for. */
const MAX_RESULTS = 1_000
/**
 * The score of a query's section, as a share of the best one, below which the query is doubtful. With a tenth of all
 * queries moved to wrong sections it finds more than four of five of these, and doubts a fifth of the others
 * (`test/bench/queries.mjs`).
 */
const MIN_SHARE = 0.03

/** A query that another section fits better. */
export interface Doubt {
  readonly id: string
  readonly query: string
  /** Id of the section that fits best. */
  readonly fits: string
}

/**
 * The queries of sections that other sections fit much better, in their order: they may have been written for the wrong
 * section; `isAsked` leaves some out. Each is searched in an index that lacks it and about half of all other queries,
 * those of the same turn (cross-validation in two folds); its section is then found by its texts and the other queries.
 */
export function findDoubts(
  chunks: readonly Chunk[],
  queries: QueriesById,
  isAsked: (id: string) => boolean = () => true,
): Doubt[] {
  const asked = chunks.filter(({ id }) => (queries.get(id) ?? []).length > 0 && isAsked(id))
  if (asked.length === 0) return []
  const readers = [0, 1].map((fold) => openFold(chunks, queries, fold))
  let searched = 0
  const ordinals = new Map(chunks.map(({ id }, ordinal) => [id, ordinal]))
  return asked.flatMap((chunk) => {
    return (queries.get(chunk.id) ?? []).flatMap((query, i): Doubt[] => {
      const reader = readers[i % readers.length]
      searched += 1
      if (reader === undefined || searched > MAX_SEARCHED) return []
      const fits = betterFit(reader, query, ordinals.get(chunk.id) ?? -1)
      return fits === null ? [] : [{ id: chunk.id, query, fits: chunks[fits]?.id ?? '' }]
    })
  })
}

/** The index for the queries of one fold, which has those of the other. */
function openFold(chunks: readonly Chunk[], queries: QueriesById, fold: number): IndexReader {
  return openIndex(columnsOf(buildIndex(chunks.map((chunk) => {
    return { ...chunk, queries: (queries.get(chunk.id) ?? []).filter((_, i) => i % 2 !== fold) }
  }))))
}

/** Ordinal of the best section if it is much better than the one with an ordinal; null if not, or if none is found. */
function betterFit(reader: IndexReader, query: string, ordinal: number): number | null {
  // The space ends the last word: it is not completed.
  const hits = search(reader, resolveQuery(reader, `${query} `), { limit: MAX_RESULTS, perPage: Infinity })
  const [best] = hits
  const own = hits.find((hit) => hit.ordinal === ordinal)
  return best === undefined || (own?.score ?? 0) >= MIN_SHARE * best.score ? null : best.ordinal
}
