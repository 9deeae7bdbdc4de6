/**
 * The writes of a store in OpenSearch or Elasticsearch. Replaces a page of the current generation by one `_bulk`
 * request, whose operations are in one shard and become visible together. Of two concurrent writers of a page, one
 * fails at the operation on the first section and reads the page again. Its other operations may have succeeded, so the
 * counts of a page are stored in its first section.
 */
import { AskError, isObject, type JsonObject, pause } from '../../../core/base.ts'
import { createReadTerms } from '../../../core/search.ts'
import { decodeCounts, documentId, type SectionDocument, toDocuments } from '../document.ts'
import type { PageChange, StoredSection, WritableStore } from '../store.ts'
import { type PageTally, tallyWith, tallyWithout } from '../tally.ts'
import type { Connection } from './address.ts'
import { type BulkItem, indexItem, sendBulk } from './bulk.ts'
import { EngineFailure } from './failure.ts'
import { currentGeneration, generationPath } from './generations.ts'
import { assertUnlocked, versionOf } from './lock.ts'
import type { IndexLayout } from './mapping.ts'
import { readVersionedMeta, writeMeta } from './meta-document.ts'
import { beginPush, type PushDeps } from './push.ts'
import { decoded } from './reply.ts'
import { createRequestEngine, type RequestDeps, type RequestEngine } from './request.ts'

/** The functions of a store that write. */
export type StoreWriter = Pick<WritableStore, 'begin' | 'replacePage'>

/** Clock, randomness and timers of a writer. */
export type WriterDeps = Pick<RequestDeps, 'now' | 'random'> & Partial<Pick<PushDeps, 'wait' | 'every'>>

/** A circuit breaker that stays closed: a push waits while the engine is overloaded, and tries each request. */
const ALWAYS_CLOSED = { mayTry: () => true, succeeded: () => undefined, failed: () => undefined }

/** The writer of a connection. */
export function createWriter(connection: Connection, layout: IndexLayout, given: WriterDeps): StoreWriter {
  const { now, random, wait = waitFor, every = repeat } = given
  // A failure ends the push with its details, so they need not be logged too.
  const request = createRequestEngine({ ...connection, log: () => undefined }, { now, random, breaker: ALWAYS_CLOSED })
  const deps: PushDeps = { request, now, random, wait, every }
  return {
    begin: () => beginPush(connection.index, layout, deps),
    replacePage: (slug, sections) => replacePage(connection.index, { slug, sections }, deps),
  }
}

function waitFor(ms: number): Promise<void> {
  return pause(ms, new AbortController().signal)
}

function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

/** Most attempts while other writers change the same page, or the meta document. */
const MAX_ATTEMPTS = 20
/** Longest pause between two of them. */
const PAUSE_MS = 200
/** Most sections of one page; the limit of content is lower. */
const MAX_SECTIONS = 10_000
const REQUEST_MS = 30_000
const CONFLICT = 409

/** Replaces the sections of a page; an empty list removes it. Rejects with `AskError('locked')` while a push runs. */
export async function replacePage(
  alias: string,
  { slug, sections }: { readonly slug: string; readonly sections: readonly StoredSection[] },
  deps: PushDeps,
): Promise<PageChange> {
  await assertUnlocked(alias, deps)
  const generation = await currentGeneration(alias, deps.request)
  if (generation === null) throw noIndex(alias)
  const path = generationPath(alias, generation)
  // An index of another format is refused before the first write.
  await readVersionedMeta(path, deps.request)
  const documents = await toDocuments(sections, createReadTerms())
  const before = await writeDocuments(path, { slug, documents }, deps)
  if (before === null) return documents.length === 0 ? 'missing' : 'unchanged'
  const hasGraph = sections.every(({ node }) => node !== null)
  await updateMeta(path, { before, documents, hasGraph }, deps)
  // A push that began meanwhile may have read the old page.
  await assertUnlocked(alias, deps)
  if ((await currentGeneration(alias, deps.request)) !== generation) {
    throw new AskError('locked', `A push to ${alias} has ended meanwhile: replace the page again`)
  }
  if (documents.length === 0) return 'removed'
  return before.length === 0 ? 'added' : 'replaced'
}

/** A document that exists. */
interface StoredDocument extends PageTally {
  readonly id: string
  readonly condition: { readonly if_seq_no: number; readonly if_primary_term: number }
}

interface PageDocuments {
  readonly slug: string
  readonly documents: readonly SectionDocument[]
}

/** Writes the documents of a page, and returns those that they replaced; null if nothing changed. */
async function writeDocuments(
  path: string,
  page: PageDocuments,
  deps: PushDeps,
): Promise<readonly StoredDocument[] | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await readPage(path, page.slug, deps.request)
    if (await isCurrent(path, page, before, deps.request)) {
      if (before[0]?.page_hash === page.documents[0]?.page_hash) return null
      const statuses = await sendBulk(path, await itemsOf(page, before), deps)
      if (!statuses.includes(CONFLICT)) return before
      await deps.wait(PAUSE_MS * deps.random())
    }
    // Without a refresh, searches don't see the latest writes.
    await deps.request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: REQUEST_MS })
  }
  throw busy()
}

