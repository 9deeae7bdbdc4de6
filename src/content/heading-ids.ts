/**
 * The headings of a page -> their ids: those that the site's generator found,
 * where it tells them, else by its rule. The rules of Astro were measured on
 * its versions: SmartyPants makes dashes of hyphens before ids are made, and
 * ids hold no dashes.
 */
import { createSlugger } from './slug.ts'

/** How a generator makes ids, beyond github-slugger's rule. */
export interface HeadingRule {
  /** Hyphens of a sentence that become dashes; null where none do. */
  readonly dashes: RegExp | null
  /** Whether a hyphen at the end of an id falls, which may make two ids the same. */
  readonly trimsEnd: boolean
  /** Whether `{#id}` at the end of a heading is its id; else it is part of the text that the id is made from. */
  readonly readsMarks: boolean
}

/** A heading as the site's generator found it. */
export interface GeneratedHeading {
  /** 1 to 6. */
  readonly depth: number
  readonly slug: string
  readonly text: string
}

/** A heading as the author wrote it. */
interface WrittenHeading {
  readonly depth: number
  /** What its id is made from; null for a tag such as `<h2>`, which gets none by itself. */
  readonly slugText: string | null
  /** The id that is written beside it. */
  readonly id: string | null
}

/** As GitHub and Docusaurus do. */
export const GITHUB_RULE: HeadingRule = { dashes: null, trimsEnd: false, readsMarks: true }

/** Headings that a page may have more than its source, at one place: those of what it includes. */
const MAX_SKIPPED = 64
/** Astro's own heading above footnotes, of which the source knows nothing. */
const FOOTNOTES = 'footnote-label'

/** The rule of a version of Astro; `isPlain` where SmartyPants is turned off. */
export function astroRule(major: number, isPlain = false): HeadingRule {
  const dashes = major >= 7 ? /-{2,}/g : /(?<!-)--(?!-)/g
  return { dashes: isPlain ? null : dashes, trimsEnd: major <= 5, readsMarks: false }
}

/**
 * Gives the headings of one page their ids, called with each in order; empty
 * for one that has none. `depths` are those of all headings that are no tags.
 */
export function createHeadingIds(
  depths: readonly number[],
  rule: HeadingRule,
  headings: readonly GeneratedHeading[],
): (heading: WrittenHeading) => string {
  const known = headings.filter(({ slug }) => slug !== FOOTNOTES)
  const isSame = known.length === depths.length && known.every(({ depth }, at) => depth === depths[at])
  const find = known.length === 0 ? byRule(rule) : isSame ? byPlace(known) : byText(known)
  return ({ slugText, id, ...rest }) => (slugText === null ? (id ?? '') : find({ slugText, id, ...rest }))
}

type Find = (heading: WrittenHeading & { readonly slugText: string }) => string

function byRule({ trimsEnd, readsMarks }: HeadingRule): Find {
  const uniqueSlug = createSlugger()
  return function made({ slugText, id }) {
    if (id !== null && readsMarks) return id
    const slug = uniqueSlug(id === null ? slugText : `${slugText} ${id}`)
    return trimsEnd && slug.endsWith('-') ? slug.slice(0, -1) : slug
  }
}

function byPlace(known: readonly GeneratedHeading[]): Find {
  let at = -1
  return () => known[(at += 1)]?.slug ?? ''
}

/** The next of the same depth with the same letters; what the site doesn't know gets none. */
function byText(known: readonly GeneratedHeading[]): Find {
  let from = 0
  return function found({ depth, slugText, id }) {
    const names = [lettersOf(slugText), lettersOf(`${slugText}${id ?? ''}`)]
    const at = known.slice(from, from + MAX_SKIPPED).findIndex((one) => one.depth === depth && isNamed(one, names))
    if (at === -1) return ''
    from += at + 1
    return known[from - 1]!.slug
  }
}

function isNamed({ text, slug }: GeneratedHeading, names: readonly string[]): boolean {
  return names.includes(lettersOf(text)) || names.includes(lettersOf(slug))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
