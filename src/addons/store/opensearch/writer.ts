/**
 * The writes of a store in OpenSearch or Elasticsearch: a push, which writes a new generation beside the current one and
 * puts it in its place once it is complete, and the replacement of one page of the current generation by one `_bulk`
 * request, whose operations are in one shard and become visible together. One of them runs at a time.
 */
import { AskError, pause } from '../../../core/base.ts'
import { filledText, objectOf, orNull } from '../../../core/graph.ts'
import { createReadTerms } from '../../../core/search.ts'
import {
  decodeCounts, decodePageHash, EMPTY_TALLY, MAX_GLOSSARY_ENTRIES, type PageTally, tallyWith, tallyWithout,
  toDocuments,
} from '../document.ts'
import {
  type GraphOfStore, STORE_FORMAT, type StoredSection, type StoreMeta,
} from '../store.ts'
import type { Connection } from './address.ts'
import { createBulkQueue, deleteItem, indexItem, sendBulk } from './bulk.ts'
import { countSections } from './check.ts'
import { EngineFailure, unlessRefused } from './reply.ts'
import {
  currentGeneration, deleteGeneration, generationName, generationPath, indexBody, type IndexLayout, makeCurrent,
  otherGenerations, readMeta, servingSettings, writeMeta,
} from './generations.ts'
import { anyJson, createRequestEngine, readPage, type RequestDeps } from './request.ts'
import { acquireLock, type AliasLock, type LockDeps } from './lock.ts'

/** Clock, randomness and timers of a writer. */
export type WriterDeps = Pick<RequestDeps, 'now' | 'random'> & Partial<Pick<PushDeps, 'wait' | 'every'>>

export type StoreWriter = ReturnType<typeof createWriter>

export function createWriter(connection: Connection, layout: IndexLayout, given: WriterDeps) {
  const waitFor = (ms: number) => pause(ms, new AbortController().signal)
  const { now, random, wait = waitFor, every = repeat } = given
  // A failure ends the push with its details, so they need not be logged too. A push waits while the engine is
  // overloaded, and tries each request.
  const request = createRequestEngine({ ...connection, log: () => undefined }, { now, random, breaker: null })
  const deps: PushDeps = { request, now, random, wait, every }
  return {
    begin: () => beginPush(connection.index, layout, deps),
    replacePage: (slug: string, sections: readonly StoredSection[]) => {
      return replacePage(connection.index, { slug, sections }, deps)
    },
  }
}

function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

const REQUEST_MS = 30_000

interface PageToWrite {
  readonly slug: string
  readonly sections: readonly StoredSection[]
}

/** The kind of change of one page; `missing` if a page to be removed does not exist. */
export type PageChange = 'added' | 'replaced' | 'removed' | 'unchanged' | 'missing'

/**
 * Replaces the sections of a page, or adds a new page; an empty list removes the page. Searches see the whole change at
 * once, words that are new to the site with the next `meta`. Rejects with `AskError('locked')` while a push runs.
 */
async function replacePage(alias: string, page: PageToWrite, deps: PushDeps): Promise<PageChange> {
  if ((await currentGeneration(alias, deps.request)) === null) {
    throw new AskError('store', `There is no index ${alias}: \`ask index push\` writes all pages first`)
  }
  const lock = await acquireLock(alias, 'page', deps)
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
  // Without a refresh, searches don't see the latest writes.
  const refresh = () => request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: REQUEST_MS }, anyJson)
  await refresh()
  const stored = { index: path, slug, fields: ['id', 'page_hash', 'page_counts'], timeoutMs: REQUEST_MS }
  const before = await readPage({ ...stored, decode: (source) => decodeStored(source, '') }, request)
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
  const next = { ...meta, ...tally, graphHash, revision: meta.revision + 1 }
  try {
    // The meta document is read at once: who knows the new revision would count its words without the new page.
    await refresh()
    await deps.assertHeld()
    await writeMeta(path, next, request)
  } catch (cause) {
    if (!(cause instanceof EngineFailure)) throw cause
    // The next replacement of this page would find nothing to change.
    const advice = 'the page is written, the meta document is not: write all pages with `ask index push`'
    throw new EngineFailure(cause.kind, `${cause.details}; ${advice}`, { cause })
  }
  if (documents.length === 0) return 'removed'
  return first === undefined ? 'added' : 'replaced'
}

const decodeStored = objectOf<PageTally & { readonly id: string }>({
  id: filledText, page_hash: decodePageHash, page_counts: orNull(decodeCounts),
})

