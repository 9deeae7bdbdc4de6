/**
 * Pages -> two sentences that introduce the site: what its author wrote as the
 * description of the root page, else sentences of an introductory page whose
 * subject is what the site is about. Nothing if no sentence is sure.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Page, Section } from '../../content/page.ts'
import { codeSpans } from '../../content/structure/ranges.ts'
import { continues, firstSentences, type Sentence, standsAlone } from '../prose/sentence.ts'
import type { Spelling } from '../prose/spelling.ts'

/** UTF-16 units of the introduction. */
const MAX_LENGTH = 400
/** Sentences of a section that are read. */
const MAX_READ = 20
/** Sections of a page that are read: "What is Acme?" often is the first below the intro. */
const MAX_SECTIONS = 4
/** Last segments of the slugs of introductory pages, the surest first. */
const INTRODUCTIONS =
  'index introduction intro overview about what-is why welcome readme getting-started quickstart quick-start'.split(' ')
/** A number that orders files: `1.introduction`, `01-introduction`. */
const ORDER = /^\d+[.-]/
/** The file of a folder's own page, which often introduces the folder. */
const FOLDER_PAGE = /(?:^|\/)(?:index|readme)\.[a-z]+$/i
/** More than the rank of any other introductory page. */
const FOLDER_RANK = 1_000
/** Words of a description that is about the page itself. */
const ABOUT_PAGES = /\b(?:pages?|sections?|chapters?|overview|table of contents|home ?page)\b/i
/** Pages that are tried. */
const MAX_PAGES = 20
/** Segments of the slug of an introductory page. */
const MAX_DEPTH = 3
/** Words of the root page's title that may name what the site is about. */
const MAX_TITLE_WORDS = 6
/** Words of a title that may be a name as a whole. */
const MAX_NAME_WORDS = 3
const GENERIC_TITLE =
  /\b(?:index|home|docs?|documentation|welcome|introduction|intro|overview|readme|getting|start|guides?)\b/i
/** Most frequent names that count as such if the title has them. */
const MAX_NAMES = 20

/** `is a`, `est une`: the first words of what something is, in the languages that are recognized. */
const IS = "(?:is (?:an?|the)|est (?:une?|l[ae]|l')|ist (?:eine?|der|die|das)|es (?:una?|el|la)|é (?:uma?|o|a))"
/** Verbs that say what something is for. */
const DOES = '(?:lets|helps|enables|allows|provides|gives|offers|aims|combines|makes|builds|turns|brings)'

/** The introduction, empty without a sure one. */
export function introduceSite(pages: readonly Page[], spelling: Spelling): string {
  const ranked = pages.flatMap((page, order) => {
    const rank = rankOf(page)
    return rank === null ? [] : [{ page, order, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order)
  const introductions = ranked.slice(0, MAX_PAGES).map(({ page }) => page)
  const root = introductions.find(({ slug }) => slug === 'index')
  const description = root === undefined ? null : descriptionOf(root)
  const statement = statementAbout(subjectOf(root, spelling), introductions)
  if (description === null) return statement ?? ''
  const isRepeated = statement === null || description.includes(statement) || statement.startsWith(description)
  const both = `${description} ${statement ?? ''}`
  return isRepeated || both.length > MAX_LENGTH ? description : both
}

/** Rank by the depth of the page, then by the list above, the lowest is best; null for a page that isn't one. */
function rankOf({ slug, path }: Page): number | null {
  if (slug === 'index') return -1
  const segments = slug.split('/')
  const name = segments.at(-1)?.toLowerCase().replace(ORDER, '') ?? ''
  const named = INTRODUCTIONS.findIndex((word) => name === word || name.startsWith(`${word}-`))
  if (segments.length > MAX_DEPTH || (named === -1 && !FOLDER_PAGE.test(path))) return null
  return (named === -1 ? FOLDER_RANK : named) + 100 * segments.length
}

/** The name of what the site is about: one of the root page's title, else a short title, else the one on most pages. */
function subjectOf(root: Page | undefined, spelling: Spelling): string | null {
  const names = spelling.names()
  const titleWords = root?.title.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '').slice(0, MAX_TITLE_WORDS) ?? []
  const named = names.slice(0, MAX_NAMES).find((name) => titleWords.includes(name))
  const isName = titleWords.length > 0 && titleWords.length <= MAX_NAME_WORDS && !GENERIC_TITLE.test(root?.title ?? '')
  return named ?? (isName ? root?.title : names[0]) ?? null
}

function descriptionOf({ description }: Page): string | null {
  if (description === null) return null
  const text = withFullStop(description)
  return standsAlone(text) && !ABOUT_PAGES.test(text) && text.length <= MAX_LENGTH ? text : null
}

/** A definition of the subject, else a sentence on what it does, with the sentence after it if there is room. */
function statementAbout(subject: string | null, pages: readonly Page[]): string | null {
  if (subject === null) return null
  const name = subject.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const paragraphs = pages.flatMap(({ sections }) => sections.slice(0, MAX_SECTIONS).map(paragraphsOf))
  for (const predicate of [`(?:\\P{L}.{0,120})? ${IS} `, `(?: \\p{Ll}+)? ${DOES} (?!in )`, '[^\\p{Script=Latin}]{4}']) {
    const isAbout = new RegExp(`^(?:The )?${name}${predicate}`, 'u')
    for (const sentences of paragraphs) {
      const at = sentences.findIndex(({ text }) => isAbout.test(text) && isIntroduction(text))
      const [first, second] = at === -1 ? [] : sentences.slice(at)
      if (first === undefined) continue
      const both = `${first.text} ${second?.text ?? ''}`
      return second?.isLead === false && continues(second.text) && both.length <= MAX_LENGTH ? both : first.text
    }
  }
  return null
}

function isIntroduction(text: string): boolean {
  return standsAlone(text) && text.length <= MAX_LENGTH && !/\b(?:our|we|us)\b/i.test(text)
}

/** The sentences of a section outside of lists. */
function paragraphsOf({ text, structure }: Section): readonly Sentence[] {
  return firstSentences({ text, code: codeSpans(structure) }, MAX_READ).filter(({ isListed }) => !isListed)
}

function withFullStop(text: string): string {
  const line = foldSpace(text)
  return /[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line
}
