/**
 * The sections of a site and its graph in an engine outside the process, as the service reads them. Every function
 * rejects with `AskError('store')` if the engine fails.
 */
import type { Chunk, Page } from '../../core/content.ts'
import type { Graph, GroupSize, KnowledgeNode, SectionSummary } from '../../core/graph.ts'
import { type Filter, type FilterValues, INDEX_VERSION, type Phrase, type WordOfTerm } from '../../core/search.ts'

/** Version of documents and the meta document. Their terms have a version of their own, that of the index. */
const DOCUMENT_VERSION = 5
/** Format of a store: a process reads no other. */
export const STORE_FORMAT = `${DOCUMENT_VERSION}.${INDEX_VERSION}`

/** A section with its node in the graph; null where the graph has none. */
export interface StoredSection {
  readonly chunk: Chunk
  readonly node: KnowledgeNode | null
}

/** Counts of a set of sections. Those of pages add up to those of the whole. */
export interface SectionCounts {
  readonly sections: number
  /** Words of each field with a length, in the order of `MEASURED_FIELDS`. */
  readonly words: readonly number[]
}

/** The small part of a store that describes all of its sections together. A process keeps it in memory. */
export interface StoreMeta extends Pick<Graph, 'builtBy' | 'glossary' | 'suggestions' | 'overview' | 'context'> {
  readonly format: string
  /** Name of the push that wrote the sections. */
  readonly generation: string
  /** Number of pages replaced since that push. */
  readonly revision: number
  readonly counts: SectionCounts
  /** Languages of the texts (`text/language.ts`), sorted. */
  readonly languages: readonly string[]
  /** The values that sections have for each filter; those of replaced pages are kept. */
  readonly filterValues: FilterValues
  /** True where pages have weights of their own. */
  readonly isWeighted: boolean
  /** Sum of the hashes of all pages (`document.ts`). */
  readonly contentHash: string
  /** `contentHash` if the graph was built from this content; another string if it was built from other content. */
  readonly graphHash: string
}

/** One word of a query, with the terms it may mean. */
export interface StoreWord {
  /** Terms with their weights, as multiples of their idf. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  /** The folded word if it may be the beginning of a longer one; null for a whole word. */
  readonly beginning: string | null
  /** Pairs of neighboring words that it may stand for. */
  readonly splits: readonly Phrase[]
}

/** A query in the terms of a store. */
export interface StoreQuery {
  readonly words: readonly StoreWord[]
  /** Keys of headings and titles that equal the query (`search/query/title-match.ts`). */
  readonly titleKeys: readonly string[]
  /** True where only titles of pages match as a whole. */
  readonly pageTitlesOnly: boolean
  /** Phrases that sections must have, and phrases that they must not. */
  readonly phrases: readonly Phrase[]
  readonly excluded: readonly Phrase[]
  readonly filter: Filter
  readonly limit: number
}

/** A section with its position on its page, from 0. */
export interface PlacedChunk {
  readonly chunk: Chunk
  readonly order: number
}

/** The best sections by the coarse scores of the engine. */
export interface Candidates {
  /** Best first. */
  readonly sections: readonly PlacedChunk[]
  /** True if a part of the site could not be searched. */
  readonly isPartial: boolean
}

/** What sections have of each of some words. */
export interface FoundWords<T> {
  readonly words: ReadonlyMap<string, T>
  /** True if that of some sections is missing. */
  readonly isPartial: boolean
}

/** A page in the list of pages. */
export type StoredPage = Pick<Page, 'slug' | 'title' | 'url' | 'group'>

/** The reads of a store, all of its current generation. A signal ends a read early. */
export interface Store {
  /** Longest time of a whole search, which may take several requests. */
  readonly searchMs: number
  /** At most five seconds old. */
  readonly meta: () => Promise<StoreMeta>
  /** Number of sections that have each term; 0 for terms that no section has. */
  readonly frequencies: (terms: readonly string[], signal: AbortSignal) => Promise<FoundWords<number>>
  /** For folded words, the folded words of sections that they may be typos of, the most frequent first. */
  readonly corrections: (words: readonly string[], signal: AbortSignal) => Promise<FoundWords<readonly string[]>>
  /** For letters (`isLetters`), words that begin or end in them, of sections in languages with compounds. */
  readonly compounds: (letters: readonly string[], signal: AbortSignal) => Promise<FoundWords<readonly WordOfTerm[]>>
  readonly candidates: (query: StoreQuery, signal: AbortSignal) => Promise<Candidates>
  /** The intros of pages, which are ranked with the candidates. Pages without one are omitted. */
  readonly intros: (slugs: readonly string[], signal: AbortSignal) => Promise<readonly Chunk[]>
  /** The sections of a page in order; empty for an unknown slug. */
  readonly page: (slug: string) => Promise<readonly StoredSection[]>
  readonly section: (id: string) => Promise<StoredSection | null>
  /** Sections of the graph in the order of the site, of one group or all, in batches. */
  readonly summaries: (group: string | null) => AsyncIterable<readonly SectionSummary[]>
  /** Number of sections of the graph in each group, the largest first; null for those without one. */
  readonly groups: () => Promise<readonly GroupSize[]>
  /** At most `limit` pages in the order of the site, after the one with a slug or from the first one. */
  readonly pages: (after: string | null, limit: number) => Promise<readonly StoredPage[]>
}

/** A graph without its sections, for the whole of a store. */
export type GraphOfStore = Pick<StoreMeta, 'graphHash' | Exclude<keyof Graph, 'version' | 'contentHash' | 'sections'>>
