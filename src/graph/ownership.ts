/** Whether a graph is of some content, however old, or of other content. */
import type { Graph } from './graph.ts'

/** Share of a graph's sections that its own content has at least: that of another project shares a few names at most. */
const OWN_SHARE = 0.5

/** Number of a graph's sections that are among the ids. */
export function sharedSections({ sections }: Graph, ids: ReadonlySet<string>): number {
  return sections.filter(({ id }) => ids.has(id)).length
}

/** Whether content with these ids is what a graph was made from. */
export function isGraphOf(graph: Graph, ids: ReadonlySet<string>): boolean {
  return sharedSections(graph, ids) >= OWN_SHARE * graph.sections.length
}
