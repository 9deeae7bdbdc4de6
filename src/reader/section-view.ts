/** A section -> its heading with an anchor, its text with explained terms, and its knowledge from the graph. */
import { count } from '../base/count.ts'
import type { Chunk } from '../content/chunk.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import { type Child, element, type Markup } from './html.ts'
import { renderText } from './section-text.ts'
import type { FindTerms } from './term-finder.ts'

/** A section with its knowledge. */
export interface SectionData {
  readonly chunk: Chunk
  /** Knowledge from the graph, null for a section that isn't in it. */
  readonly knowledge: KnowledgeNode | null
}

/** Lookup of terms, shared by the sections of a page. */
export interface TermContext {
  readonly findTerms: FindTerms
  /** Id of the element that explains a term, the same for each occurrence. */
  readonly idOf: (entry: GlossaryEntry) => string
}

/** Renders a section. */
export function renderSection({ chunk, knowledge }: SectionData, context: TermContext): Markup {
  const explained = new Set<GlossaryEntry>()
  const blocks = renderText(chunk, (prose) => renderProse(prose, explained, context))
  return element('section', {}, renderHeading(chunk), blocks, knowledge === null ? null : renderKnowledge(knowledge))
}

/** A heading with the level of its section in the outline, so that no level is skipped. */
function renderHeading({ heading, anchor, url, parents }: Chunk): Child {
  if (heading === null) return null
  const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
  return element(`h${Math.min(6, 2 + parents.length)}`, { id: anchor }, anchor === null ? heading : link)
}

/** Prose with its terms as buttons: they work with touch and keyboard, and without a script. */
function renderProse(prose: string, explained: Set<GlossaryEntry>, { findTerms, idOf }: TermContext): Child {
  return findTerms(prose, explained).map(({ text, entry }) =>
    entry === null ? text : element('button', { type: 'button', class: 'term', popovertarget: idOf(entry) }, text),
  )
}

function renderKnowledge({ facts, terms }: KnowledgeNode): Child {
  if (facts.length + terms.length === 0) return null
  const counts = [
    ...(facts.length === 0 ? [] : [count(facts.length, 'fact')]),
    ...(terms.length === 0 ? [] : [count(terms.length, 'term')]),
  ]
  const literals = facts.map(({ kind, literal }) => {
    return element('li', {}, element('code', {}, literal), ' ', element('small', {}, kind))
  })
  return element(
    'details',
    { class: 'known' },
    element('summary', {}, element('bdi', {}, counts.join(', '))),
    facts.length === 0 ? null : element('ul', { 'aria-label': 'Facts' }, literals),
    terms.length === 0 ? null : element('p', {}, element('small', {}, 'Terms'), ' ', terms.join(', ')),
  )
}
