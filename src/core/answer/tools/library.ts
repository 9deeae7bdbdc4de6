/**
 * The live site as a model reads it: search hits with the evidence for them, and sections to open. A section opens as
 * its source, never as the graph's summary of it: summaries leave out conditions and exceptions, and these decide many
 * questions.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { CodeSpan } from '../../content/structure/encoding.ts'
import type { StructuredText } from '../../content/structure/tree.ts'
import type { Knowledge, SectionSummary } from '../../graph/knowledge.ts'
import { type Filter, matchesFilter } from '../../search/index/filter.ts'
import type { WeighedResult, WeighedResults } from '../../search/show/result.ts'
import { guessLanguage, isFunctionWord, LANGUAGES } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'

/** Subsections that are opened with a section. */
const MAX_BELOW = 40
/**
 * Share of a query's words, each by its idf, that a strong hit has: a short query wants most of its words, of a long
 * question `FULL_WORDS` words are enough, within these limits. Measured on two judged sets of
 * test/bench/measurements.md, links of the Astro docs and questions of Cranfield: of first hits that are strong 57 and
 * 41 % are right, of the others 18 and 22 %.
 */
const STRONG_SHARE = { min: 0.3, max: 0.6 }
/** Words of a query that a strong hit of a long query has, function words for less. */
const FULL_WORDS = 2.4
/** Share of the best hit's coverage that a strong hit has: below it 0 to 9 % of second hits for links are right. */
const MIN_RELATIVE_COVERAGE = 0.5

