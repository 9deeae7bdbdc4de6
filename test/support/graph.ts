/** Small graphs for tests: a complete one to vary, and its parts. */
import type { Graph, KnowledgeNode } from '../../src/core/graph/graph.ts'

/** A section with everything a node has; `given` replaces parts of it. */
export function node(given: Partial<KnowledgeNode> & Pick<KnowledgeNode, 'id'>): KnowledgeNode {
  const [slug, anchor = null] = given.id.split('#') as [string, string?]
  const url = `/${slug}/${anchor === null ? '' : `#${anchor}`}`
  return {
    kind: 'section', title: 'Routing', heading: anchor, group: 'Guides', url,
    summary: `What ${given.id} says.`, facts: [], sources: [{ chunkId: given.id, url, anchor }],
    mode: 'agent-primary', terms: [], ...given,
  }
}

/** A graph of two pages, a glossary and a suggestion; `given` replaces parts of it. */
export function graph(given: Partial<Graph> = {}): Graph {
  return {
    version: 3,
    contentHash: `sha256:${'0'.repeat(64)}`,
    builtBy: 'extractive',
    sections: [
      node({ id: 'routing' }),
      node({ id: 'routing#static', facts: [{ kind: 'flag', literal: '--static', chunkId: 'routing#static' }], terms: ['static'] }),
      node({ id: 'install', title: 'Install', group: null }),
    ],
    glossary: [{ term: 'Server-side rendering', aliases: ['SSR'], definition: 'Rendering on the server.' }],
    suggestions: ['How do I route?'], overview: 'An overview.', context: 'A context.',
    ...given,
  }
}
