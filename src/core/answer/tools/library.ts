/**
 * The live site as a model reads it: search hits with the evidence for them, and sections to open. A section opens as
 * its source, never as the graph's summary of it: summaries leave out conditions and exceptions, and these decide many
 * questions.
 */
import { ROOT_SLUG } from '../../content/address.ts'
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

/** UTF-16 units of the text of a section with which the best hit below it comes: it may have a condition for that. */
const MAX_INTRODUCTION_LENGTH = 250

/** Hits whose language is guessed, and UTF-16 units of each. */
const GUESSED_HITS = 3
const MAX_GUESSED_LENGTH = 200
/** Pronouns, contractions and verbs of asking that are no function words of the search, folded. */
const SMALL_WORD = new RegExp(
  "['’]|^(?:hers|ours|yours|theirs|oneself|\\w+sel(?:f|ves)|(?:some|any|every|no)(?:body|one|thing|where)" +
    '|(?:who|what|which|where|how)(?:so)?ever|gonna|wanna|please|whether|could|would|should|might|may|must' +
    '|(?:tell|show|explain|help|know|want|need|work|support)(?:s|ed|ing)?|possible' +
    '|bitte|(?:konn|moch|woll)t?en?|(?:sag|zeig|erklar|funktionier|unterstutz)(?:e|t|en)' +
    '|quiero|podria|decir(?:me)?|expli(?:car?|que)(?:me)?|funcionan?|soporta|veux|voudrais|pourr(?:ais|ait|iez)' +
    '|dire|fonctionnent?|supporte|quero|poderia|dizer|suporta)$',
)

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
  /** BCP 47 tag of the best hit's language, without hits of the first page's; null if it is unknown. */
  readonly lang: string | null
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

  /** Results with the section that the best one stands in behind it, if that has a short text of its own. */
  async function withParent(results: readonly WeighedResult[]): Promise<readonly WeighedResult[]> {
    const [best, ...others] = results
    const [chunk] = best === undefined ? [] : await chunks(best.id)
    if (best === undefined || chunk === undefined || chunk.parents.length === 0) return results
    const all = await chunks(chunk.page)
    const above = all.slice(0, all.findIndex(({ id }) => id === chunk.id))
    const parent = above.findLast(({ heading }) => heading === chunk.parents.at(-1))
    if (parent === undefined || parent.text === '' || parent.text.length > MAX_INTRODUCTION_LENGTH) return results
    const unranked = { ...best, id: parent.id, snippet: () => parent.text, coverage: 0, matchAt: () => 0 }
    const given = others.find(({ id }) => id === parent.id) ?? unranked
    return [best, given, ...others.filter((other) => other !== given)]
  }

  async function search(query: string, limit: number): Promise<Found> {
    const { results: ranked, words, missing, corrections: all } = await weigh(query, limit, filter)
    const asked = wordsOf(query)
    // A part of a name is not told alone.
    const corrections = all.filter(({ word }) => asked.some((each) => foldText(each) === word) && !isSmall(word))
    const best = ranked.reduce((max, { coverage }) => Math.max(max, coverage), 0)
    const isNear = (hit: WeighedResult) => page !== null && isOf(hit, page) && hit.coverage >= NEAR_SHARE * best
    const results = await withParent([...ranked.filter(isNear), ...ranked.filter((hit) => !isNear(hit))])
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
    const home = found.length > 0 ? [] : await chunks(ROOT_SLUG)
    const told = [...found, ...home.map((source) => ({ source, lang: source.lang }))]
    const unnamed = told.filter(({ lang }) => lang === null).slice(0, GUESSED_HITS)
    const guess = guessLanguage(unnamed.map(({ source }) => source?.text.slice(0, MAX_GUESSED_LENGTH) ?? '').join(' '))
    const hits = found.map((hit): LibraryHit => ({ ...hit, lang: hit.lang ?? guess }))
    const lacking = missing.filter((word) => !corrections.some((each) => each.word === word))
    return { hits, missing: withAny(asked, lacking), corrections, lang: (hits[0] ?? home[0])?.lang ?? guess }
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

/** The words of a query as they are written, paths and flags whole. */
function wordsOf(query: string): readonly string[] {
  const words = query.split(/[\s"“”„«»?!,;()]+/).map((word) => word.replace(/(?<![.:])[.:]+$/, ''))
  return [...new Set(words)]
}

/** The words that are or have one of these, but no small ones: docs need not have them. */
function withAny(words: readonly string[], folded: readonly string[]): readonly string[] {
  return words.filter((word) => {
    const whole = foldText(word)
    const parts = [whole, ...whole.split(/[^\p{L}\p{N}]+/u)]
    return !isSmall(whole) && parts.some((part) => folded.includes(part))
  })
}

/** True for a folded word that says nothing of what a question is about. */
function isSmall(word: string): boolean {
  return SMALL_WORD.test(word) || isFunctionWord(word, LANGUAGES)
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