/** The operations: those on the first section, old or new, fail if another writer was faster. */
async function itemsOf(
  { slug, documents }: PageDocuments,
  before: readonly StoredDocument[],
): Promise<readonly BulkItem[]> {
  const conditions = new Map(before.slice(0, 1).map(({ id, condition }) => [id, condition]))
  const kept = new Set(documents.map(({ id }) => id))
  const written = documents.map(async (document, i) => {
    const target = { _id: await documentId(document.id), routing: slug, ...conditions.get(document.id) }
    return before.length === 0 && i === 0 ? createItem(document, target) : indexItem(document, target)
  })
  const deleted = before.filter(({ id }) => !kept.has(id)).map(async ({ id }): Promise<BulkItem> => {
    const target = { _id: await documentId(id), routing: slug, ...conditions.get(id) }
    return { section: id, lines: `${JSON.stringify({ delete: target })}\n` }
  })
  return Promise.all([...written, ...deleted])
}

/** The operation that writes a document, and fails if it exists. */
function createItem(document: SectionDocument, target: Readonly<Record<string, string | number>>): BulkItem {
  return { section: document.id, lines: `${JSON.stringify({ create: target })}\n${JSON.stringify(document)}\n` }
}

/** True if the first section is unchanged since the search: reads by id see each write at once. */
async function isCurrent(
  path: string,
  { slug, documents }: PageDocuments,
  [first]: readonly StoredDocument[],
  request: RequestEngine,
): Promise<boolean> {
  const id = encodeURIComponent(await documentId(first?.id ?? documents[0]?.id ?? slug))
  const target = `${path}/_doc/${id}?routing=${encodeURIComponent(slug)}&_source=false`
  const { status, json } = await request({ method: 'GET', path: target, timeoutMs: REQUEST_MS, statuses: [404] })
  if (status === 404) return first === undefined
  return first?.condition.if_seq_no === versionOf(json).seqNo
}

async function readPage(path: string, slug: string, request: RequestEngine): Promise<readonly StoredDocument[]> {
  const body = {
    size: MAX_SECTIONS,
    _source: ['id', 'page_hash', 'page_counts'],
    query: { bool: { filter: [{ term: { kind: 'section' } }, { term: { page: slug } }] } },
    sort: ['order'],
    seq_no_primary_term: true,
    track_total_hits: false,
  }
  const target = `${path}/_search?routing=${encodeURIComponent(slug)}&allow_partial_search_results=false`
  const { json } = await request({ method: 'POST', path: target, body, timeoutMs: REQUEST_MS })
  const outer = isObject(json) ? json['hits'] : undefined
  const hits = isObject(outer) ? outer['hits'] : undefined
  if (!Array.isArray(hits)) throw malformed()
  return hits.map(storedDocumentOf)
}

function storedDocumentOf(hit: unknown): StoredDocument {
  const source: unknown = isObject(hit) ? hit['_source'] : undefined
  const { id, page_hash, page_counts } = isObject(source) ? source : ({} satisfies JsonObject)
  if (typeof id !== 'string' || typeof page_hash !== 'string' || !/^[0-9a-f]{64}$/.test(page_hash)) throw malformed()
  const { seqNo, primaryTerm } = versionOf(hit)
  return {
    id,
    page_hash,
    page_counts: page_counts === null ? null : decoded(() => decodeCounts(page_counts, 'page_counts')),
    condition: { if_seq_no: seqNo, if_primary_term: primaryTerm },
  }
}

/** Counts documents in place of those from before; `hasGraph` if the graph has all of the new sections. */
async function updateMeta(
  path: string,
  { before: [first], documents, hasGraph }: {
    readonly before: readonly StoredDocument[]
    readonly documents: readonly SectionDocument[]
    readonly hasGraph: boolean
  },
  deps: PushDeps,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { meta, condition } = await readVersionedMeta(path, deps.request)
    const tally = tallyWith(first === undefined ? meta : tallyWithout(meta, first), documents)
    // A graph of the whole content stays one.
    const graphHash = hasGraph && meta.graphHash === meta.contentHash ? tally.contentHash : meta.graphHash
    const next = { ...meta, ...tally, graphHash, revision: meta.revision + 1 }
    if (await writeMeta(path, next, condition, deps.request)) return
    await deps.wait(PAUSE_MS * deps.random())
  }
  throw busy()
}

function busy(): AskError {
  return new AskError('locked', 'Other processes keep changing the same page: try again')
}

function noIndex(alias: string): AskError {
  return new AskError('store', `There is no index ${alias}: \`ask index push\` writes all pages first`)
}

function malformed(): EngineFailure {
  return new EngineFailure('reply', 'a reply has no documents of the expected kind')
}
