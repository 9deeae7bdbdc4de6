/**
 * Sections of a graph -> what a searcher searches where the content itself is
 * not at hand: titles, headings, summaries, terms with their aliases, literals.
 */
import type { Findable } from '../search/searcher.ts'
import { foldTerm } from './fold.ts'
import type { Graph, KnowledgeNode } from './graph.ts'

/** One findable a section, in the order of the graph. */
export function searchableNodes({ sections, glossary }: Graph): Findable[] {
  const aliases = new Map(glossary.map(({ term, aliases }) => [foldTerm(term), aliases]))
  return sections.map((node) => searchable(node, node.terms.flatMap((term) => aliases.get(foldTerm(term)) ?? [])))
}

/** What parts two literals in an excerpt. */
const SEPARATOR = ' · '

/** Excerpts show summary and literals; terms and aliases are found, as headings above a section are, and not shown. */
function searchable(node: KnowledgeNode, aliases: readonly string[]): Findable {
  const { id, title, heading, group, url, summary, terms, facts } = node
  const code: { start: number; end: number; isBlock: boolean }[] = []
  let text = summary === '' || facts.length === 0 ? summary : `${summary}\n\n`
  for (const [i, { literal }] of facts.entries()) {
    if (i > 0) text += SEPARATOR
    code.push({ start: text.length, end: text.length + literal.length, isBlock: false })
    text += literal
  }
  return { id, page: id.split('#', 1)[0]!, title, heading, group, url, parents: [...terms, ...aliases], text, code }
}
