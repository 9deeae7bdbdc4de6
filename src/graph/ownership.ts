/**
 * A graph and content -> whether the graph was built from this content, in any
 * version, or from that of another project.
 */
import type { Graph } from './graph.ts'

/** Minimum share of a graph's sections that its own content has; other content shares at most a few ids. */
const OWN_SHARE = 0.5

/** Number of a graph's sections that are among the ids. */
export function sharedSections({ sections }: Graph, ids: ReadonlySet<string>): number {
  return sections.filter(({ id }) => ids.has(id)).length
}

/** True if the graph was built from content with these section ids. */
export function isGraphOf(graph: Graph, ids: ReadonlySet<string>): boolean {
  return sharedSections(graph, ids) >= OWN_SHARE * graph.sections.length
}
