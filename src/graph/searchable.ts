/**
 * Sections of a graph -> records for a searcher if the content itself is not
 * available: titles, headings, summaries, terms with their aliases, literals.
 */
import type { Findable } from '../search/searcher.ts'
import { foldTerm } from './fold.ts'
import type { Graph, KnowledgeNode } from './graph.ts'

/** One record a section, in the order of the graph. */
export function searchableNodes({ sections, glossary }: Graph): Findable[] {
  const aliases = new Map(glossary.map(({ term, aliases }) => [foldTerm(term), aliases]))
  return sections.map((node) => searchable(node, node.terms.flatMap((term) => aliases.get(foldTerm(term)) ?? [])))
}

/** The separator between two literals in an excerpt. */
const SEPARATOR = ' · '

/** Excerpts show summary and literals; terms and aliases are searched like headings above a section, and not shown. */
function searchable(node: KnowledgeNode, aliases: readonly string[]): Findable {
  const { id, title, heading, group, url, summary, terms, facts } = node
  const code: { start: number; end: number; isBlock: boolean }[] = []
  let text = summary === '' || facts.length === 0 ? summary : `${summary}\n\n`
  for (const [i, { literal }] of facts.entries()) {
    if (i > 0) text += SEPARATOR
    code.push({ start: text.length, end: text.length + literal.length, isBlock: false })
    text += literal
  }
  const [page = id] = id.split('#', 1)
  return { id, page, title, heading, group, url, parents: [...terms, ...aliases], text, code }
}
