/** A graph file and content -> the graph that is served. */
import type { Chunk } from '../../core/content/chunk.ts'
import { contentHash } from '../../core/content/hash.ts'
import { isGraphOf } from '../../core/graph/addresses.ts'
import type { Graph } from '../../core/graph/graph.ts'
import { withQueries } from '../../core/graph/queries.ts'
import { findGraph, readGraph } from '../../core/node/graph/graph-file.ts'
import { once } from '../../core/service.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import { describeGraph } from '../terminal/stats.ts'

/** The graph of a served site. */
interface ChosenGraph {
  /** Null for a graph that rules build from the content. */
  readonly graph: Graph | null
  /** Its origin, for people. */
  readonly state: string
}

/** The content beside which a graph is served. */
interface HashedContent {
  readonly chunks: readonly Chunk[]
  /** Hash of the chunks. */
  readonly hash: () => Promise<string>
}

/** The graph of the file at `--kg-path`, if it belongs to this content; `graph` is null if there is no file. */
export async function chooseGraph(
  graph: Graph | null,
  { chunks, hash }: HashedContent,
  args: Arguments,
): Promise<ChosenGraph> {
  const path = args.text(FLAGS.kgPath)
  if (graph === null) {
    return { graph, state: `built in memory by rules: there is no ${path} (\`ask kg build\` creates it)` }
  }
  // The default file belongs to the project in the current folder, which may not be the content that is served.
  if (!args.has(FLAGS.kgPath) && !isGraphOf(graph, new Set(chunks.map(({ id }) => id)))) {
    return { graph: null, state: `built in memory by rules: ${path} belongs to different content` }
  }
  return { graph, state: `${path}, ${describeGraph(graph, graph.contentHash !== (await hash()))}` }
}

/**
 * The sections with their queries of the graph file, if it belongs to this content. The default file may be missing or
 * broken: search works without it.
 */
export async function expandChunks(chunks: readonly Chunk[], args: Arguments): Promise<readonly Chunk[]> {
  const hash = once(() => contentHash(chunks))
  const path = args.text(FLAGS.kgPath)
  const file = args.has(FLAGS.kgPath) ? await readGraph(path) : await findGraph(path).catch(() => null)
  const { graph } = await chooseGraph(file, { chunks, hash }, args)
  return graph === null ? chunks : withQueries(chunks, graph, await hash())
}
