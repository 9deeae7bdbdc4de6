/** A folder of content and a model's key -> what answers questions in this process. */
import { createAsk } from '../../ask.ts'
import type { Chunk } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import { AskError } from '../../base/errors.ts'
import type { Graph } from '../../graph/graph.ts'
import { readModelOptions, readTraceOptions } from '../../environment.ts'
import { findGraph, readGraph } from '../../node/graph/graph-file.ts'
import type { AnswerSource } from './answer-source.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { readContent } from './content.ts'
import { DEFAULT_GRAPH_PATH } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { safeLine } from '../terminal/sanitize.ts'

const NO_MODEL = 'Nothing can answer: set LLM_API_KEY to the key of a model, or name a deployed service with --endpoint'

/** Throws an `AskError` without a key, before the folder is read. */
export async function openAnswerFolder(args: Arguments, io: Io): Promise<AnswerSource> {
  const model = readModelOptions(io.env)
  if (model.apiKey === undefined) throw new AskError('no-model', NO_MODEL)
  const { site, chunks } = await readContent(args.text('content'), args)
  const { answer, flush } = createAsk({
    model,
    trace: readTraceOptions(io.env),
    fetch: io.fetch,
    content: async () => chunks,
    graph: () => graphOf(chunks, args.text('kg-path')),
    makeGraph: () => extractGraph(site.pages),
    log: (line) => io.stderr.write(`${safeLine(line)}\n`),
  })
  if (answer === null) throw new AskError('no-model', NO_MODEL)
  return {
    base: null,
    ask: async (question, signal) => ({ type: 'events', events: answer(question, { signal }) }),
    close: flush,
  }
}

/** The graph file where it is of this very content; one that is named is taken as it is. */
async function graphOf(chunks: readonly Chunk[], named: string | null): Promise<Graph | null> {
  if (named !== null) return readGraph(named)
  const graph = await findGraph(DEFAULT_GRAPH_PATH)
  return graph?.contentHash === (await contentHash(chunks)) ? graph : null
}
