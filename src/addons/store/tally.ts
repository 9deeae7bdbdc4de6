/** Sections -> the part of the meta document that summarizes them. */
import { type FilterName, MEASURED_FIELDS } from '../../core/search.ts'
import { analysisTagOf } from '../../core/text.ts'
import { MAX_VALUES, NO_PAGES, type SectionDocument, withoutPage, withPage } from './document.ts'
import type { SectionCounts, StoreMeta } from './store.ts'

/** The part of the meta document that follows from the sections. */
export type SiteTally = Pick<StoreMeta, 'counts' | 'languages' | 'filterValues' | 'isWeighted' | 'contentHash'>

/** A page, with its counts as its first section stores them. */
export type PageTally = Pick<SectionDocument, 'page_hash' | 'page_counts'>

/** The tally of no sections. */
export const EMPTY_TALLY: SiteTally = {
  counts: { sections: 0, words: MEASURED_FIELDS.map(() => 0) },
  languages: [],
  filterValues: { lang: [], version: [], group: [] },
  isWeighted: false,
  contentHash: NO_PAGES,
}

/** A tally after the sections of one page are added. */
export function tallyWith(tally: SiteTally, page: readonly SectionDocument[]): SiteTally {
  const [first] = page
  if (first === undefined) return tally
  const valuesOf = (name: FilterName) => union(tally.filterValues[name], page.map((document) => document[name]))
  return {
    counts: added(tally.counts, first, 1),
    languages: union(tally.languages, page.map((document) => analysisTagOf(document.lang))),
    filterValues: { lang: valuesOf('lang'), version: valuesOf('version'), group: valuesOf('group') },
    isWeighted: tally.isWeighted || page.some(({ weight }) => weight !== 1),
    contentHash: withPage(tally.contentHash, first.page_hash),
  }
}

/** A tally after the sections of one page are removed. Languages and values of filters remain. */
export function tallyWithout(tally: SiteTally, first: PageTally): SiteTally {
  const contentHash = withoutPage(tally.contentHash, first.page_hash)
  return { ...tally, counts: added(tally.counts, first, -1), contentHash }
}

function added({ sections, words }: SectionCounts, { page_counts }: PageTally, sign: 1 | -1): SectionCounts {
  return {
    sections: sections + sign * (page_counts?.sections ?? 0),
    words: words.map((sum, i) => sum + sign * (page_counts?.words[i] ?? 0)),
  }
}

/** The sorted union; the same list if nothing is new. */
function union(values: readonly string[], more: readonly string[]): readonly string[] {
  const added = [...new Set(more)].filter((value) => !values.includes(value))
  return added.length === 0 ? values : [...values, ...added].sort().slice(0, MAX_VALUES)
}
