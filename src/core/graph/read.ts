/**
 * A graph in memory -> the reads of it that need no key, and the records by which its sections are found: titles,
 * headings, summaries, terms with their aliases, literals.
 */
import { groupBy } from '../base/text.ts'
import type { Findable } from '../search/show/view.ts'
import type { GlossaryEntry, Graph, GraphSection } from './graph.ts'
import type { Knowledge } from './knowledge.ts'
import { foldTerm } from './names.ts'
import { withoutQueries } from './queries.ts'

/** The separator between two literals in an excerpt. */
const SEPARATOR = ' · '

/**
 * The reads of `graph`; `search` is the search function. A read gives the same
 * object every time, so that results computed from it can be cached.
 */
export function createGraphKnowledge(graph: Graph, search: Knowledge['search']): Knowledge {
  const nodes = new Map(graph.sections.map((node) => [node.id, withoutQueries(node)]))
  const entries = glossaryByName(graph.glossary)
  const summaries = graph.sections.map(({ id, title, heading, group, url }) => ({ id, title, heading, group, url }))
  const all = { sections: summaries }
  const groups = new Map([...groupBy(summaries, ({ group }) => group)].map(([group, sections]) => [group, { sections }]))
  const empty = { sections: [] }
  const glossary = { terms: graph.glossary }
  const overview = { overview: graph.overview, context: graph.context }
  return {
    glossary: async () => glossary,
    term: async (name) => entries.get(foldTerm(name)) ?? null,
    sections: async (group) => (group === null ? all : (groups.get(group) ?? empty)),
    section: async (id) => nodes.get(id) ?? null,
    markdown: async () => null,
    overview: async () => overview,
    search,
  }
}

/** Entries by the key of their names. A term wins over an alias, and of two equal terms or aliases the first. */
export function glossaryByName(glossary: readonly GlossaryEntry[]): Map<string, GlossaryEntry> {
  const names = [
    ...glossary.map((entry) => [entry.term, entry] as const),
    ...glossary.flatMap((entry) => entry.aliases.map((alias) => [alias, entry] as const)),
  ]
  const entries = new Map<string, GlossaryEntry>()
  for (const [name, entry] of names) {
    const key = foldTerm(name)
    if (!entries.has(key)) entries.set(key, entry)
  }
  return entries
}

/** One record a section, in the order of the graph. */
export function searchableNodes({ sections, glossary }: Graph): Findable[] {
  const aliases = new Map(glossary.map(({ term, aliases }) => [foldTerm(term), aliases]))
  return sections.map((node) => searchable(node, node.terms.flatMap((term) => aliases.get(foldTerm(term)) ?? [])))
}

/** Excerpts show summary and literals; terms and aliases are searched like headings above a section, and not shown. */
function searchable(node: GraphSection, aliases: readonly string[]): Findable {
  const { id, title, heading, group, url, summary, terms, facts, queries = [] } = node
  const code: { start: number; end: number; isBlock: boolean }[] = []
  let text = summary === '' || facts.length === 0 ? summary : `${summary}\n\n`
  for (const [i, { literal }] of facts.entries()) {
    if (i > 0) text += SEPARATOR
    code.push({ start: text.length, end: text.length + literal.length, isBlock: false })
    text += literal
  }
  const [page = id] = id.split('#', 1)
  return { id, page, title, heading, group, url, parents: [...terms, ...aliases], text, code, queries }
}
