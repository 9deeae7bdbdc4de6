/** Decoders of an engine's replies: a missing field or a field of another type is an `EngineFailure`. */
import { AskError, isObject, type JsonObject } from '../../../core/base.ts'
import type { Corrections } from '../store.ts'
import { EngineFailure, engineErrorOf } from './failure.ts'

/** The hits of a search: the best ones of the shards that replied, and whether one failed or the engine timed out. */
export function decodeHits(json: unknown) {
  const outer = fieldOf(json, 'hits')
  const hits = listOf(outer, 'hits').map((hit) => {
    // The values that it was sorted by; empty without a sort.
    const sort: readonly unknown[] = isObject(hit) && Array.isArray(hit['sort']) ? hit['sort'] : []
    return { source: fieldOf(hit, '_source'), sort }
  })
  return { hits, isPartial: isPartial(json) }
}

/** The sources of the documents that were found (`_mget`). One that an engine could not read is a failure. */
export function decodeDocuments(json: unknown): readonly JsonObject[] {
  return listOf(json, 'docs').flatMap((document) => {
    const error = engineErrorOf(document)
    if (error !== null) throw new EngineFailure('shard', `a document was not read: ${error.type}`)
    const source = decodeDocument(document)
    return source === null ? [] : [source]
  })
}

/** The source of a document by its id (`_doc`); null if it does not exist. */
export function decodeDocument(json: unknown): JsonObject | null {
  return isFound(json) ? fieldOf(json, '_source') : null
}

/** True for a document that is there. */
function isFound(document: unknown): boolean {
  const found = isObject(document) ? document['found'] : undefined
  if (typeof found !== 'boolean') throw malformed('found')
  return found
}

/** The statistics of terms (`_termvectors`). */
export function decodeTermStatistics(json: unknown) {
  const vectors = fieldOf(json, 'term_vectors')
  const field = vectors['t_all']
  // An index without a document has no statistics.
  if (field === undefined) return { documents: 0, frequencies: new Map() }
  const documents = numberOf(fieldOf(field, 'field_statistics'), 'doc_count')
  const frequencies = Object.entries(fieldOf(field, 'terms')).map(([term, statistics]) => {
    const count = isObject(statistics) ? statistics['doc_freq'] : undefined
    return [term, typeof count === 'number' ? count : 0] as const
  })
  return { documents, frequencies: new Map(frequencies) }
}

/** The counts of some terms (`countsBody`). */
export function decodeCounts(json: unknown, terms: readonly string[]): ReadonlyMap<string, number> {
  const buckets = fieldOf(fieldOf(fieldOf(json, 'aggregations'), 'counts'), 'buckets')
  return new Map(terms.map((term, i) => [term, numberOf(fieldOf(buckets, `t${i}`), 'doc_count')]))
}

/** The values of a field with the number of documents that have each, the most frequent first (`terms` aggregation). */
export function decodeGroups(json: unknown): readonly { readonly name: string; readonly count: number }[] {
  const groups = fieldOf(fieldOf(json, 'aggregations'), 'groups')
  return listOf(groups, 'buckets').map((bucket) => {
    const name = isObject(bucket) ? bucket['key'] : undefined
    if (!isObject(bucket) || typeof name !== 'string') throw malformed('key')
    return { name, count: numberOf(bucket, 'doc_count') }
  })
}

/** The suggestions for each word. */
export function decodeCorrections(json: unknown, words: readonly string[]): Corrections {
  const suggest = fieldOf(json, 'suggest')
  const corrections = new Map(words.map((word, i) => {
    const [entry] = listOf(suggest, `w${i}`)
    const options = entry === undefined ? [] : listOf(entry, 'options')
    const texts = options.flatMap((option) => {
      return isObject(option) && typeof option['text'] === 'string' ? [option['text']] : []
    })
    return [word, texts] as const
  }))
  return { words: corrections, isPartial: isPartial(json) }
}

/** The value of a decoder of our own documents. A document that is not valid is a failure of the index. */
export function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch (cause) {
    if (cause instanceof EngineFailure || !(cause instanceof AskError)) throw cause
    const details = `a document is not as \`ask index push\` writes it: ${cause.message}`
    throw new EngineFailure('index', details, { cause })
  }
}

/** True if a shard failed or has no copy (which is not counted as failed), or if the engine timed out. */
function isPartial(json: unknown): boolean {
  const { total, successful, failed } = fieldOf(json, '_shards')
  return successful !== total || failed !== 0 || (isObject(json) && json['timed_out'] !== false)
}

function fieldOf(json: unknown, name: string): JsonObject {
  const value = isObject(json) ? json[name] : undefined
  if (!isObject(value)) throw malformed(name)
  return value
}

function listOf(json: unknown, name: string): readonly unknown[] {
  const value = isObject(json) ? json[name] : undefined
  if (!Array.isArray(value)) throw malformed(name)
  return value
}

function numberOf(json: JsonObject, name: string): number {
  const value = json[name]
  if (typeof value !== 'number') throw malformed(name)
  return value
}

function malformed(name: string): EngineFailure {
  return new EngineFailure('reply', `a reply has no ${JSON.stringify(name)} of the expected kind`)
}
