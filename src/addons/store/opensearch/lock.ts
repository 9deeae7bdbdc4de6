/**
 * The lock of an alias: a document that a push, or the replacement of a page, creates, changes while it runs, and
 * deletes. Clocks of machines differ, so nobody compares times: who finds a lock looks at it again and again, and takes
 * one that is not changed for 20 seconds for abandoned. The engine's sequence numbers make creation, takeover and
 * release atomic. The document names its holder, so that the holder recognizes its own lock if the reply to a write was
 * lost, and what it is held for: others wait for the replacement of a page, but not for a push.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { EngineFailure, unlessRefused } from './reply.ts'
import { anyJson, type RequestEngine } from './request.ts'

/** What a lock is held for. */
export type LockedWork = 'push' | 'page'

/** Time between two changes of a lock that is held. */
const BEAT_MS = 3_000
/** Time between two looks at a lock, and looks without a change after which it is abandoned: 20 seconds. */
const LOOK_MS = 250
const MAX_LOOKS = 80
/** Most looks at the locks of others, one after another: two minutes. */
const MAX_WAITING_LOOKS = 480
/** Timeouts of one request, and of the creation of the lock's index, which changes the cluster's state. */
const REQUEST_MS = 10_000
const CREATION_MS = 60_000

export type AliasLock = ReturnType<typeof hold>

/** Requests and the clock of a lock. */
export interface LockDeps {
  readonly request: RequestEngine
  readonly wait: (ms: number) => Promise<void>
  /** Calls a function at regular intervals; the function that it returns ends that. */
  readonly every: (ms: number, run: () => void) => () => void
  /** From 0 to below 1. */
  readonly random: () => number
}

interface Found {
  readonly holder: string
  readonly work: string
  /** The part of a query that makes a write depend on this version. */
  readonly condition: string
}

/**
 * Acquires the lock of an alias, and waits for it while others replace pages. Rejects with `AskError('locked')` while a
 * push runs.
 */
export async function acquireLock(alias: string, work: LockedWork, deps: LockDeps) {
  const path = `/${encodeURIComponent(`${alias}-lock`)}`
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' }
  const body = { settings: { index: settings }, mappings: { dynamic: false } }
  const creation = deps.request({ method: 'PUT', path, body, timeoutMs: CREATION_MS }, anyJson)
  await unlessRefused(creation, 'resource_already_exists_exception')
  const document = createLockDocument(`${path}/_doc/push`, { holder: String(deps.random()), work }, deps.request)
  let other = await document.read()
  let looks = 0
  for (let all = 0; all < MAX_WAITING_LOOKS; all += 1) {
    if (other === null || looks === MAX_LOOKS) {
      const own = await document.write(other?.condition ?? 'op_type=create')
      if (own !== null) return hold(document, own, deps)
    }
    await deps.wait(LOOK_MS)
    const found = await document.read()
    const isChanged = found?.condition !== other?.condition
    // A lock that its holder changes is held still.
    if (isChanged && found?.holder === other?.holder && found?.work !== 'page') break
    looks = isChanged ? 0 : looks + 1
    other = found
  }
  const others = other?.work === 'page' ? `Others are still replacing pages of ${alias}: try again` : null
  throw new AskError('locked', others ?? `Another push to ${alias} is running: wait for it`)
}

type LockDocument = ReturnType<typeof createLockDocument>

/** The lock document at `path`, as one process reads and writes it. */
function createLockDocument(path: string, own: Omit<Found, 'condition'>, request: RequestEngine) {
  function read(): Promise<Found | null> {
    return request({ method: 'GET', path, timeoutMs: REQUEST_MS, statuses: [404] }, (json, status) => {
      if (status === 404) return null
      const source = isObject(json) ? json['_source'] : undefined
      const { holder, work } = isObject(source) ? source : {}
      return { holder: String(holder), work: String(work), condition: conditionOf(json) }
    })
  }

  /** Writes it on a condition; null if another process was faster. */
  async function write(condition: string): Promise<Found | null> {
    const sent = { method: 'PUT', path: `${path}?${condition}`, body: own, timeoutMs: REQUEST_MS } as const
    const written = await unlessRefused(request(sent, conditionOf), 'version_conflict_engine_exception')
    if (written !== null) return { ...own, condition: written }
    // The document may be our own, written by a request whose reply was lost.
    const found = await read()
    return found?.holder === own.holder ? found : null
  }

  async function remove(condition: string): Promise<void> {
    await request({ method: 'DELETE', path: `${path}?${condition}`, timeoutMs: REQUEST_MS }, anyJson)
  }

  return { read, write, remove }
}

function hold({ write, remove }: LockDocument, created: Found, { every }: LockDeps) {
  let own: Found | null = created
  let released: Promise<void> | null = null
  let beating = Promise.resolve()

  /** Changes the lock after the write in progress: two at a time would conflict. */
  function beat(): Promise<void> {
    const next = beating.then(async () => {
      if (own !== null && released === null) own = await write(own.condition)
    })
    beating = next.catch(() => undefined)
    return next
  }

  // A write that fails for a reason other than a conflict is repeated at the next interval.
  const stop = every(BEAT_MS, () => void beat().catch(() => undefined))

  async function release(): Promise<void> {
    stop()
    await beating
    // If the deletion fails, the next process takes the abandoned lock over.
    if (own !== null) await remove(own.condition).catch((error: unknown) => {
      if (!(error instanceof EngineFailure)) throw error
    })
  }

  return {
    /** Rejects with `AskError('locked')` if another process has taken the lock over. */
    async assertHeld() {
      await beat()
      if (own === null) throw new AskError('locked', 'Another push has taken over; nothing more is written')
    },
    /** Releases the lock; safe to call twice. */
    release: () => (released ??= release()),
  }
}

function conditionOf(json: unknown): string {
  const { _seq_no: seqNo, _primary_term: primaryTerm } = isObject(json) ? json : {}
  if (typeof seqNo !== 'number' || typeof primaryTerm !== 'number') {
    throw new EngineFailure('reply', 'a reply has no version of a document')
  }
  return `if_seq_no=${seqNo}&if_primary_term=${primaryTerm}`
}
