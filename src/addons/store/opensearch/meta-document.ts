/** The meta document of a generation: writes depend on its version, and a process that serves readers caches it. */
import { decodeMeta } from '../document.ts'
import { STORE_FORMAT, type StoreMeta } from '../store.ts'
import { EngineFailure, unlessRefused } from './failure.ts'
import { versionOf, versionQuery } from './lock.ts'
import { META_ID } from './mapping.ts'
import { decodeDocument, decoded } from './reply.ts'
import type { RequestDecoded, RequestEngine } from './request.ts'

/** Timeout of a write, and of the read before it. */
const REQUEST_MS = 30_000
/** Timeout of a read by a process that serves readers. */
const READ_MS = 3_000
/** Age at which it is read again. */
const MAX_AGE_MS = 5_000

/** The meta document of the index at `path`. Rejects with `AskError('store')` for one of another format. */
export async function readVersionedMeta(path: string, request: RequestEngine) {
  const { json } = await request({ method: 'GET', path: metaPath(path), timeoutMs: REQUEST_MS, statuses: [404] })
  return { meta: metaOf(json), condition: versionQuery(versionOf(json)) }
}

/**
 * Reads the meta document of the index at `path` for a process. It is cached for five seconds, and for longer while the
 * engine is down.
 */
export function createMetaReader(path: string, request: RequestDecoded, now: () => number): () => Promise<StoreMeta> {
  let current: StoreMeta | null = null
  let readAt = -Infinity
  let reading: Promise<StoreMeta> | null = null

  async function refresh(): Promise<StoreMeta> {
    try {
      const sent = { method: 'GET', path: metaPath(path), timeoutMs: READ_MS, statuses: [404] } as const
      current = await request(sent, metaOf)
      return current
    } catch (error) {
      // An index of another format may cut texts into other words, so the cached document must not be used with it.
      if (error instanceof EngineFailure && error.kind === 'index') current = null
      if (current === null) throw error
      return current
    } finally {
      readAt = now()
      reading = null
    }
  }

  return async function readMeta() {
    if (current !== null && now() - readAt < MAX_AGE_MS) return current
    reading ??= refresh()
    return reading
  }
}

/** Writes the meta document. False where it has changed since it was read. */
export async function writeMeta(
  path: string,
  meta: StoreMeta,
  condition: string | null,
  request: RequestEngine,
): Promise<boolean> {
  const query = condition === null ? '' : `&${condition}`
  const body = { kind: 'meta', ...meta }
  const write = request({ method: 'PUT', path: metaPath(path) + query, body, timeoutMs: REQUEST_MS })
  return (await unlessRefused(write, ['version_conflict_engine_exception'])) !== null
}

function metaPath(path: string): string {
  const id = encodeURIComponent(META_ID)
  return `${path}/_doc/${id}?routing=${id}`
}

/** The meta document in the reply to its read. */
function metaOf(json: unknown): StoreMeta {
  const source = decodeDocument(json)
  if (source === null) throw unusable('it has no meta document')
  const { format } = source
  if (format !== STORE_FORMAT) {
    throw unusable(`it has the format ${String(format)}, this version of ask reads ${STORE_FORMAT}`)
  }
  return decoded(() => decodeMeta(source, 'meta'))
}

function unusable(reason: string): EngineFailure {
  return new EngineFailure('index', `${reason}: write it again with \`ask index push\``)
}
