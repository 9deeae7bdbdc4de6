/** Sections -> what the meta document says of all of them together. */
import { languageOf } from '../text/language.ts'
import { MEASURED_FIELDS } from '../search/index/field.ts'
import { FILTER_NAMES, type FilterName } from '../search/index/filter.ts'
import type { SectionDocument } from './document.ts'
import { MAX_VALUES } from './meta.ts'
import { NO_PAGES, withPage, withoutPage } from './page-hash.ts'
import type { StoreMeta } from './store.ts'

/** The part of the meta document that follows from the sections. */
export type SiteTally = Pick<StoreMeta, 'counts' | 'languages' | 'filterValues' | 'isWeighted' | 'contentHash'>

/** The part of a document that is counted. */
export type Counted = Pick<SectionDocument, 'lengths' | 'page_hash' | 'weight' | FilterName>

/** The tally of no sections. */
export const EMPTY_TALLY: SiteTally = {
  counts: { sections: 0, words: MEASURED_FIELDS.map(() => 0) },
  languages: [],
  filterValues: { lang: [], version: [], group: [] },
  isWeighted: false,
  contentHash: NO_PAGES,
}

/** A tally with the sections of one page more. */
export function tallyWith(tally: SiteTally, page: readonly Counted[]): SiteTally {
  const [first] = page
  if (first === undefined) return tally
  const valuesOf = (name: FilterName) => union(tally.filterValues[name], page.map((document) => document[name]))
  const [lang, version, group] = FILTER_NAMES.map(valuesOf)
  return {
    counts: counted(tally, page, 1),
    languages: union(tally.languages, page.map((document) => languageOf(document.lang))),
    filterValues: { lang: lang ?? [], version: version ?? [], group: group ?? [] },
    isWeighted: tally.isWeighted || page.some(({ weight }) => weight !== 1),
    contentHash: withPage(tally.contentHash, first.page_hash),
  }
}

/** A tally with the sections of one page less. Languages and values of filters remain. */
export function tallyWithout(tally: SiteTally, page: readonly Pick<Counted, 'lengths' | 'page_hash'>[]): SiteTally {
  const [first] = page
  if (first === undefined) return tally
  return { ...tally, counts: counted(tally, page, -1), contentHash: withoutPage(tally.contentHash, first.page_hash) }
}

function counted({ counts }: SiteTally, page: readonly Pick<Counted, 'lengths'>[], sign: 1 | -1): StoreMeta['counts'] {
  const words = counts.words.map((sum, field) => {
    return Math.max(0, sum + sign * page.reduce((total, { lengths }) => total + (lengths[field] ?? 0), 0))
  })
  return { sections: Math.max(0, counts.sections + sign * page.length), words }
}

/** Sorted, the same list where nothing is new. */
function union(values: readonly string[], more: readonly string[]): readonly string[] {
  const added = [...new Set(more)].filter((value) => !values.includes(value))
  return added.length === 0 ? values : [...values, ...added].sort().slice(0, MAX_VALUES)
}
