/**
 * A service for tests of the layers above it, over a small site in memory: a graph with names that break naive lookups,
 * and pages of which thirty have one word.
 */
import { sectionUrl } from '../../src/core/content/address.ts'
import type { Page } from '../../src/core/content/page.ts'
import type { GlossaryEntry, Graph, KnowledgeNode } from '../../src/core/graph/graph.ts'
import type { FilterValues } from '../../src/core/search/index/filter.ts'
import type { SearchResult } from '../../src/core/search/show/result.ts'
import { createService, EMPTY_GRAPH, type Service } from '../../src/core/service.ts'
import { chunksOf, page } from './chunk.ts'

export const GLOSSARY: readonly GlossaryEntry[] = [
  { term: 'Chunk', aliases: ['section', 'Stück'], definition: 'One section of a page.' },
  { term: 'naïve café', aliases: ['咖啡', '☕️'], definition: 'A term with accents, a space and emoji.' },
  { term: 'CI/CD', aliases: ['100%', 'C#', 'a?b'], definition: 'A term with characters that mean something in a URL.' },
  { term: '__proto__', aliases: ['constructor'], definition: 'A property that plain objects have.' },
]

/** In the order of the site. */
export const SECTIONS: readonly KnowledgeNode[] = [
  section('index', null, null), section('__proto__', null, '__proto__'), section('a%2Fb', null, null),
  section('guide/intro', null, 'Guide'), section('guide/intro#setup', 'Setup', 'Guide'),
  section('v1.2/größe#maß-&-zahl', 'Maß & Zahl', 'R&D + more'),
]

/** The word that finds all `HITS`; words that the site doesn't have find nothing. */
export const FOUND = 'hit'

/** More hits than one reply shows, which the graph doesn't have. */
export const HITS: readonly SearchResult[] = Array.from({ length: 30 }, (_, at) => {
  const slug = `guide/page-${String(at).padStart(2, '0')}`
  const snippet = `The word that was searched, “hit”, on page ${at}.`
  const title = `Page ${at}`
  if (at % 2 === 1) return { id: slug, title, url: `/${slug}/`, snippet }
  return { id: `${slug}#part`, title, heading: 'Part', url: `/${slug}/#part`, group: 'Guide', snippet }
})

/** The values of the site: it has no language and no version. */
export const FILTER_VALUES: FilterValues = { lang: [''], version: [''], group: ['', 'Guide', 'R&D + more', '__proto__'] }

const HIT_PAGES: readonly Page[] = HITS.map(({ id, title, heading = '', group = null, snippet }) => {
  const [slug = id] = id.split('#')
  return page(slug, { [heading]: snippet }, { title, group })
})

/** The pages of the site. */
export const PAGES: readonly Page[] = [
  ...SECTIONS.filter(({ id }) => id !== 'guide/intro#setup').map(({ id, title, heading, group }) => {
    const [slug = id, anchor] = id.split('#')
    const sections = { ...(heading !== null && { [heading]: '' }), ...(slug === 'guide/intro' && { Setup: '' }) }
    const written = page(slug, sections, { title, group, url: `/${slug}/` })
    return anchor === undefined ? written : { ...written, sections: written.sections.slice(1).map((one) => ({ ...one, anchor })) }
  }),
  ...HIT_PAGES,
]

/** The graph of the site. */
export const GRAPH: Graph = {
  ...EMPTY_GRAPH, sections: SECTIONS, glossary: GLOSSARY,
  suggestions: ['What is a chunk?', 'Wie groß ist ein Stück?'], overview: '# Guide\n- Intro',
  context: 'A site about “everything”.',
}

const service = createService({
  content: async () => chunksOf(...PAGES), graph: async () => GRAPH,
  makeGraph: () => Promise.reject(new Error('the site has a graph')), model: 'test-model', canAnswer: false,
  log: () => undefined,
})

/** The service over the site; `changes` replaces parts of it. */
export function createTestService(changes: Partial<Service> = {}): Service {
  return { ...service, ...changes }
}

/** A read that fails. */
export function failing(error: unknown): () => Promise<never> {
  return () => Promise.reject(error)
}

function section(id: string, heading: string | null, group: string | null): KnowledgeNode {
  const [slug, anchor = null] = id.split('#')
  const url = sectionUrl({ url: `/${slug}/` }, anchor)
  return {
    id, kind: 'section', title: `Title of ${slug}`, heading, group, url, summary: `What ${id} says.`,
    facts: [{ kind: 'flag', literal: '--fast “now”', chunkId: id }], sources: [{ chunkId: id, url, anchor }],
    mode: 'agent-primary', terms: ['Chunk'],
  }
}
