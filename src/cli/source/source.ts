/**
 * The flags of a command -> the knowledge it reads: a deployed service, a
 * graph file, or a folder of content with a graph made from it on the spot.
 */
import { createAsk } from '../../ask.ts'
import { createEndpointKnowledge } from '../../client/endpoint.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import { AskError } from '../../base/errors.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { createStandaloneKnowledge } from '../../graph/standalone.ts'
import { readGraph } from '../../node/graph/graph-file.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { readContent } from './content.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'

const SOURCES = ['endpoint', 'kg-path', 'content']

/** Without a flag the default graph file is read. */
export async function openKnowledge(args: Arguments, { fetch }: Io): Promise<Knowledge> {
  const [source, ...more] = SOURCES.filter((flag) => args.has(flag))
  if (more.length > 0) throw new AskError('usage', `--${source} and --${more[0]} name two sources: give one`)
  const misplaced = source === 'content' ? undefined : CONTENT_FLAGS.find(({ name }) => args.has(name))
  if (misplaced !== undefined) throw new AskError('usage', `--${misplaced.name} goes with --content only`)
  if (source === 'endpoint') return createEndpointKnowledge(args.text('endpoint')!, { fetch })
  if (source === 'content') return knowledgeOfContent(args)
  return createStandaloneKnowledge(await readNamedGraph(args))
}

async function readNamedGraph(args: Arguments): Promise<Graph> {
  const path = args.text('kg-path')
  if (path !== null) return readGraph(path)
  return readGraph(DEFAULT_GRAPH_PATH).catch((cause: unknown) => {
    if (!(cause instanceof AskError) || cause.code !== 'graph-missing') throw cause
    const ways = 'name a folder with --content, a service with --endpoint, or run `ask kg build`'
    throw new AskError('graph-missing', `No graph at ${DEFAULT_GRAPH_PATH}: ${ways}`, { cause })
  })
}

async function knowledgeOfContent(args: Arguments): Promise<Knowledge> {
  const { site, chunks } = await readContent(args.text('content'), args)
  return createAsk({ content: async () => chunks, makeGraph: () => extractGraph(site.pages) }).service
}
