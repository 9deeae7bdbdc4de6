/** The flags of a command -> the knowledge it reads: a store, a service, a graph file, or a folder of content. */
import { existsSync } from 'node:fs'
import { type Ask, createAsk, type MountOptions } from '../../core/ask.ts'
import { AskError } from '../../core/base/errors.ts'
import { createEndpointKnowledge } from '../../core/client/endpoint.ts'
import type { Chunk } from '../../core/content/chunk.ts'
import { extractGraph } from '../../core/graph-builder/rules/extract.ts'
import { isGraphOf } from '../../core/graph/addresses.ts'
import type { Graph } from '../../core/graph/graph.ts'
import type { Knowledge } from '../../core/graph/knowledge.ts'
import { nearestNames } from '../../core/graph/names.ts'
import { withQueries } from '../../core/graph/queries.ts'
import { createStandaloneKnowledge } from '../../core/graph/standalone.ts'
import { findGraph, readGraph } from '../../core/node/graph/graph-file.ts'
import { type Arguments, assertOneSource, readsStore } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import { loadAddon } from '../package-copy.ts'
import type { Io } from '../terminal/io.ts'
import { describeGraph } from '../terminal/printer.ts'
import { type Content, defaultFolder, placeName, readWithNotice } from './content.ts'

/** Similar names in the error for an unknown one. */
const MAX_SIMILAR = 3

/** Opens the source that the flags name, else the default graph file, else the default folder. */
export async function openKnowledge(args: Arguments, io: Io): Promise<Knowledge> {
  assertOneSource(args)
  if (readsStore(args, io)) return (await openStore(args, io)).service
  const endpoint = args.text(FLAGS.endpoint)
  if (endpoint !== null) return createEndpointKnowledge(endpoint, { fetch: io.fetch })
  const folder = await folderToRead(args, io)
  if (folder === null) return createStandaloneKnowledge(await readGraph(args.text(FLAGS.kgPath)))
  return (await openContent(folder, args, io)).service
}

/** The folder at `--content`; without one null for the graph file, or the default folder if that file is missing. */
export async function folderToRead(args: Arguments, io: Io): Promise<string | null> {
  const [folder, path] = [args.text(FLAGS.content), args.text(FLAGS.kgPath)]
  if (folder !== null || args.has(FLAGS.kgPath) || existsSync(path)) return folder
  const found = await defaultFolder()
  const ways = '--content names another, --endpoint a service'
  io.stderr.write(`Reading ${placeName(found)}, because there is no ${path} (\`ask kg build\` creates it); ${ways}\n`)
  return found
}

/** Opens the store that the flags name as a service, mounted with options or for one command. */
export async function openStore(args: Arguments, io: Io, mount: MountOptions | null = null): Promise<Ask> {
  const store = await loadAddon(() => import('../addons/store/open-store.ts'))
  return store.openStore(args, io, mount)
}

/** Reads a folder as a service, with a graph that rules build from it. */
export async function openContent(folder: string, args: Arguments, io: Io): Promise<Ask> {
  const content = await readWithNotice(folder, args, io)
  return createAsk({ content: () => expandChunks(content, args), makeGraph: () => extractGraph(content.site.pages) })
}

/** The error for an unknown name: what is missing (`problem`), the most similar names, and how to list all (`list`). */
export function unknownName(problem: string, name: string, names: Iterable<string>, list: string): AskError {
  const near = nearestNames(name, names).slice(0, MAX_SIMILAR)
  const similar = near.length === 0 ? '' : `; similar: ${near.join(', ')}`
  return new AskError('not-found', `${problem} "${name}"${similar} (${list})`)
}

/** The graph of the file at `--kg-path`; null where the default file is missing. */
export function readGraphFile(args: Arguments): Promise<Graph | null> {
  return (args.has(FLAGS.kgPath) ? readGraph : findGraph)(args.text(FLAGS.kgPath))
}

/**
 * The graph of the file at `--kg-path` if it belongs to this content, null for one that rules build from it; and its
 * origin, for people. `graph` is null if there is no file.
 */
export async function chooseGraph(
  graph: Graph | null,
  { chunks, hash }: Pick<Content, 'chunks' | 'hash'>,
  args: Arguments,
): Promise<{ readonly graph: Graph | null; readonly state: string }> {
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
export async function expandChunks(content: Content, args: Arguments): Promise<readonly Chunk[]> {
  const reading = readGraphFile(args)
  const file = await (args.has(FLAGS.kgPath) ? reading : reading.catch(() => null))
  const { graph } = await chooseGraph(file, content, args)
  return graph === null ? content.chunks : withQueries(content.chunks, graph, await content.hash())
}
