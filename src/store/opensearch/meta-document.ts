/** The meta document of a generation, read and written by its version. */
import { isObject } from '../../base/json.ts'
import { decodeMeta } from '../meta.ts'
import { STORE_FORMAT, type StoreMeta } from '../store.ts'
import { EngineFailure, unlessRefused } from './failure.ts'
import { versionOf, versionQuery } from './lock.ts'
import { META_ID } from './mapping.ts'
import { decoded } from './reply.ts'
import type { RequestEngine } from './request.ts'

const REQUEST_MS = 30_000

/** A meta document with the part of a query that makes a write depend on it. */
export interface VersionedMeta {
  readonly meta: StoreMeta
  readonly condition: string
}

/** The meta document of the index at `path`. Rejects with `AskError('store')` for one of another format. */
export async function readVersionedMeta(path: string, request: RequestEngine): Promise<VersionedMeta> {
  const { json } = await request({ method: 'GET', path: metaPath(path), timeoutMs: REQUEST_MS, statuses: [404] })
  const source = isObject(json) ? json['_source'] : undefined
  if (!isObject(source)) throw unusable('it has no meta document')
  if (source['format'] !== STORE_FORMAT) throw unusable('another version of ask wrote it')
  return { meta: decoded(() => decodeMeta(source, 'meta')), condition: versionQuery(versionOf(json)) }
}

/** Writes the meta document. False where it has changed since it was read. */
export async function writeMeta(path: string, meta: StoreMeta, condition: string | null, request: RequestEngine): Promise<boolean> {
  const query = condition === null ? '' : `&${condition}`
  const write = request({ method: 'PUT', path: metaPath(path) + query, body: { kind: 'meta', ...meta }, timeoutMs: REQUEST_MS })
  return (await unlessRefused(write, ['version_conflict_engine_exception'])) !== null
}

function metaPath(path: string): string {
  const id = encodeURIComponent(META_ID)
  return `${path}/_doc/${id}?routing=${id}`
}

function unusable(reason: string): EngineFailure {
  return new EngineFailure('The search index can\'t be used.', `${reason}: write it again with \`ask index push\``)
}
