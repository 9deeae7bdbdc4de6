/**
 * Queries of sections -> those that survive a second look of the model: of the doubtful ones, which other sections fit
 * better by their words, it keeps those that their section answers. A query without a valid reply is dropped.
 */
import { AskError } from '../../base/errors.ts'
import { runPool } from '../../base/semaphore.ts'
import type { Chunk } from '../../content/chunk.ts'
import { type Decode, fieldsOf, listOf, text } from '../../graph/shape.ts'
import type { Model, Usage } from '../../llm/model.ts'
import { findDoubts } from '../queries/doubts.ts'
import type { CheckedQueries, QueriesById, RefusedQuery } from '../queries/rules.ts'
import { askForJson, cacheKey, type JsonCall, type RecordCache } from './json-reply.ts'
import { askAboutSections, DOUBT_SYSTEM, PROMPT_VERSION } from './prompt.ts'

/** Sections of one request. */
const MAX_SECTIONS = 20
/** Queries of one section, and entries of a reply. */
const MAX_ITEMS = 100

/** The model, its cache and the bounds of its requests. */
interface SettleOptions extends JsonCall {
  readonly model: Model
  readonly cache: RecordCache
  /** Number of concurrent requests. */
  readonly concurrency: number
  readonly onUsage: (usage: Usage) => void
}

/** Asks about the doubtful queries. Rejects as the model does. */
export async function settleDoubts(
  chunks: readonly Chunk[],
  queries: QueriesById,
  options: SettleOptions,
): Promise<CheckedQueries> {
  const doubtful = new Map<string, string[]>()
  for (const { id, query } of findDoubts(chunks, queries)) doubtful.set(id, [...(doubtful.get(id) ?? []), query])
  const sections = chunks.filter(({ id }) => doubtful.has(id))
  const batches = Array.from({ length: Math.ceil(sections.length / MAX_SECTIONS) }, (_, i) => {
    return sections.slice(i * MAX_SECTIONS, (i + 1) * MAX_SECTIONS)
  })
  const confirmed = new Map<string, ReadonlySet<string>>()
  await runPool(batches, options, async (batch, signal) => {
    const question = askAboutSections(batch, ({ id }) => ({ queries: doubtful.get(id) ?? [] }))
    const lists = await askCached(question, { ...options, signal })
    batch.forEach(({ id }, i) => confirmed.set(id, new Set(lists.get(i + 1))))
  })
  const refused: RefusedQuery[] = []
  const kept = new Map([...queries].map(([id, list]) => {
    const rejected = new Set(doubtful.get(id)?.filter((query) => confirmed.get(id)?.has(query) !== true))
    refused.push(...[...rejected].map((query) => ({ id, query, reason: 'the section does not answer it' })))
    return [id, list.filter((query) => !rejected.has(query))]
  }))
  return { queries: kept, refused }
}

type Lists = ReadonlyMap<number, readonly string[]>

/** The confirmed queries by the number of their section; a reply that can't be read confirms none. */
async function askCached(question: string, options: SettleOptions): Promise<Lists> {
  const { model, cache, onUsage } = options
  const key = await cacheKey([PROMPT_VERSION, model.name, DOUBT_SYSTEM, question])
  const cached = decodeOrNull(cache.get(key))
  if (cached !== null) return cached
  const messages = [{ role: 'user', text: question } as const]
  const { json, usage } = await askForJson(model, { system: DOUBT_SYSTEM, messages }, options)
  onUsage(usage)
  const lists = decodeOrNull(json)
  if (lists !== null) await cache.put(key, json)
  return lists ?? new Map()
}

const decodeEntry: Decode<readonly [number, readonly string[]]> = (value, path) => {
  const field = fieldsOf(value, path)
  return [field('n', Number), field('queries', listOf(text, MAX_ITEMS))]
}

function decodeOrNull(value: unknown): Lists | null {
  try {
    return new Map(fieldsOf(value, '')('sections', listOf(decodeEntry, MAX_ITEMS)))
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
}
