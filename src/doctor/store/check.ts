/** The state of a search engine -> findings: problems that prevent search, and problems that degrade it. */
import { count } from '../../base/count.ts'
import { EngineFailure } from '../../store/opensearch/failure.ts'
import { type Check, checksOf } from '../check.ts'
import type { IndexState, NodeState, StoreState } from './probe.ts'

const { ok, warn, fail, skip } = checksOf('store')

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
  const remedy =
    'Start the engine, or correct the address (`--search-url`, ASK_SEARCH_URL); this machine must be allowed to reach it'
  return [nodes === 1 ? fail(message, remedy) : warn(message, remedy)]
}

function checkIndex(alias: string, { meta, sections, health }: IndexState): Check[] {
  const checks: Check[] = []
  const lost = `${count(health?.unassignedShards ?? 0, 'shard')} without a node`
  if (sections !== meta.counts.sections) {
    const remedy = 'see `ask index check`, then write it again with `ask index push`'
    checks.push(warn(
      `${alias} has ${count(sections, 'section')}, its meta document says ${meta.counts.sections}`,
      `Unless pages were replaced in the last seconds: ${remedy}`,
    ))
  }
  if (health?.status === 'red') {
    checks.push(fail(
      `The health of ${alias} is red: sections are missing from search, ${lost}`,
      'Restart the node that had them, or write the index again with `ask index push`',
    ))
  }
  if (health?.status === 'yellow') {
    checks.push(warn(
      `The health of ${alias} is yellow: ${lost}, so search may fail if a node is lost`,
      'Add a node, or push with `--replicas 0` if you need no copies',
    ))
  }
  if (meta.graphHash !== meta.contentHash) {
    checks.push(warn('The graph is older than the content', 'Run `ask kg build`, then `ask index push`'))
  }
  return checks
}

function describe({ message, details }: EngineFailure): string {
  return `${message.replace(/\.$/, '')}: ${details}`
}
