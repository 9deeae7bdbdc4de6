/**
 * A graph without its content -> all reads; the search is over its sections.
 */
import type { Searcher } from '../search/searcher.ts'
import type { Graph } from './graph.ts'
import type { Knowledge } from './knowledge.ts'
import { createGraphKnowledge } from './read.ts'

/** The reads of a graph. The first search loads the search code and builds the index: most commands need neither. */
export function createStandaloneKnowledge(graph: Graph): Knowledge {
  let searcher: Promise<Searcher> | null = null
  return createGraphKnowledge(graph, async (query, limit) => {
    searcher ??= indexSections(graph)
    return { query, results: (await searcher).search(query, { limit }) }
  })
}

async function indexSections(graph: Graph): Promise<Searcher> {
  const { createSearcher } = await import('../search/searcher.ts')
  const { searchableNodes } = await import('./searchable.ts')
  return createSearcher(searchableNodes(graph))
}
