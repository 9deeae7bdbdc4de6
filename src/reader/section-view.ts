/**
 * One section -> its heading with the anchor that deep links open, its text with
 * glossary terms explained, and what the graph knows of it.
 */
import { count } from '../base/count.ts'
import type { Chunk } from '../content/chunk.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import { type Child, element, type Markup } from './html.ts'
import { showText } from './section-text.ts'
import type { FindTerms } from './terms.ts'

/** A section with all that is shown of it. */
export interface SectionSource {
  readonly chunk: Chunk
  /** Null where the graph doesn't have it. */
  readonly node: KnowledgeNode | null
}

/** What the sections of one page share. */
export interface Explaining {
  readonly findTerms: FindTerms
  /** Id of the element that explains a term; the same for all of its places. */
  readonly idOf: (entry: GlossaryEntry) => string
}

/** A section as an element. */
export function showSection({ chunk, node }: SectionSource, explaining: Explaining): Markup {
  const known = new Set<GlossaryEntry>()
  const blocks = showText(chunk, (prose) => explain(prose, known, explaining))
  return element('section', {}, showHeading(chunk), blocks, node === null ? null : showKnowledge(node))
}

/** The level is that of the section among the others, whatever levels its author left out. */
function showHeading({ heading, anchor, url, parents }: Chunk): Child {
  if (heading === null) return null
  const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
  return element(`h${Math.min(6, 2 + parents.length)}`, { id: anchor }, anchor === null ? heading : link)
}

/** A term is a button: what it opens is read by touch and keyboard too, and takes no script. */
function explain(prose: string, known: Set<GlossaryEntry>, { findTerms, idOf }: Explaining): Child {
  return findTerms(prose, known).map(({ text, entry }) =>
    entry === null ? text : element('button', { type: 'button', class: 'term', popovertarget: idOf(entry) }, text),
  )
}

function showKnowledge({ facts, terms }: KnowledgeNode): Child {
  if (facts.length + terms.length === 0) return null
  const counted = [
    ...(facts.length === 0 ? [] : [count(facts.length, 'fact')]),
    ...(terms.length === 0 ? [] : [count(terms.length, 'term')]),
  ]
  const literals = facts.map(({ kind, literal }) => {
    return element('li', {}, element('code', {}, literal), ' ', element('small', {}, kind))
  })
  return element(
    'details',
    { class: 'known' },
    element('summary', {}, element('bdi', {}, counted.join(', '))),
    facts.length === 0 ? null : element('ul', { 'aria-label': 'Facts' }, literals),
    terms.length === 0 ? null : element('p', {}, element('small', {}, 'Terms'), ' ', terms.join(', ')),
  )
}
