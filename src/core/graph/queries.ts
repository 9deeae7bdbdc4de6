/**
 * A graph and the sections of its content -> the sections with their readers' queries (`GraphSection`), which count in
 * the search like the texts of links. Queries that were written for an earlier text of their section don't count.
 */
import { hashText } from '../base/bytes.ts'
import type { Graph, GraphSection, KnowledgeNode } from './graph.ts'

/** Hash of queries whose text is unknown: that of the graph has changed since somebody added them to the file. */
const UNKNOWN = 'unknown'

/** Everything but letters and digits: a page's source and its built form differ there. */
const NO_WORDS = /[^\p{L}\p{N}]+/gu

/** Hash of the words of a section's text, which recognizes edits: 8 hex digits, from its letters and digits. */
export function textHash(text: string): string {
  const words = text.replace(NO_WORDS, '').toLowerCase()
  return (hashText(words) >>> 0).toString(16).padStart(8, '0')
}

/** The text of a section, and the queries of the section that count. */
export interface Expandable {
  readonly id: string
  readonly text: string
  readonly queries?: readonly string[]
}

/**
 * Compares the queries of a section with its text: `none` if nobody has written any. `isOfGraph` is true for content
 * that the graph was built from.
 */
export function queriesState(
  { queries, queriesHash }: Pick<GraphSection, 'queries' | 'queriesHash'>,
  text: string,
  isOfGraph: boolean,
): 'none' | 'current' | 'stale' {
  if (queries === undefined) return 'none'
  const isCurrent = queriesHash === undefined ? isOfGraph : queriesHash === textHash(text)
  return isCurrent ? 'current' : 'stale'
}

/**
 * The sections with the queries that count; `contentHash` is that of all sections. Sections without queries stay the
 * same objects.
 *
 * @example
 * const { pages } = readSite([{ path: 'a.md', text: '# Scheduled tasks\n\nRun them each night.' }])
 * const graph = await extractGraph(pages)
 * const sections = graph.sections.map((section) => ({ ...section, queries: ['cron'] }))
 * const expanded = withQueries(chunkPages(pages), { ...graph, sections }, graph.contentHash)
 * createSearcher(expanded).search('cron')[0].url // '/a/'
 */
export function withQueries<T extends Expandable>(
  sections: readonly T[],
  graph: Graph | null,
  contentHash: string,
): readonly T[] {
  const expanded = graph?.sections.filter(({ queries = [] }) => queries.length > 0)
  const written = new Map(expanded?.map((node) => [node.id, node]))
  if (written.size === 0) return sections
  return sections.map((section) => {
    const node = written.get(section.id)
    if (node === undefined) return section
    const isCurrent = queriesState(node, section.text, graph?.contentHash === contentHash) === 'current'
    return isCurrent ? { ...section, queries: node.queries } : section
  })
}

export function queriesById({ sections }: Graph): ReadonlyMap<string, readonly string[]> {
  return new Map(sections.flatMap(({ id, queries }) => (queries === undefined ? [] : [[id, queries] as const])))
}

/** The graph with queries that were written for the texts of these sections. */
export function withWritten(
  graph: Graph,
  queries: ReadonlyMap<string, readonly string[]>,
  sections: readonly Expandable[],
): Graph {
  const texts = new Map(sections.map(({ id, text }) => [id, text]))
  const expanded = graph.sections.map((section): GraphSection => {
    const [list, text] = [queries.get(section.id), texts.get(section.id)]
    if (list === undefined || text === undefined) return section
    return { ...section, queries: list, queriesHash: textHash(text) }
  })
  return { ...graph, sections: expanded }
}

/**
 * A new graph of these sections with the queries of the graph before it: those that are current come before the new
 * graph's own, because people have reviewed them, unless it `isReplaced`; those for an earlier text are kept until
 * somebody writes new ones.
 */
export function keepQueries(
  graph: Graph,
  earlier: Graph,
  { sections, isReplaced = false }: { readonly sections: readonly Expandable[]; readonly isReplaced?: boolean },
): Graph {
  const texts = new Map(sections.map(({ id, text }) => [id, text]))
  const written = new Map(earlier.sections.flatMap((node) => (node.queries === undefined ? [] : [[node.id, node]])))
  if (written.size === 0) return graph
  const isSame = earlier.contentHash === graph.contentHash
  const merged = graph.sections.map((section): GraphSection => {
    const [before, text] = [written.get(section.id), texts.get(section.id)]
    if (before?.queries === undefined || text === undefined) return section
    const isCurrent = queriesState(before, text, isSame) === 'current'
    if (section.queries !== undefined && (isReplaced || !isCurrent)) return section
    const queriesHash = isCurrent ? textHash(text) : (before.queriesHash ?? UNKNOWN)
    return { ...section, queries: before.queries, queriesHash }
  })
  return { ...graph, sections: merged }
}

/** The section without its queries, as it is on the wire. */
export function withoutQueries({ queries: _, queriesHash: __, ...node }: GraphSection): KnowledgeNode {
  return node
}
