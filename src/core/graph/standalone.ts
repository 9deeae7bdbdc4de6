/**
 * A graph without its content -> all reads; the search is over its sections. A file of its own: bundlers keep a module
 * that is imported at run time, and what it imports, in the bundle of each module beside it.
 */
import { AskError } from '../base/errors.ts'
import type { Searcher } from '../search/searcher.ts'
import type { Graph } from './graph.ts'
import type { Knowledge, SearchNeeds } from './knowledge.ts'
import { createGraphKnowledge, searchableNodes } from './read.ts'

/** Without this error, a search with a language would find nothing in any graph. */
const NO_SCOPES = 'A graph has no languages and versions: search the content or a deployed service'

/** The reads of a graph. The first search loads the search code and builds the index: most commands need neither. */
export function createStandaloneKnowledge(graph: Graph): Knowledge {
  let searcher: Promise<Searcher> | null = null
  return createGraphKnowledge(graph, async (query, limit, { filter = {} }: SearchNeeds = {}) => {
    if (filter.lang !== undefined || filter.version !== undefined) throw new AskError('bad-request', NO_SCOPES)
    searcher ??= import('../search/searcher.ts').then(({ createSearcher }) => createSearcher(searchableNodes(graph)))
    return { query, results: (await searcher).search(query, { limit, filter }) }
  })
}
