/** A store in memory, whose candidates come from the index of the process: for the code above a store, not for engines. */
import { compoundKeys, keyStarts, wordOfKey } from '../../src/addons/store/compound.ts'
import { NO_PAGES, pageHash, withPage } from '../../src/addons/store/document.ts'
import { type Store, STORE_FORMAT, type StoredSection, type StoreMeta } from '../../src/addons/store/store.ts'
import type { Chunk } from '../../src/core/content/chunk.ts'
import type { Graph } from '../../src/core/graph/graph.ts'
import { createReadTerms } from '../../src/core/search/build/collection.ts'
import { MEASURED_FIELDS } from '../../src/core/search/index/field.ts'
import { filterValues } from '../../src/core/search/index/filter.ts'
import { findCorrections } from '../../src/core/search/query/clause.ts'
import { createSearcher } from '../../src/core/search/searcher.ts'
import { buildColumns } from './search-index.ts'

/** A store of these sections; `text` gives the text of a query, which candidates are found by. */
export async function memoryStore(
  chunks: readonly Chunk[],
  graph: Graph,
  text: () => string,
  given: Partial<Store> = {},
): Promise<Store> {
  const index = buildColumns(chunks)
  // An engine knows no copies.
  const withoutCopies = { ...index, copies: new Uint32Array(0) }
  const searcher = createSearcher(chunks, { index: withoutCopies })
  const nodes = new Map(graph.sections.map((node) => [node.id, node]))
  const stored = chunks.map((chunk): StoredSection => ({ chunk, node: nodes.get(chunk.id) ?? null }))
  const pages = groupByPage(stored)
  const hashes = new Map(await Promise.all([...pages].map(async ([slug, sections]) => [slug, await pageHash(sections)] as const)))
  const contentHash = [...hashes.values()].reduce(withPage, NO_PAGES)
  const readTerms = createReadTerms()
  const lengths = chunks.map((chunk) => readTerms(chunk).lengths)
  const compounds = [...new Set(chunks.flatMap((chunk) => compoundKeys(readTerms(chunk).words, chunk.lang)))].sort()
  const meta: StoreMeta = {
    format: STORE_FORMAT, generation: 'first', revision: 0,
    counts: { sections: chunks.length, words: MEASURED_FIELDS.map((_, i) => lengths.reduce((sum, one) => sum + one[i]!, 0)) },
    languages: index.languages, filterValues: filterValues(index.scopes), isWeighted: false,
    contentHash, graphHash: contentHash, builtBy: graph.builtBy, glossary: graph.glossary,
    suggestions: graph.suggestions, overview: graph.overview, context: graph.context,
  }
  const orders = new Map([...pages.values()].flatMap((sections) => sections.map(({ chunk }, i) => [chunk.id, i] as const)))
  const byId = new Map(stored.map((section) => [section.chunk.id, section]))
  return {
    searchMs: 60_000,
    meta: async () => meta,
    frequencies: async (terms) => {
      const countOf = (term: string) => (index.lexicon.find(term) < 0 ? 0 : index.lexicon.docFreq(index.lexicon.find(term)))
      return { words: new Map(terms.map((term) => [term, countOf(term)])), isPartial: false }
    },
    corrections: async (words) => ({
      words: new Map(words.map((word) => [word, findCorrections(index.lexicon, word).map((one) => one.word)])),
      isPartial: false,
    }),
    compounds: async (letters) => ({
      words: new Map(letters.map((text) => {
        const starts = keyStarts(text)
        return [text, compounds.filter((key) => starts.some((start) => key.startsWith(start))).map(wordOfKey)]
      })),
      isPartial: false,
    }),
    async candidates({ limit, filter }) {
      const results = searcher.search(text(), { limit, filter, perPage: Infinity })
      return { sections: results.map(({ id }) => ({ chunk: byId.get(id)!.chunk, order: orders.get(id)! })), isPartial: false }
    },
    intros: async (slugs) => slugs.flatMap((slug) => byId.get(slug)?.chunk ?? []).filter(({ heading }) => heading === null),
    page: async (slug) => pages.get(slug) ?? [],
    section: async (id) => byId.get(id) ?? null,
    async *summaries(group) {
      for (const { node } of stored) {
        if (node === null || (group !== null && node.group !== group)) continue
        const { id, title, heading, group: own, url } = node
        yield [{ id, title, heading, group: own, url }]
      }
    },
    async groups() {
      const sizes = new Map<string | null, number>()
      for (const { node } of stored) if (node !== null) sizes.set(node.group, (sizes.get(node.group) ?? 0) + 1)
      return Array.from(sizes, ([group, sections]) => ({ group, sections })).sort((a, b) => b.sections - a.sections)
    },
    async pages(after, limit) {
      const start = after === null ? 0 : [...pages.keys()].indexOf(after) + 1
      return [...pages].slice(start, start + limit).map(([slug, [first]]) => {
        return { slug, title: first!.chunk.title, url: first!.chunk.url, group: first!.chunk.group }
      })
    },
    ...given,
  }
}

function groupByPage(sections: readonly StoredSection[]): Map<string, StoredSection[]> {
  const pages = new Map<string, StoredSection[]>()
  for (const section of sections) pages.set(section.chunk.page, [...(pages.get(section.chunk.page) ?? []), section])
  return pages
}
