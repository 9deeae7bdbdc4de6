/**
 * Requests to a search engine -> its state, limited to what a read-only user can see. The state -> findings: problems
 * that prevent search, and problems that degrade it.
 */
import { count, isObject } from '../../../core/base.ts'
import type { Connection } from '../../store/opensearch/address.ts'
import { countSections } from '../../store/opensearch/check.ts'
import { EngineFailure } from '../../store/opensearch/failure.ts'
import { readVersionedMeta } from '../../store/opensearch/meta-document.ts'
import { createRequestEngine, type RequestDeps, type RequestEngine } from '../../store/opensearch/request.ts'
import type { StoreMeta } from '../../store/store.ts'
import { type Check, checksOf } from './check.ts'

/** For a request to which a healthy engine replies at once. */
const PROBE_MS = 10_000

const { ok, warn, fail, skip } = checksOf('store')

/** A search engine and the index in it. */
interface StoreState {
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
  /**
   * The health as the engine reports it: `green`, `yellow` if copies are missing, `red` if sections are. Null if the
   * user has no permission to read it.
   */
  readonly health: { readonly status: string; readonly unassignedShards: number } | null
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

function healthOf(json: unknown): IndexState['health'] {
  if (!isObject(json) || typeof json['status'] !== 'string') return null
  const unassigned = json['unassigned_shards']
  return { status: json['status'], unassignedShards: typeof unassigned === 'number' ? unassigned : 0 }
}

/** The finding if no search engine is named. */
export function noStore(): Check {
  return skip('Not tested: no search engine is named (`--search-url`, ASK_SEARCH_URL)')
}

/** The finding about flags and variables that name no search engine. */
export function checkStoreOptions(problem: string): Check {
  return fail(problem, 'Correct the flag or the variable: `ask serve` does not start with it')
}

/** The findings about a store: its index, then what is wrong. */
export function checkStore({ alias, nodes, index }: StoreState): Check[] {
  const unreachable = nodes.flatMap((node) => checkNode(node, nodes.length))
  if (index === null) return unreachable
  if (index instanceof EngineFailure) return [...unreachable, fail(describe(index))]
  const { meta: { generation, counts: { sections } } } = index
  const version = nodes.find((node) => node.version !== null)?.version ?? 'the search engine'
  const summary = ok(`${alias} in ${version}: ${count(sections, 'section')}, generation ${generation}`)
  return [summary, ...unreachable, ...checkIndex(alias, index)]
}

function checkNode({ address, failure }: NodeState, nodes: number): Check[] {
  if (failure === null) return []
  const message = `${address}: ${describe(failure)}`
  const correct = 'correct the address (`--search-url`, ASK_SEARCH_URL)'
  const remedy = `Start the engine, or ${correct}; this machine must be allowed to reach it`
  return [nodes === 1 ? fail(message, remedy) : warn(message, remedy)]
}

function checkIndex(alias: string, { meta, sections, health }: IndexState): Check[] {
  const expected = meta.counts.sections
  const again = 'see `ask index check`, then write it again with `ask index push`'
  const lost = warn(
    `${alias} has ${count(sections, 'section')}, its meta document says ${expected}`,
    `Unless pages were replaced in the last seconds: ${again}`,
  )
  const old = warn('The graph is older than the content', 'Run `ask kg build`, then `ask index push`')
  return [
    ...(sections === expected ? [] : [lost]),
    ...(health === null ? [] : checkHealth(alias, health)),
    ...(meta.graphHash === meta.contentHash ? [] : [old]),
  ]
}

function checkHealth(alias: string, { status, unassignedShards }: NonNullable<IndexState['health']>): Check[] {
  const lost = `${count(unassignedShards, 'shard')} without a node`
  if (status === 'red') {
    return [fail(
      `The health of ${alias} is red: sections are missing from search, ${lost}`,
      'Restart the node that had them, or write the index again with `ask index push`',
    )]
  }
  if (status !== 'yellow') return []
  return [warn(
    `The health of ${alias} is yellow: ${lost}, so search may fail if a node is lost`,
    'Add a node, or push with `--replicas 0` if you need no copies',
  )]
}

function describe({ message, details }: EngineFailure): string {
  return `${message.replace(/\.$/, '')}: ${details}`
}
