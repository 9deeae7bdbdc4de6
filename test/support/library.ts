/** A library over pages in memory, for tests of what reads from one. */
import { createLibrary, type Library } from '../../src/core/answer/tools/library.ts'
import type { Page } from '../../src/core/content/page.ts'
import type { Graph } from '../../src/core/graph/graph.ts'
import type { Filter } from '../../src/core/search/index/filter.ts'
import { createService, EMPTY_GRAPH } from '../../src/core/service.ts'
import { chunksOf, page } from './chunk.ts'

/** Pages on routes, ports and boats. */
export const PAGES: readonly Page[] = [
  page('guide/routing', {
    'Static routes': 'A static route is a file. Pass `--static` to have nothing else.',
    'Dynamic routes': 'A dynamic route has a parameter in its name.\n\n```js\nexport const prerender = false\n```',
  }),
  page('guide/server', { Port: 'The server listens on port 4321. Pass `--port` to change it.' }),
  page('index', { Install: 'Run `npm i acme`.' }),
]

/** The library of a service over these pages and, where there is one, this graph. */
export function libraryOf(pages: readonly Page[] = PAGES, graph: Graph | null = null, filter: Filter = {}): Library {
  const service = createService({
    content: async () => chunksOf(...pages), graph: async () => graph, makeGraph: async () => EMPTY_GRAPH,
    model: '', canAnswer: true, log: () => undefined,
  })
  return createLibrary(service, filter, null)
}
