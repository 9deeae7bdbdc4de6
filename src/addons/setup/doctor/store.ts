/**
 * Requests to a search engine, limited to what a read-only user can see -> findings: the index, problems that prevent
 * search, and problems that degrade it.
 */
import { count } from '../../../core/base.ts'
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
  const root = { method: 'GET', path: '/', timeoutMs: PROBE_MS } as const
  const probes = addresses.map((address) => orFailure(requestTo([address])(root, () => null)))
  const gone = (await Promise.all(probes)).flatMap((reply, at) => {
    // A user of one index may have no permission to read this: a status is a sign of life.
    return reply instanceof EngineFailure && reply.status === null ? { address: addresses[at] ?? '', reply } : []
  })
  const unreachable = gone.map(({ address, reply }) => {
    const correct = 'correct the address (`--search-url`, ASK_SEARCH_URL)'
    const remedy = `Start the engine, or ${correct}; this machine must be allowed to reach it`
    return (addresses.length === 1 ? fail : warn)(`${address}: ${describe(reply)}`, remedy)
  })
  const reachable = addresses.filter((address) => gone.every((one) => one.address !== address))
  if (reachable.length === 0) return unreachable
  const index = await orFailure(describeIndex(alias, requestTo(reachable)))
  if (index instanceof EngineFailure) return [...unreachable, fail(describe(index))]
  return [...index.slice(0, 1), ...unreachable, ...index.slice(1)]
}

/** The size of the index, then what is wrong with it. */
async function describeIndex(alias: string, request: RequestEngine): Promise<Check[]> {
  const path = `/${encodeURIComponent(alias)}`
  const meta = await readMeta(path, request)
  const expected = meta.counts.sections
  const sections = await orFailure(countSections(path, request))
  const lost = sections instanceof EngineFailure ? fail(describe(sections)) : warn(
    `${alias} has ${count(sections, 'section')}, its own record says ${expected}`,
    'Run this again in some seconds, if pages are being replaced; else write all of them again with `ask index push`',
  )
  const old = warn(`The graph in ${alias} is older than its content`, 'Run `ask kg build`, then `ask index push`')
  return [
    ok(`${alias}: ${count(expected, 'section')}, written by the push ${meta.generation}`),
    ...(sections === expected ? [] : [lost]),
    ...(meta.graphHash === meta.contentHash ? [] : [old]),
  ]
}

async function orFailure<T>(work: Promise<T>): Promise<T | EngineFailure> {
  return work.catch((error: unknown) => {
    if (error instanceof EngineFailure) return error
    throw error
  })
}

function describe({ message, details }: EngineFailure): string {
  return `${message.replace(/\.$/, '')}: ${details}`
}
