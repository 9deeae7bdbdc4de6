/**
 * Sections -> questions that a reader would ask: at most one for each page, from all groups in turn, so that they cover
 * the whole site.
 */
import type { Chunk } from '../../content/chunk.ts'
import { type HeadingContext, questionOf } from './question.ts'
import type { Spelling } from '../prose/spelling.ts'

/** Questions of one site. */
const MAX_SUGGESTIONS = 6
/** UTF-16 units of text that the section of a question must have. */
const MIN_TEXT_LENGTH = 80
/** Pages about the project itself or its past, by a segment of the slug. */
const PROJECT_PAGE = new RegExp(
  `(?:^|/)(?:${[
    'contribut(?:e|ing|ors?|ions?)|maintain(?:ing|ers?)?|maintenance|governance|code-of-conduct|licen[cs]e|credits',
    'sponsors?|team',
    'change-?log|changes|releases?|release-notes|blog|news|posts?|translations?|privacy|404',
  ].join('|')})(?:$|[/_-])`,
  'i',
)
/** The headings of a tutorial are steps of its example: only its titles say what a reader may want to do. */
const TUTORIAL = /(?:^|\/)tutorials?(?:$|[/_-])/i
/** Function words of English, and the least share of them in English text. */
const ENGLISH = /^(?:the|to|of|and|is|in|for|with|you|are|that|can|your|an?|it|by|on|or|this|be|from|as)$/
const ENGLISH_SHARE = 0.12
/** UTF-16 units of a section that are read to recognize English. */
const MAX_READ_LENGTH = 600

interface Candidate {
  readonly question: string
  readonly page: string
  readonly depth: number
}

/** At most 6 questions, all different, those of page titles and top headings first. */
export function suggestQuestions(chunks: readonly Chunk[], spelling: Spelling, most = MAX_SUGGESTIONS): string[] {
  const groups = new Map<string | null, Candidate[]>()
  const isEnglish = englishOf(chunks)
  for (const chunk of chunks) {
    const candidate = candidateOf(chunk, { spelling, isEnglish: isEnglish(chunk) })
    if (candidate === null) continue
    const list = groups.get(chunk.group) ?? []
    groups.set(chunk.group, list)
    list.push(candidate)
  }
  const lists = [...groups.values()].map(onePerPage)
  const chosen: string[] = []
  for (let turn = 0; chosen.length < most; turn += 1) {
    const round = lists.flatMap((questions) => questions.slice(turn, turn + 1))
    if (round.length === 0) break
    for (const question of round) if (chosen.length < most && !isRepeated(question, chosen)) chosen.push(question)
  }
  return chosen
}

/** True if a question is one of the others, or begins like it: "Why use Acme?" and "Why use Acme here?". */
function isRepeated(question: string, others: readonly string[]): boolean {
  const start = question.slice(0, -1)
  return others.some((other) => other.startsWith(start) || start.startsWith(other.slice(0, -1)))
}

function candidateOf({ title, heading, parents, text, page }: Chunk, context: HeadingContext): Candidate | null {
  if (text.length < MIN_TEXT_LENGTH || parents.length > 1 || PROJECT_PAGE.test(page)) return null
  if (heading !== null && TUTORIAL.test(page)) return null
  const question = questionOf(heading ?? title, context)
  return question === null ? null : { question, page, depth: heading === null ? 0 : 1 + parents.length }
}

/** The questions by depth, without further ones of a page. */
function onePerPage(candidates: readonly Candidate[]): readonly string[] {
  const pages = new Set<string>()
  const sorted = [...candidates].sort((a, b) => a.depth - b.depth)
  return sorted.filter(({ page }) => !pages.has(page) && pages.add(page)).map(({ question }) => question)
}

/** True for English pages; the pages of a site without a stated language are judged by all of their text. */
function englishOf(chunks: readonly Chunk[]): (chunk: Chunk) => boolean {
  let words = 0
  let functionWords = 0
  for (const { lang, text } of chunks) {
    if (lang !== null) continue
    const read = text.slice(0, MAX_READ_LENGTH).toLowerCase().match(/\p{L}+/gu) ?? []
    words += read.length
    functionWords += read.filter((word) => ENGLISH.test(word)).length
  }
  const isMostlyEnglish = functionWords >= ENGLISH_SHARE * words
  return ({ lang }) => (lang === null ? isMostlyEnglish : /^en\b/i.test(lang))
}
