/**
 * A service in memory for tests of the layers above it: a small graph with names
 * that break naive lookups, and a search that knows one word.
 */
import { AskError } from '../../src/base/errors.ts'
import type { GlossaryEntry, KnowledgeNode } from '../../src/graph/graph.ts'
import type { SearchNeeds, SectionSummary } from '../../src/graph/knowledge.ts'
import { type FilterValues, matchesFilter } from '../../src/search/index/filter.ts'
import type { SearchResult } from '../../src/search/result.ts'
import type { Service } from '../../src/service.ts'

export const GLOSSARY: readonly GlossaryEntry[] = [
  { term: 'Chunk', aliases: ['section', 'Stück'], definition: 'One section of a page.' },
  { term: 'naïve café', aliases: ['咖啡', '☕️'], definition: 'A term with accents, a space and emoji.' },
  { term: 'CI/CD', aliases: ['100%', 'C#', 'a?b'], definition: 'A term with characters that mean something in a URL.' },
  { term: '__proto__', aliases: ['constructor'], definition: 'A property that plain objects have.' },
]

export const SECTIONS: readonly KnowledgeNode[] = [
  section('index', null, null),
  section('guide/intro', null, 'Guide'),
  section('guide/intro#setup', 'Setup', 'Guide'),
  section('v1.2/größe#maß-&-zahl', 'Maß & Zahl', 'R&D + more'),
  section('__proto__', null, '__proto__'),
  section('a%2Fb', null, null),
]

/** More hits than one reply shows. */
export const HITS: readonly SearchResult[] = Array.from({ length: 30 }, (_, at) => ({
  id: `guide/page-${at}#hit`,
  title: `Page ${at}`,
  ...(at % 2 === 0 && { heading: 'Hit', group: 'Guide' }),
  url: `/guide/page-${at}/#hit`,
  snippet: `… the word that was searched, “hit” ${at} …`,
}))

/** The values of `HITS`: they have no language and no version. */
export const FILTER_VALUES: FilterValues = { lang: [''], version: [''], group: ['', 'Guide'] }

/** The word that finds all `HITS`; any other finds nothing. */
export const FOUND = 'hit'

/** A query on which the index of `createFakeService()` fails to build. */
export const BROKEN_INDEX = 'broken index'

/** A query on which it fails with a defect. */
export const DEFECT = 'defect'

/** The service over these; `changes` replaces parts of it. */
export function createFakeService(changes: Partial<Service> = {}): Service {
  const glossary = { terms: GLOSSARY }
  const all = { sections: SECTIONS.map(summary) }
  const overview = { overview: '# Guide\n- Intro', context: 'A site about “everything”.' }
  const suggestions = ['What is a chunk?', 'Wie groß ist ein Stück?']
  return {
    model: 'test-model',
    canAnswer: false,
    chunks: async () => [],
    pages: async () => SECTIONS.flatMap(({ id, title, group, heading }) => (heading === null ? { slug: id, title, group } : [])),
    pageMarkdown: async (slug) => (slug.startsWith('guide') ? `# ${slug}\n` : null),
    contentHash: async () => 'sha256:0',
    suggestions: async () => suggestions,
    glossary: async () => glossary,
    term: async (name) => GLOSSARY.find((entry) => names(entry).includes(name.toLowerCase())) ?? null,
    sections: async (group) =>
      group === null ? all : { sections: all.sections.filter((section) => section.group === group) },
    section: async (id) => SECTIONS.find((section) => section.id === id) ?? null,
    markdown: async () => null,
    overview: async () => overview,
    filterValues: async () => FILTER_VALUES,
    search: async (query: string, limit: number, { filter = {} }: SearchNeeds = {}) => {
      if (query === BROKEN_INDEX) throw new AskError('content', 'The collection "docs" has no page.')
      if (query === DEFECT) throw new Error('secret detail\nof a defect')
      return { query, results: query === FOUND ? HITS.filter((hit) => matchesFilter(hit, filter)).slice(0, limit) : [] }
    },
    weigh: async () => ({ results: [], words: 0, missing: [] }),
    warm: async () => undefined,
    ...changes,
  }
}

function names({ term, aliases }: GlossaryEntry): string[] {
  return [term, ...aliases].map((name) => name.toLowerCase())
}

function summary({ id, title, heading, group, url }: KnowledgeNode): SectionSummary {
  return { id, title, heading, group, url }
}

function section(id: string, heading: string | null, group: string | null): KnowledgeNode {
  const [slug, anchor = null] = id.split('#')
  const url = `/${slug}/${anchor === null ? '' : `#${anchor}`}`
  return {
    id,
    kind: 'section',
    title: `Title of ${slug}`,
    heading,
    group,
    url,
    summary: `What ${id} says.`,
    facts: [{ kind: 'flag', literal: '--fast “now”', chunkId: id }],
    sources: [{ chunkId: id, url, anchor }],
    mode: 'agent-primary',
    terms: ['Chunk'],
  }
}
