/** The graph file -> a finding: missing, of different content, older than the content, or fine. */
import { count } from '../base/count.ts'
import { EXTRACTIVE } from '../graph-builder/rules/extract.ts'
import { type Addresses, firstMoved, isGraphOf, sharedSections } from '../graph/addresses.ts'
import type { Graph } from '../graph/graph.ts'
import { type Check, checksOf } from './check.ts'

/** The graph file, and the content that it should belong to. */
export interface GraphFile {
  readonly path: string
  /** Null if there is no such file. */
  readonly graph: Graph | null
  /** Null if the content could not be read. */
  readonly content: { readonly hash: string; readonly addresses: Addresses } | null
}

const { ok, warn, fail, skip } = checksOf('graph')

/** Checks the graph: one finding, the worst. */
export function checkGraph({ path, graph, content }: GraphFile): Check {
  if (graph === null) {
    return warn(
      `There is no ${path}: \`ask serve\` builds a graph by rules at each start, a mounted service has no glossary`,
      'Run `ask kg build` and commit the file; if LLM_API_KEY is set, a model writes it',
    )
  }
  const { builtBy, sections } = graph
  const size = count(sections.length, 'section')
  const description = `${path}: ${size}, built by ${builtBy === EXTRACTIVE ? 'rules' : builtBy}`
  if (content === null) return skip(`${description}; not compared: the content can't be read`)
  const ids = new Set(content.addresses.keys())
  if (!isGraphOf(graph, ids)) {
    return warn(
      `${path} belongs to different content: only ${sharedSections(graph, ids)} of its ${size} are here`,
      'Give the folder it was built from, or another file with `--kg-path`, or run `ask kg build`',
    )
  }
  const moved = firstMoved(graph, content.addresses)
  if (moved !== null) {
    return warn(
      `${description}, with other addresses than the content: ${moved.inGraph} instead of ${moved.inContent}`,
      'Run `ask kg build` with the `--base` of the site, as here, and commit the file',
    )
  }
  if (graph.contentHash === content.hash) return ok(`${description}, up to date`)
  return warn(`${description}, older than the content`, 'Run `ask kg build` and commit the file')
}

/** The finding about a file that is not a graph of this version; `problem` says why. */
export function checkBrokenGraph(problem: string): Check {
  // The remedy says it at more length.
  const message = problem.replace(/; (?:run `ask kg build`|update ask)$/, '')
  const isNewer = problem.endsWith('update ask')
  const remedy = isNewer ? 'A newer ask wrote it: update ask, or build it' : 'Nothing is lost: build it'
  return fail(message, `${remedy} again with \`ask kg build\``)
}
