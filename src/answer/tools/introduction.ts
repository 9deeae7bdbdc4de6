/**
 * The site and a question -> a short introduction of the site: its subject, its top-level pages, and the question's
 * glossary terms. The first two are computed once for each version of the content.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import { firstSections } from '../../graph/first-sections.ts'
import type { Knowledge, SectionSummary } from '../../graph/knowledge.ts'

/** Characters of what the site is about, and of all names of top-level pages. */
const MAX_ABOUT_LENGTH = 200
const MAX_PAGES_LENGTH = 120
/** Terms of the glossary that go with a question, and characters of each definition. */
const MAX_TERMS = 3
const MAX_DEFINITION_LENGTH = 200

/** A short introduction of the site, for a question. */
export interface Introduction {
  /** The subject of the site, in a sentence or two; empty if it is unknown. */
  readonly about: string
  /** Titles of top-level pages with their ids. */
  readonly pages: readonly string[]
  /** Definitions of the question's terms. */
  readonly terms: readonly string[]
}

/** A function that introduces the site for a question. */
export type Introduce = (question: string) => Promise<Introduction>

/** The sources of introductions. */
export type IntroductionSources = Pick<Knowledge, 'sections' | 'store' | 'overview' | 'glossary'>

interface SiteSummary extends Omit<Introduction, 'terms'> {
  /** The glossary of the graph; it changes with the graph. */
  readonly glossary: readonly GlossaryEntry[]
}

/** A function that introduces the site for a question; parts are empty if the graph can't be read. */
export function createIntroducer(sources: IntroductionSources): Introduce {
  const { overview, glossary } = sources
  let summary: SiteSummary | null = null

  async function summarize(terms: readonly GlossaryEntry[]): Promise<SiteSummary> {
    const [{ context }, { sections }] = await Promise.all([overview(), firstSections(sources, null)])
    return { about: beginningOf(context, MAX_ABOUT_LENGTH), pages: topLevel(sections), glossary: terms }
  }

  return async function introduce(question) {
    try {
      const { terms } = await glossary()
      if (summary?.glossary !== terms) summary = await summarize(terms)
      return { about: summary.about, pages: summary.pages, terms: termsIn(question, terms) }
    } catch {
      // A graph that can't be read is reported by its own routes; answers work without it.
      return { about: '', pages: [], terms: [] }
    }
  }
}

/** Titles and ids of the pages with the fewest parts in their slugs. */
function topLevel(sections: readonly SectionSummary[]): readonly string[] {
  const intros = sections.filter(({ id }) => !id.includes('#'))
  const depthOf = ({ id }: SectionSummary) => id.split('/').length
  const least = intros.reduce((depth, intro) => Math.min(depth, depthOf(intro)), Infinity)
  const pages: string[] = []
  let left = MAX_PAGES_LENGTH
  for (const { id, title } of intros.filter((intro) => depthOf(intro) === least)) {
    const name = `${title} (id: ${id})`
    left -= name.length
    if (left < 0) break
    pages.push(name)
  }
  return pages
}

/** Definitions of the terms that a question has as whole words, by their name or an alias. */
function termsIn(question: string, glossary: readonly GlossaryEntry[]): readonly string[] {
  const words = ` ${foldWords(question)} `
  const isIn = (name: string) => words.includes(` ${foldWords(name)} `)
  return glossary
    .filter(({ term, aliases }) => [term, ...aliases].some(isIn))
    .slice(0, MAX_TERMS)
    .map(({ term, definition }) => `${term}: ${beginningOf(definition, MAX_DEFINITION_LENGTH)}`)
}

/** Letters and digits in lower case, with single spaces between words. */
function foldWords(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The first sentences of a text that fit, or its first words. */
function beginningOf(text: string, length: number): string {
  const line = foldSpace(text)
  if (line.length <= length) return line
  const cut = line.slice(0, length)
  const end = Math.max(cut.lastIndexOf('. ') + 1, cut.lastIndexOf('。') + 1)
  return end > 0 ? cut.slice(0, end) : `${cut.slice(0, cut.lastIndexOf(' '))}…`
}
