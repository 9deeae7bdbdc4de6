/** Decoders of an engine's replies: a missing field or a field of another type is an `EngineFailure`. */
import { isObject, type JsonObject } from '../../../core/base.ts'
import type { WordOfTerm } from '../../../core/search.ts'
import { wordOfKey } from '../compound.ts'
import type { FoundWords } from '../store.ts'
import { EngineFailure, engineErrorOf } from './failure.ts'

/** The hits of a search: the best ones of the shards that replied, and whether one failed or the engine timed out. */
export function decodeHits(json: unknown) {
  const hits = listAt(json, 'hits', 'hits').map((hit) => {
    const source = objectAt(hit, '_source')
    // The values that it was sorted by; empty without a sort.
    const sort: readonly unknown[] = isObject(hit) && Array.isArray(hit['sort']) ? hit['sort'] : []
    return { source, sort }
  })
  return { hits, isPartial: isPartial(json) }
}

/** The sources of the documents that were found (`_mget`). One that an engine could not read is a failure. */
export function decodeDocuments(json: unknown): readonly JsonObject[] {
  return listAt(json, 'docs').flatMap((document) => {
    const error = engineErrorOf(document)
    if (error !== null) throw new EngineFailure('shard', `a document was not read: ${error.type}`)
    const source = decodeDocument(document)
    return source === null ? [] : [source]
  })
}

/** The source of a document by its id (`_doc`); null if it does not exist. */
export function decodeDocument(json: unknown): JsonObject | null {
  const found = isObject(json) ? json['found'] : undefined
  if (typeof found !== 'boolean') throw malformed('found')
  return found ? objectAt(json, '_source') : null
}

/** The statistics of terms (`_termvectors`). */
export function decodeTermStatistics(json: unknown) {
  const field = objectAt(json, 'term_vectors')['t_all']
  // An index without a document has no statistics.
  if (field === undefined) return { documents: 0, frequencies: new Map<string, number>() }
  const frequencies = Object.entries(objectAt(field, 'terms')).map(([term, statistics]) => {
    const count = isObject(statistics) ? statistics['doc_freq'] : undefined
    return [term, typeof count === 'number' ? count : 0] as const
  })
  return { documents: numberOf(objectAt(field, 'field_statistics'), 'doc_count'), frequencies: new Map(frequencies) }
}

/** The counts of some terms (`countsBody`). */
export function decodeCounts(json: unknown, terms: readonly string[]): ReadonlyMap<string, number> {
  const buckets = objectAt(json, 'aggregations', 'counts', 'buckets')
  return new Map(terms.map((term, i) => [term, numberOf(objectAt(buckets, `t${i}`), 'doc_count')]))
}

/** The words that begin or end in some letters (`compoundsBody`). */
export function decodeCompounds(json: unknown, letters: readonly string[]): FoundWords<readonly WordOfTerm[]> {
  const words = letters.map((text, i) => {
    return [text, decodeBuckets(json, `c${i}`).map(({ name }) => wordOfKey(name))] as const
  })
  return { words: new Map(words), isPartial: isPartial(json) }
}

/** The values of a field with the number of documents that have each, the most frequent first (`terms` aggregation). */
export function decodeBuckets(json: unknown, aggregation: string) {
  return listAt(json, 'aggregations', aggregation, 'buckets').map((bucket) => {
    const name = isObject(bucket) ? bucket['key'] : undefined
    if (typeof name !== 'string') throw malformed('key')
    return { name, count: numberOf(bucket, 'doc_count') }
  })
}

/** The suggestions for each word. */
export function decodeCorrections(json: unknown, words: readonly string[]): FoundWords<readonly string[]> {
  const corrections = new Map(words.map((word, i) => {
    const texts = listAt(json, 'suggest', `w${i}`).flatMap((entry) => listAt(entry, 'options')).flatMap((option) => {
      return isObject(option) && typeof option['text'] === 'string' ? [option['text']] : []
    })
    return [word, texts] as const
  }))
  return { words: corrections, isPartial: isPartial(json) }
}

/** The number of documents (`_count`). */
export function decodeTotal(json: unknown): number {
  return numberOf(json, 'count')
}

/** True if a shard failed or has no copy (which is not counted as failed), or if the engine timed out. */
function isPartial(json: unknown): boolean {
  const { total, successful, failed } = objectAt(json, '_shards')
  return successful !== total || failed !== 0 || (isObject(json) && json['timed_out'] !== false)
}

/** The object at a path of names. */
function objectAt(json: unknown, ...names: readonly string[]): JsonObject {
  let value = json
  for (const name of names) value = isObject(value) ? value[name] : undefined
  if (!isObject(value)) throw malformed(names.join('.'))
  return value
}

/** The list at a path of names, the last of which is its own. */
function listAt(json: unknown, ...names: readonly string[]): readonly unknown[] {
  const value = objectAt(json, ...names.slice(0, -1))[names.at(-1) ?? '']
  if (!Array.isArray(value)) throw malformed(names.join('.'))
  return value
}

function numberOf(json: unknown, name: string): number {
  const value = isObject(json) ? json[name] : undefined
  if (typeof value !== 'number') throw malformed(name)
  return value
}

function malformed(name: string): EngineFailure {
  return new EngineFailure('reply', `a reply has no ${JSON.stringify(name)} of the expected kind`)
}