/** Hits whose language is guessed, and UTF-16 units of each. */
const GUESSED_HITS = 3
const MAX_GUESSED_LENGTH = 200
/** Pronouns and contractions that are no function words of the search. */
const SMALL_WORD =
  /['’]|^(?:hers|ours|yours|theirs|oneself|\w+sel(?:f|ves)|(?:some|any|every|no)(?:body|one|thing|where)|(?:who|what|which|where|how)(?:so)?ever|gonna|wanna|please)$/

/** Share of the best hit's coverage that a section of the page at hand has, to come before it. */
const NEAR_SHARE = 0.9
const LOCAL = 'http://localhost'

/** The name and link of a section. */
export interface SectionName extends SectionSummary {
  /** Title and headings down to this one: `Routing › Dynamic routes › Priority`. */
  readonly path: string
  readonly terms: readonly string[]
}

/** The text, the structure and the code of a section. */
export interface SectionText extends StructuredText {
  readonly code: readonly CodeSpan[]
}

/** A search hit. */
export interface LibraryHit extends SectionName {
  readonly snippet: () => string
  /** Null if the section is no longer in the content. */
  readonly source: SectionText | null
  readonly below: readonly string[]
  /** Share of the query's words that it has, 0 to 1, each by its idf: rare words count more. */
  readonly coverage: number
  /** True if it covers so much of the query that it is probably the answer. */
  readonly isStrong: boolean
  /** The offset of the best match in its text, 0 if the text is short. */
  readonly matchAt: () => number
  /** BCP 47 tag of its language, else what the first hits without one look like; null if that is unknown. */
  readonly lang: string | null
}

/** The result of a search. */
export interface Found {
  readonly hits: readonly LibraryHit[]
  /** Words of the query that no section has, as they are written, paths whole; none that was read as another one. */
  readonly missing: readonly string[]
  readonly corrections: WeighedResults['corrections']
}

/** A section to read. */
export interface LibrarySection extends SectionName {
  readonly source: SectionText
}

/** A section with those below its heading, in order; a page's intro with all of its page. */
export interface OpenedSection {
  readonly section: LibrarySection
  readonly below: readonly LibrarySection[]
}

/** Search and sections of the site. Both reject only when the content can't be read. */
export interface Library {
  readonly search: (query: string, limit: number) => Promise<Found>
  readonly open: (id: string) => Promise<OpenedSection | null>
  /** What readers type who want a section. */
  readonly queries: (id: string) => Promise<readonly string[]>
}

/** The sources of a library's sections; a `Service` is one. */
export interface LibrarySources extends Pick<Knowledge, 'section'> {
  /** A search of the live content with the evidence of its results. */
  readonly weigh: (query: string, limit: number, filter: Filter) => Promise<WeighedResults>
  /** The live section with that id and those below it; empty for an unknown id. */
  readonly chunks: (id: string) => Promise<readonly Chunk[]>
}

/** A library of the sections that a filter admits; those of `page`, an id or path, come first if they match as well. */
export function createLibrary(
  { weigh, section, chunks }: LibrarySources,
  filter: Filter,
  page: string | null,
): Library {
  async function nameOf({ id, title, heading, parents, group, url }: Named): Promise<SectionName> {
    const path = [title, ...parents, ...(heading === null ? [] : [heading])].join(' › ')
    // A graph that can't be read is reported by its own routes; answers do without it.
    const knowledge = await section(id).catch(() => null)
    return { id, title, heading, path, group, url, terms: knowledge?.terms ?? [] }
  }

  async function sectionOf(chunk: Chunk): Promise<LibrarySection> {
    return { ...(await nameOf(chunk)), source: chunk }
  }

  async function search(query: string, limit: number): Promise<Found> {
    const { results: ranked, words, missing, corrections: all } = await weigh(query, limit, filter)
    // Small docs lack function words, which mean nothing.
    const corrections = all.filter(({ word }) => !isFunctionWord(foldText(word), LANGUAGES))
    const best = ranked.reduce((max, { coverage }) => Math.max(max, coverage), 0)
    const isNear = (hit: WeighedResult) => page !== null && isOf(hit, page) && hit.coverage >= NEAR_SHARE * best
    const results = [...ranked.filter(isNear), ...ranked.filter((hit) => !isNear(hit))]
    const wanted = Math.min(STRONG_SHARE.max, Math.max(STRONG_SHARE.min, FULL_WORDS / words))
    const minCoverage = Math.max(wanted, MIN_RELATIVE_COVERAGE * best)
    const found = await Promise.all(
      results.map(async ({ snippet, coverage, matchAt, ...result }: WeighedResult) => {
        const [chunk, ...rest] = await chunks(result.id)
        const name = await nameOf(chunk ?? { heading: null, parents: [], group: null, ...result })
        const text = { snippet, source: chunk ?? null, below: rest.slice(0, MAX_BELOW).map(({ id }) => id), matchAt }
        return { ...name, ...text, coverage, isStrong: coverage >= minCoverage, lang: chunk?.lang ?? null }
      }),
    )
    const unnamed = found.filter(({ lang }) => lang === null).slice(0, GUESSED_HITS)
    const guess = guessLanguage(unnamed.map(({ source }) => source?.text.slice(0, MAX_GUESSED_LENGTH) ?? '').join(' '))
    const hits = found.map((hit): LibraryHit => ({ ...hit, lang: hit.lang ?? guess }))
    const isCorrected = (word: string) => all.some((each) => each.word === word)
    const lacking = wholeWords(query, missing.filter((word) => !isCorrected(word)))
    return { hits, missing: lacking, corrections }
  }

  return {
    search,
    queries: async (id) => (await chunks(id))[0]?.queries ?? [],
    open: async (id) => {
      const [first, ...subsections] = await chunks(id)
      if (first === undefined || !matchesFilter(first, filter)) return null
      const below = await Promise.all(subsections.slice(0, MAX_BELOW).map(sectionOf))
      return { section: await sectionOf(first), below }
    },
  }
}

/** The words of a query that are or have one of these, but no pronouns and contractions: docs need not have them. */
function wholeWords(query: string, folded: readonly string[]): readonly string[] {
  const words = query.split(/[\s"“”„«»?!,;()]+/).map((word) => word.replace(/(?<![.:])[.:]+$/, ''))
  return [...new Set(words)].filter((word) => {
    const whole = foldText(word)
    const parts = [whole, ...whole.split(/[^\p{L}\p{N}]+/u)]
    return !SMALL_WORD.test(whole) && parts.some((part) => folded.includes(part))
  })
}

/** True for a section of the page with this id or path. */
export function isOf({ id, url }: Pick<WeighedResult, 'id' | 'url'>, page: string): boolean {
  return id.split('#', 1)[0] === page || pathOf(url) === pathOf(page)
}

/** The path of an address without what a host may leave out: `/a/`, `/a.html` and `/a/index.html` are `/a`. */
function pathOf(address: string): string {
  const url = URL.canParse(address, LOCAL) ? new URL(address, LOCAL) : null
  return url === null ? address : url.pathname.replace(/(?:\/index)?(?:\.html)?(?<!\/)\/*$/, '')
}

type Named = Pick<Chunk, 'id' | 'title' | 'heading' | 'parents' | 'group' | 'url'>
