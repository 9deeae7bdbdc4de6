/** OpenSearch and Elasticsearch as a store, by the HTTP API that they share. */
import type { JsonObject } from '../../base/json.ts'
import type { GroupSize, SectionSummary } from '../../graph/knowledge.ts'
import { decodeChunk } from '../../prebuilt/chunk.ts'
import { type Decode, fieldsOf, filledText, link, orNull, text } from '../../graph/shape.ts'
import { documentId, pageOf } from '../document-id.ts'
import { decodeSection } from '../document.ts'
import { decodeCount, decodeMeta } from '../meta.ts'
import { STORE_FORMAT, type Candidates, type PlacedChunk, type Store, type StoreMeta, type StoredPage, type StoredSection } from '../store.ts'
import type { Connection } from './address.ts'
import { EngineFailure } from './failure.ts'
import { META_ID } from './mapping.ts'
import { GROUPS_BODY, PLACED_FIELDS, correctionsBody, frequenciesBody, searchBody } from './query.ts'
import {
  type EngineHit, decodeCorrections, decodeDocument, decodeDocuments, decodeGroups, decodeHits, decodeTermStatistics, decoded,
} from './reply.ts'
import { type RequestDeps, type RequestEngine, createRequestEngine } from './request.ts'

/** Part of the time of a search for one of its requests, so that a frozen node counts as one before the time is over. */
const REQUEST_SHARE = 0.8
/** For a read by id, and for a page. */
const READ_MS = 3_000
/** For a batch of a listing. */
const LISTING_MS = 30_000
/** Age at which the meta document is read again. */
const META_AGE_MS = 5_000
/** Time between two lines about searches that missed a part of the index. */
const PARTIAL_LOG_PAUSE_MS = 60_000
/** Terms of one request for frequencies. */
const MAX_TERMS = 1_000
/** Sections of a page in one request, and entries of a listing. */
const PAGE_BATCH = 1_000
const LISTING_BATCH = 5_000
/** A term that no section has: it routes requests that any shard can reply to. */
const ANY_SHARD = 'ask'
const SUMMARY_FIELDS = ['id', 'title', 'heading', 'group', 'url'].map((name) => `node.${name}`)

/** The store of a connection. */
export function createOpenSearch(connection: Connection, deps: RequestDeps): Store {
  const request = createRequestEngine(connection, deps)
  const { searchMs } = connection
  const requestMs = REQUEST_SHARE * searchMs
  const path = `/${encodeURIComponent(connection.index)}`
  const readMeta = createMetaReader({ request, path, log: connection.log, now: deps.now })
  const notePartial = createPartialNote(connection.log, deps.now)

  async function search(body: JsonObject, { query = '', timeoutMs = READ_MS, signal = null as AbortSignal | null } = {}) {
    const { json } = await request({ method: 'POST', path: `${path}/_search${query}`, body, timeoutMs, signal })
    return decodeHits(json)
  }

  /** All documents of a query in an order, batch by batch. A part of a list would look whole, so it is a failure. */
  async function* list(body: JsonObject, { size, query = '' }: { readonly size: number; readonly query?: string }) {
    for (let after: readonly unknown[] = []; ; ) {
      const position = after.length === 0 ? {} : { search_after: after }
      const page = { ...body, size, track_total_hits: false, ...position }
      const { hits, isPartial } = await search(page, { query, timeoutMs: LISTING_MS })
      if (isPartial) throw new EngineFailure('The search engine failed.', 'a listing misses the sections of a shard')
      if (hits.length > 0) yield hits
      const last = hits.at(-1)
      if (last === undefined || hits.length < size) return
      after = last.sort
    }
  }

  async function frequencies(terms: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const { counts } = await readMeta()
    const found = new Map<string, number>()
    for (let from = 0; from < terms.length; from += MAX_TERMS) {
      const body = frequenciesBody(terms.slice(from, from + MAX_TERMS))
      const { json } = await request({
        method: 'POST', path: `${path}/_termvectors?routing=${ANY_SHARD}`, body, timeoutMs: requestMs, signal,
      })
      const { documents, frequencies } = decodeTermStatistics(json)
      // One shard replies for all.
      const factor = documents === 0 ? 1 : Math.max(1, counts.sections / documents)
      for (const [term, frequency] of frequencies) found.set(term, Math.round(frequency * factor))
    }
    return found
  }

  async function corrections(words: readonly string[], signal: AbortSignal) {
    const body = correctionsBody(words)
    const { json } = await request({ method: 'POST', path: `${path}/_search`, body, timeoutMs: requestMs, signal })
    return decodeCorrections(json, words)
  }

  async function candidates(query: Parameters<Store['candidates']>[0], signal: AbortSignal): Promise<Candidates> {
    const body = searchBody(query, await readMeta())
    const { hits, isPartial } = await search(body, { timeoutMs: requestMs, signal })
    if (isPartial) notePartial()
    return { sections: hits.map(({ source }) => placedChunkOf(source)), isPartial }
  }

  async function intros(pages: readonly string[], signal: AbortSignal): Promise<readonly PlacedChunk[]> {
    if (pages.length === 0) return []
    const docs = await Promise.all(pages.map(async (slug) => ({ _id: await documentId(slug), routing: slug })))
    const { json } = await request({
      method: 'POST', path: `${path}/_mget?_source=${PLACED_FIELDS}`, body: { docs }, timeoutMs: requestMs, signal,
    })
    return decodeDocuments(json).map(placedChunkOf)
  }

  async function page(slug: string): Promise<readonly StoredSection[]> {
    const body = {
      _source: ['chunk', 'node'],
      query: { bool: { filter: [{ term: { kind: 'section' } }, { term: { page: slug } }] } },
      sort: ['order'],
    }
    const sections: StoredSection[] = []
    for await (const hits of list(body, { size: PAGE_BATCH, query: `?routing=${encodeURIComponent(slug)}` })) {
      sections.push(...hits.map(({ source }) => sectionOf(source)))
    }
    return sections
  }

  async function section(id: string): Promise<StoredSection | null> {
    const target = `${path}/_doc/${encodeURIComponent(await documentId(id))}`
    const query = `routing=${encodeURIComponent(pageOf(id))}&_source=chunk,node`
    const reply = await request({ method: 'GET', path: `${target}?${query}`, timeoutMs: READ_MS, statuses: [404] })
    const source = decodeDocument(reply.json)
    return source === null ? null : sectionOf(source)
  }

  async function* summaries(group: string | null): AsyncGenerator<readonly SectionSummary[]> {
    const filter = [{ term: { is_listed: true } }, ...(group === null ? [] : [{ term: { group } }])]
    const body = { _source: SUMMARY_FIELDS, query: { bool: { filter } }, sort: ['page_key', 'order'] }
    for await (const hits of list(body, { size: LISTING_BATCH })) yield hits.map(summaryOf)
  }

  async function groups(): Promise<readonly GroupSize[]> {
    const { json } = await request({ method: 'POST', path: `${path}/_search`, body: GROUPS_BODY, timeoutMs: LISTING_MS })
    return decodeGroups(json).map(({ name, count }) => ({ group: name === '' ? null : name, sections: count }))
  }

  async function* pages(): AsyncGenerator<readonly StoredPage[]> {
    const query = { bool: { filter: [{ term: { is_intro: true } }] } }
    const body = { _source: ['page', 'title', 'url', 'group'].map((name) => `chunk.${name}`), query, sort: ['page_key'] }
    for await (const hits of list(body, { size: LISTING_BATCH })) yield hits.map(storedPageOf)
  }

  return { searchMs, meta: readMeta, frequencies, corrections, candidates, intros, page, section, summaries, groups, pages }
}

