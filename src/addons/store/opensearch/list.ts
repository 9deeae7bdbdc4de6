/** A search for many documents -> all of them in order, in several requests. */
import type { JsonObject } from '../../../core/base.ts'
import { EngineFailure } from './failure.ts'
import { decodeHits } from './reply.ts'
import type { RequestDecoded } from './request.ts'

/** A list of documents. */
export interface Listing<T> {
  /** Path of its search, with its URL query. */
  readonly path: string
  /** Its query, sort order and fields. */
  readonly body: JsonObject
  /** Most documents of one request. */
  readonly size: number
  /** Sort values of the document that it begins after. Default: it begins with the first. */
  readonly after?: readonly unknown[]
  /** Timeout of one request. */
  readonly timeoutMs: number
  readonly decode: (source: JsonObject) => T
}

/** Batches of documents. A partial list would look complete, so it is a failure. */
export async function* listDocuments<T>(
  { path, body, size, after = [], timeoutMs, decode }: Listing<T>,
  request: RequestDecoded,
): AsyncGenerator<readonly T[]> {
  for (let position = after; ; ) {
    const start = position.length === 0 ? {} : { search_after: position }
    const batch = { ...body, size, track_total_hits: false, ...start }
    const hits = await request({ method: 'POST', path, body: batch, timeoutMs }, (json) => {
      const { hits, isPartial } = decodeHits(json)
      if (isPartial) throw new EngineFailure('shard', 'a list misses the sections of a shard')
      return hits.map(({ source, sort }) => ({ value: decode(source), sort }))
    })
    if (hits.length > 0) yield hits.map(({ value }) => value)
    const last = hits.at(-1)
    if (last === undefined || hits.length < size) return
    position = last.sort
  }
}
