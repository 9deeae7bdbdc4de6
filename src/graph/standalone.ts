/**
 * A graph alone -> all reads, its own sections being what is searched.
 */
import type { Searcher } from '../search/searcher.ts'
import type { Graph } from './graph.ts'
import type { Knowledge } from './knowledge.ts'
import { createGraphKnowledge } from './read.ts'

/** The index over the sections, and the code for it, come with the first search: most readers never need them. */
export function createStandaloneKnowledge(graph: Graph): Knowledge {
  let searcher: Promise<Searcher> | null = null
  return createGraphKnowledge(graph, async (query, limit) => {
    searcher ??= index(graph)
    return { query, results: (await searcher).search(query, { limit }) }
  })
}

async function index(graph: Graph): Promise<Searcher> {
  const [{ createSearcher }, { searchableNodes }] = await Promise.all([import('../search/searcher.ts'), import('./searchable.ts')])
  return createSearcher(searchableNodes(graph))
}
