/**
 * The reads of a site's knowledge, the same for a graph in memory and for a deployed service. Command line and MCP take
 * either.
 */
import type { Filter } from '../search/index/filter.ts'
import type { ResultWithoutId, SearchResults } from '../search/show/result.ts'
import type { GlossaryEntry, KnowledgeNode } from './graph.ts'

/** Maximum number of sections read from the list of a store: many more than any result shows. */
const MAX_SECTIONS = 5_000

/** One line of the sections list. */
export type SectionSummary = Pick<KnowledgeNode, 'id' | 'title' | 'heading' | 'group' | 'url'>

export interface Overview {
  readonly overview: string
  readonly context: string
}

/** The list of sections of a store, which may be larger than memory. */
export interface StoredSections {
  /** In batches, of one group or all. */
  readonly summaries: (group: string | null) => AsyncIterable<readonly SectionSummary[]>
  /** Number of sections of each group, the largest first; null for those without one. */
  readonly groups: () => Promise<readonly GroupSize[]>
}

export interface GroupSize {
  readonly group: string | null
  readonly sections: number
}

/** The reads that need no key. Each gives the contract's object, or null for an unknown name. */
export interface Knowledge {
  /** Absent if all content is in memory. */
  readonly store?: StoredSections
  readonly glossary: () => Promise<{ readonly terms: readonly GlossaryEntry[] }>
  /** By term or alias, in any case. */
  readonly term: (name: string) => Promise<GlossaryEntry | null>
  /** All sections, or those of one group (exact name). */
  readonly sections: (group: string | null) => Promise<{ readonly sections: readonly SectionSummary[] }>
  readonly section: (id: string) => Promise<KnowledgeNode | null>
  /** The section's text as Markdown, without its subsections; null if the content is not available. */
  readonly markdown: (id: string) => Promise<string | null>
  readonly overview: () => Promise<Overview>
  readonly search: Search
}

export interface PageSource {
  /**
   * At most `limit` pages in order, those after the page with the slug `after` or from the first page; null for an
   * unknown slug.
   */
  readonly pages: (after: string | null, limit: number) => Promise<readonly PageEntry[] | null>
  /** The Markdown of the page with this slug; null for an unknown one. */
  readonly pageMarkdown: (slug: string) => Promise<string | null>
}

export interface PageEntry {
  readonly slug: string
  readonly title: string
  readonly group: string | null
}

/** A search for at most `limit` sections, best first. */
export interface Search {
  (query: string, limit: number, needs?: SearchNeeds): Promise<SearchResults>
  /** The same for a caller that needs no ids, which can save a service a request. */
  (query: string, limit: number, needs: SearchNeeds & { readonly ids: false }): Promise<ResultsWithoutIds>
}

export interface SearchNeeds {
  /** Language, version and group of the results, exactly. Default: any. */
  readonly filter?: Filter
  /** True for a `notice`, `completions`, and the `phrase` of each result, where there are any. Default false. */
  readonly detail?: boolean
}

/** The results of a search for a caller that needs no ids. */
export interface ResultsWithoutIds extends Omit<SearchResults, 'results'> {
  readonly results: readonly ResultWithoutId[]
}

export interface FirstSections {
  readonly sections: readonly SectionSummary[]
  /** True if the list has no more. */
  readonly isWhole: boolean
}

/** The first sections of a group, or of all: the whole list if it is in memory. */
export async function firstSections(knowledge: Knowledge, group: string | null): Promise<FirstSections> {
  const { store } = knowledge
  if (store === undefined) return { ...(await knowledge.sections(group)), isWhole: true }
  const sections: SectionSummary[] = []
  for await (const batch of store.summaries(group)) {
    sections.push(...batch)
    if (sections.length > MAX_SECTIONS) return { sections: sections.slice(0, MAX_SECTIONS), isWhole: false }
  }
  return { sections, isWhole: true }
}
