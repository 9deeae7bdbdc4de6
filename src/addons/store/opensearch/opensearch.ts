/** OpenSearch and Elasticsearch as a store, by the HTTP API that they share. */
import type { JsonObject } from '../../../core/base.ts'
import { type Chunk, decodeChunk, slugOrderKey } from '../../../core/content.ts'
import {
  decodeSummary, fieldsOf, filledText, type GroupSize, link, orNull, type SectionSummary, text,
} from '../../../core/graph.ts'
import { decodePlaced, decodeSection, documentId, pageOf } from '../document.ts'
import type { Candidates, FoundWords, Store, StoredPage, StoredSection, StoreQuery } from '../store.ts'
import type { Connection } from './address.ts'
import {
  decodeBuckets, decodeCompounds, decodeCorrections, decodeCounts, decodeDocument, decodeDocuments, decodeHits,
  decodeTermStatistics, EngineFailure, oncePerMinute, wholeReply,
} from './reply.ts'
import { createRequestEngine, listDocuments, readPage, type RequestDeps } from './request.ts'
import { createMetaReader } from './generations.ts'
import { GROUPS_BODY, compoundsBody, correctionsBody, countsBody, frequenciesBody, searchBody } from './query.ts'

/** Fraction of a search's time for one request, so that a frozen node is detected before the search's time is over. */
const REQUEST_SHARE = 0.8
/** Timeout of a read by id, and of a page. */
const READ_MS = 3_000
/** Most terms of one request for frequencies. */
const MAX_TERMS = 1_000
/** Most entries of a list in one request, and its timeout. */
const LIST = { size: 5_000, timeoutMs: 30_000 }
/** Routings of requests that any shard can answer: if shards are missing, one of these leads to another shard. */
const MAX_ROUTINGS = 8
const PARTIAL =
  'The search engine searched a part of the index only: a shard is missing, full or slow. Results are served without it'
const SUMMARY_FIELDS = ['id', 'title', 'heading', 'group', 'url'].map((name) => `node.${name}`)

