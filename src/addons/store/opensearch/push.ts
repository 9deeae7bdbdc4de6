/** A push: a new generation is written beside the current one, and replaces it once it is complete. */
import { AskError, isObject } from '../../../core/base.ts'
import { createReadTerms } from '../../../core/search.ts'
import { documentId, MAX_GLOSSARY_ENTRIES, toDocuments } from '../document.ts'
import { type GraphOfStore, type Push, STORE_FORMAT, type StoreMeta, type StoredSection } from '../store.ts'
import { EMPTY_TALLY, tallyWith } from '../tally.ts'
import { type BulkDeps, createBulkQueue, indexItem } from './bulk.ts'
import { unlessRefused } from './failure.ts'
import {
  allGenerations, currentGeneration, deleteGeneration, generationName, generationPath, makeCurrent,
} from './generations.ts'
import { type LockDeps, type PushLock, acquireLock } from './lock.ts'
import { type IndexLayout, indexBody, servingSettings } from './mapping.ts'
import { writeMeta } from './meta-document.ts'
import type { RequestEngine } from './request.ts'

/** Timeout of the creation, the refresh and the settings of an index. */
const STEP_MS = 300_000
/** Seconds for which a push waits for copies of its shards. */
const COPYING_S = 240
/** The error for a user who may write indexes, but not read the health of the cluster. */
const MAY_NOT_SEE = ['security_exception']
/** Time for which an old generation is kept, so that searches that began in it can end in it. */
const FAREWELL_MS = 5_000

/** Requests, clock and randomness of a push. */
export interface PushDeps extends BulkDeps, LockDeps {
  readonly now: () => number
}

/** Begins a push. Rejects with `AskError('locked')` while another one runs. */
export async function beginPush(alias: string, layout: IndexLayout, deps: PushDeps): Promise<Push> {
  // A name that is used otherwise is refused before anything is written.
  await currentGeneration(alias, deps.request)
  const lock = await acquireLock(alias, deps)
  try {
    await deleteAbandoned(alias, deps.request)
    const generation = generationName(deps.now(), deps.random)
    const path = generationPath(alias, generation)
    await deps.request({ method: 'PUT', path, body: indexBody(layout), timeoutMs: STEP_MS })
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
  readonly lock: PushLock
}

function createPush({ alias, generation, layout, lock }: Generation, deps: PushDeps): Push {
  const { request } = deps
  const path = generationPath(alias, generation)
  const queue = createBulkQueue(path, deps)
  const readTerms = createReadTerms()
  let tally = EMPTY_TALLY

  async function add(page: readonly StoredSection[]): Promise<void> {
    const documents = await toDocuments(page, readTerms)
    tally = tallyWith(tally, documents)
    const items = documents.map(async (document) => {
      return indexItem(document, { _id: await documentId(document.id), routing: document.page })
    })
    await queue.add(await Promise.all(items))
  }

  async function finish(graph: GraphOfStore): Promise<StoreMeta> {
    await queue.flush()
    await request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: STEP_MS })
    await assertCount(path, tally.counts.sections, request)
    await request({ method: 'PUT', path: `${path}/_settings`, body: servingSettings(layout), timeoutMs: STEP_MS })
    await waitForCopies(path, request)
    const glossary = graph.glossary.slice(0, MAX_GLOSSARY_ENTRIES)
    const meta: StoreMeta = { format: STORE_FORMAT, generation, revision: 0, ...tally, ...graph, glossary }
    await writeMeta(path, meta, null, request)
    await lock.assertHeld()
    const current = await currentGeneration(alias, request)
    await makeCurrent(alias, { generation, current }, request)
    if (current !== null) {
      await deps.wait(FAREWELL_MS)
      await deleteGeneration(alias, current, request)
    }
    await lock.release()
    return meta
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

  return { add, contentHash: () => tally.contentHash, finish, abandon }
}

/** Deletes the generations that pushes left behind when they were killed. */
async function deleteAbandoned(alias: string, request: RequestEngine): Promise<void> {
  const current = await currentGeneration(alias, request)
  for (const generation of await allGenerations(alias, request)) {
    if (generation !== current) await deleteGeneration(alias, generation, request)
  }
}

/**
 * Waits until shards are copied: if a node failed earlier, the current generation would lose sections. Does not wait
 * for copies that have no node, or that take too long.
 */
async function waitForCopies(path: string, request: RequestEngine): Promise<void> {
  const query = `wait_for_no_initializing_shards=true&timeout=${COPYING_S}s`
  const target = `/_cluster/health${path}?${query}`
  const health = request({ method: 'GET', path: target, timeoutMs: STEP_MS, statuses: [408] })
  await unlessRefused(health, MAY_NOT_SEE)
}

/** Rejects if the engine has fewer or more sections than were sent: two of them had the same id. */
async function assertCount(path: string, sections: number, request: RequestEngine): Promise<void> {
  const { json } = await request({ method: 'GET', path: `${path}/_count`, timeoutMs: STEP_MS })
  const count = isObject(json) ? json['count'] : undefined
  if (count === sections) return
  const counted = `${String(count)} of ${sections} sections`
  throw new AskError('store', `The search engine has ${counted}: two of them may have one id`)
}