interface MetaSource {
  readonly request: RequestEngine
  readonly path: string
  readonly log: (line: string) => void
  readonly now: () => number
}

/** A reader of the meta document: one that was read once serves on while the engine is down. */
function createMetaReader({ request, path, log, now }: MetaSource): () => Promise<StoreMeta> {
  let current: StoreMeta | null = null
  let readAt = -Infinity
  let reading: Promise<StoreMeta> | null = null

  async function read(): Promise<StoreMeta> {
    const id = encodeURIComponent(META_ID)
    const reply = await request({ method: 'GET', path: `${path}/_doc/${id}?routing=${id}`, timeoutMs: READ_MS, statuses: [404] })
    const source = decodeDocument(reply.json)
    if (source === null) throw notOurs('it has no meta document')
    const { format } = source
    if (format !== STORE_FORMAT) throw notOurs(`it has the format ${String(format)}, this build reads ${STORE_FORMAT}`)
    return decoded(() => decodeMeta(source, 'meta'))
  }

  function notOurs(why: string): EngineFailure {
    const failure = new EngineFailure('The search index can\'t be used.', `the index can't be used: ${why}. Write it with \`ask index push\``)
    log(`The search engine failed: ${failure.details}`)
    return failure
  }

  async function refresh(): Promise<StoreMeta> {
    try {
      current = await read()
      return current
    } catch (error) {
      if (current === null) throw error
      return current
    } finally {
      readAt = now()
      reading = null
    }
  }

  return async function readMeta() {
    if (current !== null && now() - readAt < META_AGE_MS) return current
    reading ??= refresh()
    return reading
  }
}

function createPartialNote(log: (line: string) => void, now: () => number): () => void {
  let notedAt = -Infinity
  return function notePartial() {
    if (now() - notedAt < PARTIAL_LOG_PAUSE_MS) return
    notedAt = now()
    log('The search engine searched a part of the index only: a shard is missing, full or slow. Results are served without it')
  }
}

function placedChunkOf(source: JsonObject): PlacedChunk {
  return decoded(() => {
    const field = fieldsOf(source, '')
    return { chunk: field('chunk', decodeChunk), pageHash: field('page_hash', filledText), order: field('order', decodeCount) }
  })
}

function sectionOf(source: JsonObject): StoredSection {
  return decoded(() => decodeSection(source, 'section'))
}

function summaryOf({ source }: EngineHit): SectionSummary {
  return decoded(() => decodeSummary(source['node'], 'node'))
}

const decodeSummary: Decode<SectionSummary> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    id: field('id', filledText),
    title: field('title', text),
    heading: field('heading', orNull(text)),
    group: field('group', orNull(text)),
    url: field('url', filledText),
  }
}

function storedPageOf({ source }: EngineHit): StoredPage {
  const field = fieldsOf(source['chunk'], 'chunk')
  const [slug, title] = [field('page', filledText), field('title', text)]
  return { slug, title, url: field('url', link), group: field('group', orNull(text)) }
}
