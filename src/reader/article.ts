/** The sections of a page -> HTML, with the notes that explain their terms. */
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import type { Addresses } from './html/addresses.ts'
import { type Child, element } from './html/html.ts'
import { createFootnotes } from './html/page-context.ts'
import { renderSection } from './section-view.ts'
import type { FindTerms } from './term/term-finder.ts'

/** Facts and terms for a page, and the addresses that it may hold. */
export interface PageKnowledge {
  /** Knowledge of each section, by its id. */
  readonly sectionKnowledge: ReadonlyMap<string, KnowledgeNode>
  readonly findTerms: FindTerms
  readonly addresses: Addresses
}

/** The rendered sections of a page. */
export interface Article {
  /** Id of the main element; no section has it. */
  readonly mainId: string
  /** Number of facts and terms in all sections. */
  readonly factCount: number
  /** Sections, and the notes that explain their terms. */
  readonly sections: Child
}

/** Renders all sections of a page. */
export function renderArticle(page: Page, { sectionKnowledge, findTerms, addresses }: PageKnowledge): Article {
  const prefix = freePrefix(page)
  const termIds = new Map<GlossaryEntry, string>()
  let lastId = 0
  function newId(): string {
    lastId += 1
    return `${prefix}${lastId}`
  }
  const ids = new Set(page.sections.flatMap(({ anchor }) => anchor ?? []))
  function claimId(id: string): boolean {
    if (ids.has(id) || id.startsWith(prefix)) return false
    ids.add(id)
    return true
  }
  function termId(entry: GlossaryEntry): string {
    const id = termIds.get(entry) ?? `${prefix}term-${termIds.size}`
    termIds.set(entry, id)
    return id
  }
  const footnotes = createFootnotes(page.sections.map(({ structure }) => structure), prefix)
  const context = { addresses, footnotes, findTerms, termId, claimId, newId }
  let factCount = 0
  const sections = chunkPages([page]).map((chunk) => {
    const knowledge = sectionKnowledge.get(chunk.id) ?? null
    factCount += (knowledge?.facts.length ?? 0) + (knowledge?.terms.length ?? 0)
    return renderSection({ chunk, knowledge }, context)
  })
  const notes = [...termIds].map(([{ term, definition }, id]) => {
    const content = [element('strong', {}, term), element('p', {}, definition)]
    return element('div', { id, popover: true, class: 'explanation', role: 'note', dir: 'auto' }, content)
  })
  return { mainId: `${prefix}main`, factCount, sections: [sections, notes] }
}

/** Prefix of the reader's own ids; no anchor of the page starts with it. */
function freePrefix({ sections }: Page): string {
  let prefix = 'ask-'
  while (sections.some(({ anchor }) => anchor?.startsWith(prefix))) prefix += '-'
  return prefix
}
