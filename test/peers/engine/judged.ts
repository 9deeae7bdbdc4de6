/** Judged collections as sites, and how well services search them. */
import { readFileSync } from 'node:fs'
import type { Chunk } from '../../../src/core/content/chunk.ts'
import {
  type JudgedQuery, meanMeasures, measure, parseJudgedQueries, RANK_DEPTH,
} from '../../../src/core/search/evaluate.ts'
import { createService, EMPTY_GRAPH, type Service } from '../../../src/core/service.ts'
import { chunk } from '../../support/chunk.ts'
import { sharedPath } from '../../support/shared.ts'
import type { TestSite } from './site.ts'

/** Path of the collections in the shared folder. */
export const JUDGED = 'corpora/judged'

/** Sets of queries with the collection of each. */
export const SETS = [
  ['astro', 'astro'], ['astro-typo', 'astro'], ['astro-prefix', 'astro'], ['cranfield', 'cranfield'], ['cisi', 'cisi'],
] as const

interface Doc {
  readonly id: string
  readonly title: string
  readonly heading: string
  readonly body: string
}

/** The sections of a collection. */
export function readCollection(name: string): readonly Chunk[] {
  return readFileSync(sharedPath(`${JUDGED}/${name}.docs.jsonl`), 'utf8').trim().split('\n').map((line) => {
    const { id, title, heading, body } = JSON.parse(line) as Doc
    const [page = id, anchor = null] = id.split('#')
    return chunk('', { id, page, title, heading: heading === '' ? null : heading, url: `/${id}`, anchor, text: body })
  })
}

/** A collection as a push takes it, without a graph. */
export function judgedSite(chunks: readonly Chunk[]): TestSite {
  const pages = new Map<string, { readonly chunk: Chunk; readonly node: null }[]>()
  for (const one of chunks) pages.set(one.page, [...(pages.get(one.page) ?? []), { chunk: one, node: null }])
  return { graph: EMPTY_GRAPH, pages }
}

/** The service in memory over a collection. */
export function memoryService(chunks: readonly Chunk[]): Service {
  const graph = async () => EMPTY_GRAPH
  return createService({ content: async () => chunks, graph, makeGraph: graph, model: '', canAnswer: false, log: () => undefined })
}

/** Every n-th query of a set. */
export function readQueries(name: string, step: number): readonly JudgedQuery[] {
  return parseJudgedQueries(readFileSync(sharedPath(`${JUDGED}/${name}.queries.jsonl`), 'utf8')).filter((_, i) => i % step === 0)
}

/** Mean nDCG@10 of a service. */
export async function meanNdcg({ search }: Pick<Service, 'search'>, queries: readonly JudgedQuery[]): Promise<number> {
  const all = []
  for (const query of queries) {
    const { results } = await search(query.text, RANK_DEPTH + query.exclude.size)
    all.push(measure(results.map(({ id }) => id), query, RANK_DEPTH))
  }
  return meanMeasures(all).ndcg
}
