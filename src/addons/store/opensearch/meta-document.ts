/** The meta document of a generation: a push writes it, and a process that serves readers keeps it for a while. */
import { decodeMeta } from '../document.ts'
import { STORE_FORMAT, type StoreMeta } from '../store.ts'
import { EngineFailure } from './failure.ts'
import { META_ID } from './generations.ts'
import { decodeDocument } from './reply.ts'
import { type EngineRequest, type RequestDecoded, type RequestEngine, withDecoding } from './request.ts'

/** Timeout of a write, and of the read before it. */
const REQUEST_MS = 30_000
/** Timeout of a read by a process that serves readers. */
const READ_MS = 3_000
/** Age at which it is read again. */
const MAX_AGE_MS = 5_000

/** The meta document of the index at `path`. Rejects with `AskError('store')` for one of another format. */
export async function readMeta(path: string, request: RequestEngine): Promise<StoreMeta> {
  return withDecoding(request)(readOf(path, REQUEST_MS), metaOf)
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
      current = await request(readOf(path, READ_MS), metaOf)
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

  return async function readCached() {
    if (current !== null && now() - readAt < MAX_AGE_MS) return current
    reading ??= refresh()
    return reading
  }
}

/** Writes the meta document. */
export async function writeMeta(path: string, meta: StoreMeta, request: RequestEngine): Promise<void> {
  await request({ method: 'PUT', path: metaPath(path), body: { kind: 'meta', ...meta }, timeoutMs: REQUEST_MS })
}

function metaPath(path: string): string {
  const id = encodeURIComponent(META_ID)
  return `${path}/_doc/${id}?routing=${id}`
}

function readOf(path: string, timeoutMs: number): EngineRequest {
  return { method: 'GET', path: metaPath(path), timeoutMs, statuses: [404] }
}

/** The meta document in the reply to its read. */
function metaOf(json: unknown): StoreMeta {
  const source = decodeDocument(json)
  if (source === null) throw unusable('it has no meta document')
  const { format } = source
  if (format !== STORE_FORMAT) {
    throw unusable(`it has the format ${String(format)}, this version of ask reads ${STORE_FORMAT}`)
  }
  return decodeMeta(source, 'meta')
}

function unusable(reason: string): EngineFailure {
  return new EngineFailure('index', `${reason}: write it again with \`ask index push\``)
}
