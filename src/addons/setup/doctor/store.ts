/**
 * Requests to a search engine, limited to what a read-only user can see -> findings: the index, problems that prevent
 * search, and problems that degrade it.
 */
import { count, isObject } from '../../../core/base.ts'
import type { Connection } from '../../store/opensearch/address.ts'
import { countSections } from '../../store/opensearch/check.ts'
import { readMeta } from '../../store/opensearch/generations.ts'
import { EngineFailure } from '../../store/opensearch/reply.ts'
import { createRequestEngine, type RequestDeps, type RequestEngine } from '../../store/opensearch/request.ts'
import { type Check, checksOf } from './check.ts'

/** For a request to which a healthy engine replies at once. */
const PROBE_MS = 10_000

const { ok, warn, fail } = checksOf('store')

/** The findings about a store: its index, then what is wrong. */
export async function checkStore(connection: Connection, deps: RequestDeps): Promise<Check[]> {
  const { addresses, index: alias } = connection
  const requestTo = (some: readonly string[]) =>
    createRequestEngine({ ...connection, addresses: some, log: () => undefined }, deps)
  const replies = await Promise.all(addresses.map(async (address) => {
    const root = requestTo([address])({ method: 'GET', path: '/', timeoutMs: PROBE_MS }, versionOf)
    return { address, reply: await orFailure(root) }
  }))
  // A user of one index may have no permission to read the version: a status is a sign of life.
  const isGone = (reply: unknown) => reply instanceof EngineFailure && reply.status === null
  const reachable = replies.filter(({ reply }) => !isGone(reply)).map(({ address }) => address)
  const unreachable = replies.flatMap(({ address, reply }) => {
    if (!(reply instanceof EngineFailure) || !isGone(reply)) return []
    const message = `${address}: ${describe(reply)}`
    const correct = 'correct the address (`--search-url`, ASK_SEARCH_URL)'
    const remedy = `Start the engine, or ${correct}; this machine must be allowed to reach it`
    return [addresses.length === 1 ? fail(message, remedy) : warn(message, remedy)]
  })
  if (reachable.length === 0) return unreachable
  const versions = replies.flatMap(({ reply }) => (reply instanceof EngineFailure ? [] : (reply ?? [])))
  const engine = versions[0] ?? 'the search engine'
  const index = await orFailure(describeIndex(alias, engine, requestTo(reachable)))
  if (index instanceof EngineFailure) return [...unreachable, fail(describe(index))]
  const [summary, ...problems] = index
  return [...(summary === undefined ? [] : [summary]), ...unreachable, ...problems]
}

async function describeIndex(alias: string, engine: string, request: RequestEngine): Promise<Check[]> {
  const path = `/${encodeURIComponent(alias)}`
  const meta = await readMeta(path, request)
  const expected = meta.counts.sections
  const sections = await orFailure(countSections(path, request))
  const sent = { method: 'GET', path: `/_cluster/health${path}`, timeoutMs: PROBE_MS } as const
  const health = await orFailure(request(sent, (json) => checkHealth(alias, json)))
  const lost = sections instanceof EngineFailure ? fail(describe(sections)) : warn(
    `${alias} has ${count(sections, 'section')}, its meta document says ${expected}`,
    'Unless pages were replaced in the last seconds: see `ask index check`, then write it again with `ask index push`',
  )
  const old = warn('The graph is older than the content', 'Run `ask kg build`, then `ask index push`')
  return [
    ok(`${alias} in ${engine}: ${count(expected, 'section')}, generation ${meta.generation}`),
    ...(sections === expected ? [] : [lost]),
    // A user of one index may have no permission to read it.
    ...(health instanceof EngineFailure ? [] : health),
    ...(meta.graphHash === meta.contentHash ? [] : [old]),
  ]
}

async function orFailure<T>(work: Promise<T>): Promise<T | EngineFailure> {
  return work.catch((error: unknown) => {
    if (error instanceof EngineFailure) return error
    throw error
  })
}

/** `opensearch 2.19.5`; Elasticsearch names no distribution. Null for another reply. */
function versionOf(json: unknown): string | null {
  const version = isObject(json) ? json['version'] : null
  if (!isObject(version) || typeof version['number'] !== 'string') return null
  const { distribution } = version
  return `${typeof distribution === 'string' ? distribution : 'elasticsearch'} ${version['number']}`
}

/** The health as the engine reports it: `yellow` if copies are missing, `red` if sections are. */
function checkHealth(alias: string, json: unknown): Check[] {
  const { status, unassigned_shards: unassigned } = Object(json)
  const lost = `${count(typeof unassigned === 'number' ? unassigned : 0, 'shard')} without a node`
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
