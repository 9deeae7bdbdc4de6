/** A push: a new generation is written beside the current one, and replaces it once it is complete. */
import { AskError } from '../../../core/base.ts'
import { createReadTerms } from '../../../core/search.ts'
import { MAX_GLOSSARY_ENTRIES, toDocuments } from '../document.ts'
import { type GraphOfStore, type Push, STORE_FORMAT, type StoreMeta, type StoredSection } from '../store.ts'
import { EMPTY_TALLY, tallyWith } from '../tally.ts'
import { createBulkQueue } from './bulk.ts'
import { countSections } from './check.ts'
import { unlessRefused } from './failure.ts'
import {
  currentGeneration, deleteGeneration, generationName, generationPath, makeCurrent, otherGenerations,
} from './generations.ts'
import { type AliasLock, type LockDeps, acquireLock } from './lock.ts'
import { type IndexLayout, indexBody, servingSettings } from './mapping.ts'
import { writeMeta } from './meta-document.ts'

/** Timeout of the creation, the refresh and the settings of an index. */
const STEP_MS = 300_000
/** Seconds for which a push waits for copies of its shards. */
const COPYING_S = 240
/** Time for which an old generation is kept, so that searches that began in it can end in it. */
const FAREWELL_MS = 5_000

/** Requests, clock and randomness of a push. */
export interface PushDeps extends LockDeps {
  readonly now: () => number
}

/** Begins a push. Rejects with `AskError('locked')` while another one runs. */
export async function beginPush(alias: string, layout: IndexLayout, deps: PushDeps): Promise<Push> {
  const { request } = deps
  // A name that is used otherwise is refused before anything is written.
  await currentGeneration(alias, request)
  const lock = await acquireLock(alias, deps)
  try {
    // What pushes left behind when they were killed.
    const abandoned = await otherGenerations(alias, await currentGeneration(alias, request), request)
    for (const generation of abandoned) await deleteGeneration(alias, generation, request)
    const generation = generationName(deps.now(), deps.random)
    const path = generationPath(alias, generation)
    await request({ method: 'PUT', path, body: indexBody(layout), timeoutMs: STEP_MS })
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

function createPush({ alias, generation, layout, lock }: Generation, deps: PushDeps): Push {
  const { request } = deps
  const path = generationPath(alias, generation)
  const queue = createBulkQueue(path, deps)
  const readTerms = createReadTerms()
  let tally = EMPTY_TALLY

  async function add(page: readonly StoredSection[]): Promise<void> {
    const documents = await toDocuments(page, readTerms)
    tally = tallyWith(tally, documents)
    await queue.add(documents)
  }

  async function finish(graph: GraphOfStore): Promise<StoreMeta> {
    await queue.flush()
    await request({ method: 'POST', path: `${path}/_refresh`, timeoutMs: STEP_MS })
    await assertCount()
    await request({ method: 'PUT', path: `${path}/_settings`, body: servingSettings(layout), timeoutMs: STEP_MS })
    await waitForCopies()
    const glossary = graph.glossary.slice(0, MAX_GLOSSARY_ENTRIES)
    const meta: StoreMeta = { format: STORE_FORMAT, generation, revision: 0, ...tally, ...graph, glossary }
    await writeMeta(path, meta, request)
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
    const health = request({ method: 'GET', path: target, timeoutMs: STEP_MS, statuses: [408] })
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

  return { add, contentHash: () => tally.contentHash, finish, abandon }
}
