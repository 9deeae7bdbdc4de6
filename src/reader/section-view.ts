/** A section -> its heading with an anchor, its content, and its knowledge from the graph. */
import type { Chunk } from '../content/chunk.ts'
import type { KnowledgeNode } from '../graph/graph.ts'
import { renderBlocks } from './html/block-view.ts'
import { type Child, element, type Markup } from './html/html.ts'
import type { PageContext } from './html/page-context.ts'

/** A section with its knowledge. */
export interface SectionData {
  readonly chunk: Chunk
  /** Knowledge from the graph, null for a section that isn't in it. */
  readonly knowledge: KnowledgeNode | null
}

/** Renders a section. */
export function renderSection({ chunk, knowledge }: SectionData, context: PageContext): Markup {
  const level = levelOf(chunk)
  const blocks = renderBlocks(chunk, level, context)
  const facts = knowledge === null ? null : renderKnowledge(knowledge)
  return element('section', {}, renderHeading(chunk, level), blocks, facts)
}

/** The level of a section's heading in the outline of the page, so that no level is skipped. */
function levelOf({ heading, parents }: Chunk): number {
  return heading === null ? 1 : Math.min(6, 2 + parents.length)
}

function renderHeading({ heading, anchor, url }: Chunk, level: number): Child {
  if (heading === null) return null
  const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
  return element(`h${level}`, { id: anchor }, anchor === null ? heading : link)
}

/** The facts and terms of a section: the page shows those of all sections by one switch. */
function renderKnowledge({ facts, terms }: KnowledgeNode): Child {
  if (facts.length + terms.length === 0) return null
  const literals = facts.map(({ kind, literal }) => {
    return element('li', {}, element('code', {}, literal), ' ', element('small', {}, kind))
  })
  return element(
    'div',
    { class: 'known' },
    facts.length === 0 ? null : element('ul', { 'aria-label': 'Facts' }, literals),
    terms.length === 0 ? null : element('p', {}, element('small', {}, 'Terms'), ' ', terms.join(', ')),
  )
}
