/**
 * The headings of a page -> their ids: those of the site's generator if they are known, else by its rule. The rules of
 * Astro were measured on its versions: SmartyPants makes dashes of hyphens before ids are made, and ids hold no dashes.
 */
import { createSlugger, type SlugRuleName } from './slug.ts'

/** The differences between a generator's rule for ids and github-slugger's. */
export interface HeadingRule {
  /** Hyphens of a sentence that become dashes; null if none do. */
  readonly dashes: RegExp | null
  /** True if a hyphen at the end of an id is dropped, which may make two ids the same. */
  readonly trimsEnd: boolean
  /**
   * The notations of ids behind a heading that count, with the blank before them; empty for a list on the next line.
   * Others are part of the text that the id is made from. Null: none counts.
   */
  readonly writtenIds: RegExp | null
  /** The rule that makes ids of texts. */
  readonly slugs: SlugRuleName
  /** True if ids are made of the heading as written, with its marks and addresses. */
  readonly isFromSource: boolean
}

/** A heading with the id that the site's generator gave it. */
export interface GeneratedHeading {
  /** 1 to 6. */
  readonly depth: number
  readonly slug: string
  readonly text: string
}

/** A heading as the author wrote it. */
export interface WrittenHeading {
  readonly depth: number
  /** The text that its id is made from; null for a tag such as `<h2>`, which gets no id by itself. */
  readonly slugText: string | null
  /** The id that the author wrote. */
  readonly id: string | null
  /** What `slugText` has more where generators don't know such ids; empty for none. */
  readonly written: string
}

/** The rule of GitHub and Docusaurus. */
export const GITHUB_RULE: HeadingRule = {
  dashes: null, trimsEnd: false, writtenIds: /^/, slugs: 'github', isFromSource: false,
}

/** Headings of the page in a row that its source may lack: those of included files. */
const MAX_SKIPPED = 64
/** Id of Astro's own heading above footnotes, which no source has. */
const FOOTNOTES = 'footnote-label'

/** The rule of a version of Astro; `isPlain` if SmartyPants is turned off. */
export function astroRule(major: number, isPlain = false): HeadingRule {
  const dashes = major >= 7 ? /-{2,}/g : /(?<!-)--(?!-)/g
  return { ...GITHUB_RULE, dashes: isPlain ? null : dashes, trimsEnd: major <= 5, writtenIds: null }
}

/**
 * A function that gives the ids of one page's headings, called with each in order; empty for a heading without id.
 * `depths` are those of all headings that are not tags.
 */
export function createHeadingIds(
  depths: readonly number[],
  rule: HeadingRule,
  headings: readonly GeneratedHeading[],
): (heading: WrittenHeading) => string {
  const generated = headings.filter(({ slug }) => slug !== FOOTNOTES)
  const isSame = generated.length === depths.length && generated.every(({ depth }, i) => depth === depths[i])
  const idOf = generated.length === 0 ? byRule(rule) : isSame ? byPosition(generated) : byText(generated)
  return (heading) => (heading.slugText === null ? (heading.id ?? '') : idOf(heading, heading.slugText))
}

type HeadingId = (heading: WrittenHeading, slugText: string) => string

function byRule({ trimsEnd, writtenIds, slugs }: HeadingRule): HeadingId {
  const { idOf: uniqueSlug, take } = createSlugger(slugs)
  return function idByRule({ id, written }, slugText) {
    const isRead = writtenIds?.test(written) === true
    if (id !== null && isRead) {
      // github-slugger is not told of ids that authors wrote.
      if (slugs !== 'github') take(id)
      return id
    }
    const slug = uniqueSlug(isRead ? slugText : slugText + written)
    return trimsEnd && slug.endsWith('-') ? slug.slice(0, -1) : slug
  }
}

function byPosition(generated: readonly GeneratedHeading[]): HeadingId {
  const remaining = generated.values()
  return () => remaining.next().value?.slug ?? ''
}

/** The id of the next generated heading of the same depth with the same letters; empty without one. */
function byText(generated: readonly GeneratedHeading[]): HeadingId {
  let from = 0
  return function idByText({ depth, written }, slugText) {
    const names = [lettersOf(slugText), lettersOf(`${slugText}${written}`)]
    const candidates = generated.slice(from, from + MAX_SKIPPED)
    for (const [i, heading] of candidates.entries()) {
      const isNamed = names.includes(lettersOf(heading.text)) || names.includes(lettersOf(heading.slug))
      if (heading.depth !== depth || !isNamed) continue
      from += i + 1
      return heading.slug
    }
    return ''
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