export function createOpenSearch(connection: Connection, deps: RequestDeps): Store {
  const request = createRequestEngine(connection, deps)
  const { searchMs } = connection
  const requestMs = REQUEST_SHARE * searchMs
  const path = `/${encodeURIComponent(connection.index)}`
  const readMeta = createMetaReader(path, request, deps.now)
  const logPartial = oncePerMinute(connection.log, deps.now)
  /** Number of the routing whose shard replied last. */
  let routing = 0

  /** Sends a search for a reader: its time is a part of that of all requests together. */
  function search<T>(body: JsonObject, signal: AbortSignal, decode: (json: unknown) => T): Promise<T> {
    return request({ method: 'POST', path: `${path}/_search`, body, timeoutMs: requestMs, signal }, decode)
  }

  /** The statistics of any shard: of the next one, if the last one is missing. */
  async function statisticsOf(terms: readonly string[], signal: AbortSignal) {
    const sent = { method: 'POST', body: frequenciesBody(terms), timeoutMs: requestMs, signal } as const
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request({ ...sent, path: `${path}/_termvectors?routing=ask${routing}` }, decodeTermStatistics)
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind !== 'shard' || attempt === MAX_ROUTINGS) throw error
        routing = (routing + 1) % MAX_ROUTINGS
      }
    }
  }

  /** Frequencies estimated from the statistics of one shard; terms that it lacks are counted in all shards. */
  async function frequencies(terms: readonly string[], signal: AbortSignal): Promise<FoundWords<number>> {
    const { counts } = await readMeta()
    const words = new Map<string, number>()
    let isPartial = false
    for (let from = 0; from < terms.length; from += MAX_TERMS) {
      const batch = terms.slice(from, from + MAX_TERMS)
      const { documents, frequencies } = await statisticsOf(batch, signal)
      const factor = documents === 0 ? 1 : Math.max(1, counts.sections / documents)
      for (const [term, frequency] of frequencies) words.set(term, Math.round(frequency * factor))
      const absent = batch.filter((term) => (frequencies.get(term) ?? 0) === 0)
      if (absent.length === 0 || documents >= counts.sections) continue
      const counted = await search(countsBody(absent), signal, (json) => decodeCounts(json, absent))
      for (const [term, count] of counted.words) words.set(term, count)
      isPartial ||= counted.isPartial
    }
    return { words, isPartial }
  }

  return {
    searchMs,
    meta: readMeta,
    frequencies,
    corrections: (words, signal) => search(correctionsBody(words), signal, (json) => decodeCorrections(json, words)),
    compounds: (letters, signal) => search(compoundsBody(letters), signal, (json) => decodeCompounds(json, letters)),
    async candidates(query: StoreQuery, signal: AbortSignal): Promise<Candidates> {
      const found = await search(searchBody(query, await readMeta()), signal, (json) => {
        const { hits, isPartial } = decodeHits(json)
        return { sections: hits.map(({ source }) => decodePlaced(source, '')), isPartial }
      })
      if (found.isPartial) logPartial(PARTIAL)
      return found
    },
    async intros(slugs: readonly string[], signal: AbortSignal): Promise<readonly Chunk[]> {
      if (slugs.length === 0) return []
      const docs = await Promise.all(slugs.map(async (slug) => {
        return { _id: await documentId(slug), routing: slug, _source: ['chunk'] }
      }))
      const sent = { method: 'POST', path: `${path}/_mget`, body: { docs }, timeoutMs: requestMs, signal } as const
      return request(sent, (json) => decodeDocuments(json).map((source) => fieldsOf(source, '')('chunk', decodeChunk)))
    },
    page(slug: string): Promise<readonly StoredSection[]> {
      const fields = ['chunk', 'node']
      return readPage({ index: path, slug, fields, timeoutMs: READ_MS, decode: sectionOf }, request)
    },
    async section(id: string): Promise<StoredSection | null> {
      const [name, slug] = [await documentId(id), pageOf(id)].map((each) => encodeURIComponent(each.toWellFormed()))
      const target = `${path}/_doc/${name}?routing=${slug}&_source=chunk,node`
      return request({ method: 'GET', path: target, timeoutMs: READ_MS, statuses: [404] }, (json) => {
        const source = decodeDocument(json)
        return source === null ? null : sectionOf(source)
      })
    },
    summaries(group: string | null): AsyncIterable<readonly SectionSummary[]> {
      const filter = [{ term: { is_listed: true } }, ...(group === null ? [] : [{ term: { group } }])]
      const body = { _source: SUMMARY_FIELDS, query: { bool: { filter } }, sort: ['page_key', 'order'] }
      const decode = (source: JsonObject) => decodeSummary(source['node'], 'node')
      return listDocuments({ ...LIST, path: `${path}/_search`, body, decode }, request)
    },
    groups(): Promise<readonly GroupSize[]> {
      const sent = { method: 'POST', path: `${path}/_search`, body: GROUPS_BODY, timeoutMs: LIST.timeoutMs } as const
      return request(sent, (json) => {
        const buckets = decodeBuckets(wholeReply(json), 'groups')
        return buckets.map(({ name, count }) => ({ group: name || null, sections: count }))
      })
    },
    async pages(after: string | null, limit: number): Promise<readonly StoredPage[]> {
      const query = { bool: { filter: [{ term: { is_intro: true } }] } }
      const source = ['page', 'title', 'url', 'group'].map((name) => `chunk.${name}`)
      const body = { _source: source, query, sort: ['page_key'] }
      const start = after === null ? [] : [slugOrderKey(after)]
      const listing = { ...LIST, path: `${path}/_search`, body, size: limit, after: start, decode: storedPageOf }
      for await (const batch of listDocuments(listing, request)) return batch
      return []
    },
  }
}

const sectionOf = (source: JsonObject): StoredSection => decodeSection(source, 'section')

function storedPageOf(source: JsonObject): StoredPage {
  const field = fieldsOf(source['chunk'], 'chunk')
  const [slug, title] = [field('page', filledText), field('title', text)]
  return { slug, title, url: field('url', link), group: field('group', orNull(text)) }
}
