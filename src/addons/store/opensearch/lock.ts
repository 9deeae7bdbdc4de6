/**
 * The lock of a push: a document that one process creates and keeps changing. Clocks of machines differ, so nobody
 * compares times: another process looks for a change. A lock that does not change for `MAX_LOOKS` looks is abandoned.
 * The engine's sequence numbers make creation, takeover and release atomic. The document names its holder, so that the
 * holder recognizes its own lock if the reply to a write was lost.
 */
import { AskError, isObject } from '../../../core/base.ts'
import { EngineFailure, unlessRefused } from './failure.ts'
import type { RequestEngine } from './request.ts'

/** Time between two changes of a lock that is held. */
const BEAT_MS = 3_000
/** Time between two looks at a lock, and looks without a change after which it is abandoned: 20 seconds. */
const LOOK_MS = 2_000
const MAX_LOOKS = 10
/** Most attempts to create a lock while others create and release it. */
const MAX_ATTEMPTS = 5
/** Timeouts of one request, and of the creation of the lock's index, which changes the cluster's state. */
const REQUEST_MS = 10_000
const CREATION_MS = 60_000
const CONFLICT = ['version_conflict_engine_exception']
const ALREADY_THERE = ['resource_already_exists_exception']
const NO_INDEX = ['index_not_found_exception']

/** A lock that is held. */
export interface PushLock {
  /** Rejects with `AskError('locked')` if another push has taken the lock over. */
  readonly assertHeld: () => Promise<void>
  /** Releases the lock; safe to call twice. */
  readonly release: () => Promise<void>
}

/** Requests and the clock of a lock. */
export interface LockDeps {
  readonly request: RequestEngine
  readonly wait: (ms: number) => Promise<void>
  /** Calls a function at regular intervals; the function that it returns ends that. */
  readonly every: (ms: number, run: () => void) => () => void
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The version of a document. */
interface Version {
  readonly seqNo: number
  readonly primaryTerm: number
}

/** Acquires the lock of an alias. Rejects with `AskError('locked')` while another push runs. */
export async function acquireLock(alias: string, deps: LockDeps): Promise<PushLock> {
  const index = lockIndex(alias)
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' }
  const body = { settings: { index: settings }, mappings: { dynamic: false } }
  const creation = deps.request({ method: 'PUT', path: `/${encodeURIComponent(index)}`, body, timeoutMs: CREATION_MS })
  await unlessRefused(creation, ALREADY_THERE)
  const own = { path: lockPath(alias), holder: String(deps.random()) }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const created = await write(own, 'op_type=create', deps)
    if (created !== null) return hold(own, created, deps)
    const abandoned = await waitForHolder(alias, deps)
    if (abandoned === null) continue
    const taken = await write(own, versionQuery(abandoned), deps)
    if (taken !== null) return hold(own, taken, deps)
  }
  throw held(alias)
}

/** Rejects with `AskError('locked')` while a push runs; removes an abandoned lock. */
export async function assertUnlocked(alias: string, deps: LockDeps): Promise<void> {
  const abandoned = await waitForHolder(alias, deps)
  if (abandoned === null) return
  const path = `${lockPath(alias)}?${versionQuery(abandoned)}`
  const deletion = deps.request({ method: 'DELETE', path, timeoutMs: REQUEST_MS })
  if ((await unlessRefused(deletion, CONFLICT)) === null) throw held(alias)
}

/** The version of an abandoned lock; null where there is no lock. Rejects with `AskError('locked')` for a held one. */
async function waitForHolder(alias: string, deps: LockDeps): Promise<Version | null> {
  const path = lockPath(alias)
  const first = await readLock(path, deps)
  if (first === null) return null
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await deps.wait(LOOK_MS)
    const next = await readLock(path, deps)
    if (next === null) return null
    if (versionQuery(next.version) !== versionQuery(first.version)) throw held(alias)
  }
  return first.version
}

/** The lock document of one push. */
interface OwnLock {
  readonly path: string
  readonly holder: string
}

function hold(own: OwnLock, created: Version, deps: LockDeps): PushLock {
  let version: Version | null = created
  let released: Promise<void> | null = null
  let beating = Promise.resolve()

  async function beat(): Promise<void> {
    if (version === null || released !== null) return
    version = await write(own, versionQuery(version), deps)
  }

  /** Writes the lock after the write in progress: two at a time would conflict. */
  function queueBeat(): Promise<void> {
    const next = beating.then(beat)
    beating = next.catch(() => undefined)
    return next
  }

  // A write that fails for a reason other than a conflict is repeated at the next interval.
  const stop = deps.every(BEAT_MS, () => void queueBeat().catch(() => undefined))

  async function release(): Promise<void> {
    stop()
    await beating
    if (version === null) return
    const request = { method: 'DELETE', path: `${own.path}?${versionQuery(version)}`, timeoutMs: REQUEST_MS } as const
    // If the deletion fails, the next push takes the abandoned lock over.
    await deps.request(request).catch((error: unknown) => {
      if (!(error instanceof EngineFailure)) throw error
    })
  }

  return {
    async assertHeld() {
      await queueBeat()
      if (version === null) throw new AskError('locked', 'Another push has taken over; nothing more is written')
    },
    release: () => (released ??= release()),
  }
}

/** The version after a write; null if another push has written the document. */
async function write({ path, holder }: OwnLock, condition: string, deps: LockDeps): Promise<Version | null> {
  const request = { method: 'PUT', path: `${path}?${condition}`, body: { holder }, timeoutMs: REQUEST_MS } as const
  const reply = await unlessRefused(deps.request(request), CONFLICT)
  if (reply !== null) return versionOf(reply.json)
  // The document may be our own, written by a request whose reply was lost.
  const current = await readLock(path, deps)
  return current?.holder === holder ? current.version : null
}

async function readLock(path: string, { request }: LockDeps) {
  const reply = await unlessRefused(request({ method: 'GET', path, timeoutMs: REQUEST_MS, statuses: [404] }), NO_INDEX)
  if (reply === null || reply.status === 404) return null
  const source = isObject(reply.json) ? reply.json['_source'] : undefined
  const holder = isObject(source) ? source['holder'] : undefined
  return { version: versionOf(reply.json), holder: typeof holder === 'string' ? holder : '' }
}

function lockIndex(alias: string): string {
  return `${alias}-lock`
}

function lockPath(alias: string): string {
  return `/${encodeURIComponent(lockIndex(alias))}/_doc/push`
}

/** The version of a document in the reply to its read or write. */
export function versionOf(json: unknown): Version {
  const { _seq_no: seqNo, _primary_term: primaryTerm } = isObject(json) ? json : {}
  if (typeof seqNo === 'number' && typeof primaryTerm === 'number') return { seqNo, primaryTerm }
  throw new EngineFailure('reply', 'a reply has no version of a document')
}

/** The part of a query that makes a write depend on a version. */
export function versionQuery({ seqNo, primaryTerm }: Version): string {
  return `if_seq_no=${seqNo}&if_primary_term=${primaryTerm}`
}

function held(alias: string): AskError {
  return new AskError('locked', `Another push to ${alias} is running: wait for it`)
}