/** Timeout of the creation, the refresh and the settings of an index. */
const STEP_MS = 300_000
/** Seconds for which a push waits for copies of its shards. */
const COPYING_S = 240
/** Time for which an old generation is kept, so that searches that began in it can end in it. */
const FAREWELL_MS = 5_000

interface PushDeps extends LockDeps {
  readonly now: () => number
}

/** Begins a push. Rejects with `AskError('locked')` while another one runs. */
async function beginPush(alias: string, layout: IndexLayout, deps: PushDeps) {
  const { request } = deps
  // A name that is used otherwise is refused before anything is written.
  await currentGeneration(alias, request)
  const lock = await acquireLock(alias, 'push', deps)
  try {
    // What pushes left behind when they were killed.
    const abandoned = await otherGenerations(alias, await currentGeneration(alias, request), request)
    for (const generation of abandoned) await deleteGeneration(alias, generation, request)
    const generation = generationName(deps.now(), deps.random)
    const path = generationPath(alias, generation)
    await request({ method: 'PUT', path, body: indexBody(layout), timeoutMs: STEP_MS }, anyJson)
    return createPush({ alias, generation, layout, lock }, deps)
  } catch (error) {
    await lock.release()
    throw error
  }
}

interface Generation {
  readonly alias: string
  readonly generation: string
  readonly layout: IndexLayout
  readonly lock: AliasLock
}

/** A new generation that is being written. None of it is visible before it is finished. */
function createPush({ alias, generation, layout, lock }: Generation, deps: PushDeps) {
  const { request } = deps
  const path = generationPath(alias, generation)
  const queue = createBulkQueue(path, deps)
  const readTerms = createReadTerms()
  let tally = EMPTY_TALLY

  /** Adds the sections of one page. Resolves when there is room for more. */
  async function add(page: readonly StoredSection[]): Promise<void> {
    const documents = await toDocuments(page, readTerms)
    tally = tallyWith(tally, documents)
    await queue.add(documents)
  }

  /** Makes the generation current once all sections are in it. */
  async function finish(graph: GraphOfStore): Promise<StoreMeta> {
    await queue.flush()
    await request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: STEP_MS }, anyJson)
    await assertCount()
    const settings = servingSettings(layout)
    await request({ method: 'PUT', path: `${path}/_settings`, body: settings, timeoutMs: STEP_MS }, anyJson)
    await waitForCopies()
    const glossary = graph.glossary.slice(0, MAX_GLOSSARY_ENTRIES)
    const meta: StoreMeta = { format: STORE_FORMAT, generation, revision: 0, ...tally, ...graph, glossary }
    await writeMeta(path, meta, request)
    await lock.assertHeld()
    const current = await currentGeneration(alias, request)
    await makeCurrent(alias, { generation, current }, request)
    if (current !== null) {
      await deps.wait(FAREWELL_MS)
      // The push is done: if this fails, the next one deletes it.
      await deleteGeneration(alias, current, request).catch(() => undefined)
    }
    await lock.release()
    return meta
  }

  /** Rejects if the engine has fewer or more sections than were sent: two of them had the same id. */
  async function assertCount(): Promise<void> {
    const { counts: { sections } } = tally
    const count = await countSections(path, request)
    if (count === sections) return
    const counted = `${count} of ${sections} sections`
    throw new AskError('store', `The search engine has ${counted}: two of them may have one id`)
  }

  /**
   * Waits until shards are copied: if a node failed earlier, the current generation would lose sections. Does not wait
   * for copies that have no node, that take too long, or for a user who may not read the health of the cluster.
   */
  async function waitForCopies(): Promise<void> {
    const query = `wait_for_no_initializing_shards=true&timeout=${COPYING_S}s`
    const target = `/_cluster/health${path}?${query}`
    const health = request({ method: 'GET', path: target, timeoutMs: STEP_MS, statuses: [408] }, anyJson)
    await unlessRefused(health, 'security_exception')
  }

  async function abandon(): Promise<void> {
    try {
      await queue.drain()
      // The alias may have moved although the reply was lost, or another push may have taken over.
      if ((await currentGeneration(alias, request)) !== generation) await deleteGeneration(alias, generation, request)
    } finally {
      await lock.release()
    }
  }

  /** Of all pages added so far. */
  const contentHash = () => tally.contentHash
  return { add, contentHash, finish, abandon }
}
