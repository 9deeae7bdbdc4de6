/**
 * Queries of sections -> those that survive a second look of the model: of the doubtful ones, which other sections fit
 * better by their words, it keeps those that their section answers. A query without a valid reply stays.
 */
import { AskError } from '../../base/errors.ts'
import { runPool } from '../../base/semaphore.ts'
import type { Chunk } from '../../content/chunk.ts'
import { type Decode, fieldsOf, listOf, text } from '../../graph/shape.ts'
import type { Model, Usage } from '../../llm/model.ts'
import { findDoubts } from '../queries/doubts.ts'
import type { CheckedQueries, QueriesById, RefusedQuery } from '../queries/rules.ts'
import { askForJson, cacheKey, type JsonCall, type RecordCache } from './json-reply.ts'
import { askAboutSections, batchSections, DOUBT_SYSTEM, PROMPT_VERSION } from './prompt.ts'

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

/** Asks about the doubtful queries of some sections. Rejects as the model does, and if it is stopped. */
export async function settleDoubts(
  chunks: readonly Chunk[],
  { queries, isAsked }: { readonly queries: QueriesById; readonly isAsked: (id: string) => boolean },
  options: SettleOptions,
): Promise<CheckedQueries> {
  const { model, cache, signal } = options
  const doubtful = new Map<string, string[]>()
  for (const { id, query } of findDoubts(chunks, queries, isAsked)) {
    doubtful.set(id, [...(doubtful.get(id) ?? []), query])
  }
  const questions = new Map<string, { readonly key: string; readonly confirmed: readonly string[] | null }>()
  for (const chunk of chunks.filter(({ id }) => doubtful.has(id))) {
    const key = await cacheKey([PROMPT_VERSION, model.name, DOUBT_SYSTEM, askAbout([chunk], doubtful)])
    questions.set(chunk.id, { key, confirmed: decodeTexts(cache.get(key)) })
  }
  const { batches } = batchSections(chunks.filter(({ id }) => questions.get(id)?.confirmed === null))
  await runPool(batches, options, async (batch, ended) => {
    const replies = await askOnce(askAbout(batch, doubtful), { ...options, signal: ended })
    for (const [i, { id }] of batch.entries()) {
      const [question, confirmed] = [questions.get(id), replies.get(i + 1)]
      if (question === undefined || confirmed === undefined) continue
      questions.set(id, { ...question, confirmed })
      await cache.put(question.key, confirmed)
    }
  })
  if (signal.aborted) throw new AskError('cancelled', 'The build was stopped')
  const refused: RefusedQuery[] = []
  const kept = new Map([...queries].map(([id, list]) => {
    const confirmed = questions.get(id)?.confirmed
    const rejected = confirmed ? doubtful.get(id)?.filter((query) => !confirmed.includes(query)) : []
    refused.push(...(rejected ?? []).map((query) => ({ id, query, reason: 'the section does not answer it' })))
    return [id, list.filter((query) => rejected?.includes(query) !== true)]
  }))
  return { queries: kept, refused }
}

function askAbout(chunks: readonly Chunk[], doubtful: QueriesById): string {
  return askAboutSections(chunks, ({ id }) => ({ queries: doubtful.get(id) ?? [] }))
}

/** The confirmed queries by the number of their section; none of a reply that can't be read. */
async function askOnce(
  question: string,
  { model, onUsage, ...call }: SettleOptions,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const messages = [{ role: 'user', text: question } as const]
  const { json, usage } = await askForJson(model, { system: DOUBT_SYSTEM, messages }, call)
  onUsage(usage)
  const entries = decodeOrNull(json, (value) => fieldsOf(value, '')('sections', listOf(decodeEntry, MAX_ITEMS)))
  return new Map(entries ?? [])
}

const decodeEntry: Decode<readonly [number, readonly string[]]> = (value, path) => {
  const field = fieldsOf(value, path)
  return [field('n', Number), field('queries', listOf(text, MAX_ITEMS))]
}

function decodeTexts(value: unknown): readonly string[] | null {
  return decodeOrNull(value, (list) => listOf(text, MAX_ITEMS)(list, ''))
}

function decodeOrNull<T>(value: unknown, decode: (value: unknown) => T): T | null {
  try {
    return decode(value)
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
}
