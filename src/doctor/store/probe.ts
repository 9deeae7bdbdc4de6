/** Requests to a search engine -> its state, limited to what a read-only user can see. */
import { isObject } from '../../base/json.ts'
import type { Connection } from '../../store/opensearch/address.ts'
import { countSections } from '../../store/opensearch/check.ts'
import { EngineFailure } from '../../store/opensearch/failure.ts'
import { readVersionedMeta } from '../../store/opensearch/meta-document.ts'
import { createRequestEngine, type RequestDeps, type RequestEngine } from '../../store/opensearch/request.ts'
import type { StoreMeta } from '../../store/store.ts'

/** For a request to which a healthy engine replies at once. */
const PROBE_MS = 10_000

/** A search engine and the index in it. */
export interface StoreState {
  /** Alias of the index. */
  readonly alias: string
  readonly nodes: readonly NodeState[]
  /** Null if no node can be asked. */
  readonly index: IndexState | EngineFailure | null
}

/** One address of the engine. */
export interface NodeState {
  readonly address: string
  /** Null for a node that replies. */
  readonly failure: EngineFailure | null
  /** Name and version of the engine, such as `opensearch 2.19.5`; null if the user has no permission to read them. */
  readonly version: string | null
}

/** An index that can be read. */
export interface IndexState {
  readonly meta: StoreMeta
  readonly sections: number
  /** Null if the user has no permission to read it. */
  readonly health: Health | null
}

/** The health of an index, as its engine reports it. */
export interface Health {
  /** `green`, `yellow` if copies are missing, `red` if sections are. */
  readonly status: string
  readonly unassignedShards: number
}

/** The state of a store. */
export async function probeStore(connection: Connection, deps: RequestDeps): Promise<StoreState> {
  const { addresses, index: alias } = connection
  const requestTo = (some: readonly string[]) =>
    createRequestEngine({ ...connection, addresses: some, log: () => undefined }, deps)
  const nodes = await Promise.all(addresses.map((address) => probeNode(address, requestTo([address]))))
  const reachable = nodes.filter(({ failure }) => failure === null).map(({ address }) => address)
  const index = reachable.length === 0 ? null : await orFailure(readIndex(alias, requestTo(reachable)))
  return { alias, nodes, index }
}

async function probeNode(address: string, request: RequestEngine): Promise<NodeState> {
  const reply = await orFailure(request({ method: 'GET', path: '/', timeoutMs: PROBE_MS }))
  if (!(reply instanceof EngineFailure)) return { address, failure: null, version: versionOf(reply.json) }
  // A user of one index may have no permission to read the version.
  return { address, failure: reply.status === null ? reply : null, version: null }
}

async function readIndex(alias: string, request: RequestEngine): Promise<IndexState> {
  const path = `/${encodeURIComponent(alias)}`
  const { meta } = await readVersionedMeta(path, request)
  const sections = await countSections(path, request)
  const health = await orFailure(request({ method: 'GET', path: `/_cluster/health${path}`, timeoutMs: PROBE_MS }))
  return { meta, sections, health: health instanceof EngineFailure ? null : healthOf(health.json) }
}

async function orFailure<T>(work: Promise<T>): Promise<T | EngineFailure> {
  return work.catch((error: unknown) => {
    if (error instanceof EngineFailure) return error
    throw error
  })
}

/** Elasticsearch names no distribution. */
function versionOf(json: unknown): string | null {
  const version = isObject(json) ? json['version'] : null
  if (!isObject(version) || typeof version['number'] !== 'string') return null
  const { distribution } = version
  return `${typeof distribution === 'string' ? distribution : 'elasticsearch'} ${version['number']}`
}

function healthOf(json: unknown): Health | null {
  if (!isObject(json) || typeof json['status'] !== 'string') return null
  const unassigned = json['unassigned_shards']
  return { status: json['status'], unassignedShards: typeof unassigned === 'number' ? unassigned : 0 }
}
