/**
 * A graph and live content -> the graph with the content's addresses, and whether it was built from this content, in
 * any version, or from that of another project. A graph that was built under another base has the same sections
 * elsewhere.
 */
import type { Graph } from './graph.ts'
import { formatOverview } from './overview.ts'

/** Minimum share of a graph's sections that its own content has; other content shares at most a few ids. */
const OWN_SHARE = 0.5

/** Addresses of the content by section id. */
export type Addresses = ReadonlyMap<string, string>

/** A section of a graph whose address in the content is another. */
export interface MovedSection {
  readonly id: string
  readonly inGraph: string
  readonly inContent: string
}

export function addressesOf(sections: readonly { readonly id: string; readonly url: string }[]): Addresses {
  return new Map(sections.map(({ id, url }) => [id, url]))
}

/** The first section of a graph whose address is not that of the content; null if all agree. */
export function firstMoved({ sections }: Graph, addresses: Addresses): MovedSection | null {
  for (const { id, url, sources } of sections) {
    for (const { chunkId, url: inGraph } of [{ chunkId: id, url }, ...sources]) {
      const inContent = addresses.get(chunkId) ?? inGraph
      if (inContent !== inGraph) return { id: chunkId, inGraph, inContent }
    }
  }
  return null
}

/** The graph with the content's addresses in sections, sources and overview; the same graph if all agree. */
export function withAddresses(graph: Graph, addresses: Addresses): Graph {
  if (firstMoved(graph, addresses) === null) return graph
  const sections = graph.sections.map((node) => ({
    ...node,
    url: addresses.get(node.id) ?? node.url,
    sources: node.sources.map((source) => ({ ...source, url: addresses.get(source.chunkId) ?? source.url })),
  }))
  return { ...graph, sections, overview: formatOverview(sections) }
}

/** Number of a graph's sections that are among the ids. */
export function sharedSections({ sections }: Graph, ids: ReadonlySet<string>): number {
  return sections.filter(({ id }) => ids.has(id)).length
}

/** True if the graph was built from content with these section ids. */
export function isGraphOf(graph: Graph, ids: ReadonlySet<string>): boolean {
  return sharedSections(graph, ids) >= OWN_SHARE * graph.sections.length
}
