/**
 * The writes of a store in OpenSearch or Elasticsearch: a push, and the replacement of one page of the current
 * generation by one `_bulk` request, whose operations are in one shard and become visible together. One of them runs at
 * a time.
 */
import { AskError, type JsonObject, pause } from '../../../core/base.ts'
import { filledText, objectOf, orNull } from '../../../core/graph.ts'
import { createReadTerms } from '../../../core/search.ts'
import { decodeCounts, decodePageHash, toDocuments } from '../document.ts'
import type { PageChange, StoredSection, WritableStore } from '../store.ts'
import { type PageTally, tallyWith, tallyWithout } from '../tally.ts'
import type { Connection } from './address.ts'
import { deleteItem, indexItem, sendBulk } from './bulk.ts'
import { currentGeneration, generationPath } from './generations.ts'
import { listDocuments } from './list.ts'
import { acquireLock } from './lock.ts'
import type { IndexLayout } from './mapping.ts'
import { readMeta, writeMeta } from './meta-document.ts'
import { beginPush, type PushDeps } from './push.ts'
import { createRequestEngine, type RequestDeps, type RequestEngine, withDecoding } from './request.ts'

/** The functions of a store that write. */
export type StoreWriter = Pick<WritableStore, 'begin' | 'replacePage'>

/** Clock, randomness and timers of a writer. */
export type WriterDeps = Pick<RequestDeps, 'now' | 'random'> & Partial<Pick<PushDeps, 'wait' | 'every'>>

/** The writer of a connection. */
export function createWriter(connection: Connection, layout: IndexLayout, given: WriterDeps): StoreWriter {
  const { now, random, wait = waitFor, every = repeat } = given
  // A failure ends the push with its details, so they need not be logged too. A push waits while the engine is
  // overloaded, and tries each request.
  const request = createRequestEngine({ ...connection, log: () => undefined }, { now, random, breaker: null })
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

/** Most sections of a page in one request. */
const BATCH = 1_000
const REQUEST_MS = 30_000

/** A page as the content has it now. */
interface PageToWrite {
  readonly slug: string
  readonly sections: readonly StoredSection[]
}

/** Replaces the sections of a page; an empty list removes it. Rejects with `AskError('locked')` while a push runs. */
async function replacePage(alias: string, page: PageToWrite, deps: PushDeps): Promise<PageChange> {
  if ((await currentGeneration(alias, deps.request)) === null) {
    throw new AskError('store', `There is no index ${alias}: \`ask index push\` writes all pages first`)
  }
  const lock = await acquireLock(alias, deps)
  try {
    const path = generationPath(alias, (await currentGeneration(alias, deps.request)) ?? '')
    return await writePage(path, page, { ...deps, assertHeld: lock.assertHeld })
  } finally {
    await lock.release()
  }
}

async function writePage(
  path: string,
  { slug, sections }: PageToWrite,
  deps: PushDeps & { readonly assertHeld: () => Promise<void> },
): Promise<PageChange> {
  const { request } = deps
  // An index of another format is refused before the first write.
  const meta = await readMeta(path, request)
  const documents = await toDocuments(sections, createReadTerms())
  const before = await readPage(path, slug, request)
  const [first] = before
  if (first?.page_hash === documents[0]?.page_hash) return documents.length === 0 ? 'missing' : 'unchanged'
  const kept = new Set(documents.map(({ id }) => id))
  const gone = before.filter(({ id }) => !kept.has(id))
  const items = [...documents.map(indexItem), ...gone.map(({ id }) => deleteItem(id, slug))]
  await sendBulk(path, await Promise.all(items), deps)
  const tally = tallyWith(first === undefined ? meta : tallyWithout(meta, first), documents)
  // A graph of the whole content stays one.
  const isWhole = meta.graphHash === meta.contentHash && sections.every(({ node }) => node !== null)
  const graphHash = isWhole ? tally.contentHash : meta.graphHash
  await deps.assertHeld()
  await writeMeta(path, { ...meta, ...tally, graphHash, revision: meta.revision + 1 }, request)
  if (documents.length === 0) return 'removed'
  return first === undefined ? 'added' : 'replaced'
}

/** A document that exists. */
interface StoredDocument extends PageTally {
  readonly id: string
}

const decodeStored = objectOf<StoredDocument>({
  id: filledText, page_hash: decodePageHash, page_counts: orNull(decodeCounts),
})

/** The documents of a page in order, as the last writer left them. */
async function readPage(path: string, slug: string, request: RequestEngine): Promise<readonly StoredDocument[]> {
  // Without a refresh, searches don't see the latest writes.
  await request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: REQUEST_MS })
  const query = { bool: { filter: [{ term: { kind: 'section' } }, { term: { page: slug } }] } }
  const listing = {
    path: `${path}/_search?routing=${encodeURIComponent(slug)}`,
    body: { _source: ['id', 'page_hash', 'page_counts'], query, sort: ['order'] },
    size: BATCH,
    timeoutMs: REQUEST_MS,
    decode: (source: JsonObject) => decodeStored(source, ''),
  }
  const documents: StoredDocument[] = []
  for await (const batch of listDocuments(listing, withDecoding(request))) documents.push(...batch)
  return documents
}
