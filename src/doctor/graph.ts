/** The graph file -> whether it is there, can be read, and is of the content that is served. */
import { EXTRACTIVE } from '../graph-builder/rules/extract.ts'
import type { Graph } from '../graph/graph.ts'
import { isGraphOf, sharedSections } from '../graph/ownership.ts'
import { type Check, checksOf } from './check.ts'
import { count } from '../base/count.ts'

/** The file, and what it should be of. */
export interface GraphFile {
  readonly path: string
  /** Null where there is no such file. */
  readonly graph: Graph | null
  /** Null where the content could not be read. */
  readonly content: { readonly hash: string; readonly ids: ReadonlySet<string> } | null
}

const { ok, warn, fail, skip } = checksOf('graph')

/** One finding: the worst. */
export function checkGraph({ path, graph, content }: GraphFile): Check {
  if (graph === null) {
    return warn(
      `There is no ${path}: \`ask serve\` makes one by rules at each start, a mounted service has no glossary`,
      'Run `ask kg build`, with LLM_API_KEY set for one that a model writes, and commit the file',
    )
  }
  const { builtBy, sections } = graph
  const size = count(sections.length, 'section')
  const found = `${path}: ${size}, ${builtBy === EXTRACTIVE ? 'made by rules' : `written by ${builtBy}`}`
  if (content === null) return skip(`${found}; not compared, since the content can't be read`)
  if (!isGraphOf(graph, content.ids)) {
    return warn(
      `${path} belongs to other content: ${sharedSections(graph, content.ids)} of its ${size} are here`,
      'Name the folder it was made from, or another file with `--kg-path`; `ask kg build` makes it anew',
    )
  }
  if (graph.contentHash === content.hash) return ok(`${found}, as new as the content`)
  return warn(`${found}, older than the content`, 'Run `ask kg build` and commit the file')
}

/** A file that is no graph of this version; `problem` says why. */
export function checkBrokenGraph(problem: string): Check {
  // What to do stands below, at more length.
  const message = problem.replace(/; (?:run `ask kg build`|update ask)$/, '')
  const isNewer = problem.endsWith('update ask')
  const why = isNewer ? 'A newer ask wrote it: update this one, or make' : 'All of it comes from the content: make'
  return fail(message, `${why} it anew with \`ask kg build\``)
}
