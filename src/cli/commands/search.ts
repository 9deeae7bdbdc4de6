/** `ask search`: sections for a few words. */
import { AskError } from '../../base/errors.ts'
import { searchableNodes } from '../../graph/searchable.ts'
import { readGraph } from '../../node/files/graph-file.ts'
import { buildIndex } from '../../search/build/build.ts'
import { explain } from '../../search/rank/explain.ts'
import { type Findable, createSearcher } from '../../search/searcher.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { readContent } from '../source/content.ts'
import { explanationLines } from '../terminal/explanation.ts'
import { DEFAULT_GRAPH_PATH, JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

const DEFAULT_RESULTS = 8
const MAX_RESULTS = 50

export const searchCommand: Command = {
  name: 'search',
  takes: '<query>',
  words: [1, Infinity],
  summary: 'Find sections by keywords',
  flags: [
    ...SOURCE_FLAGS,
    {
      name: 'max-results',
      value: 'N',
      range: [1, MAX_RESULTS],
      help: `Sections to show, 1 to ${MAX_RESULTS} (default ${DEFAULT_RESULTS})`,
    },
    { name: 'explain', value: null, help: 'Show what gave each section its score' },
    JSON_FLAG,
  ],
  example: `$ ask search --content ./docs --max-results 1 trailing slash
Guides · Routing › Trailing slashes
  guides/routing#trailing-slashes
  Whether a route answers with a slash at its end …`,
  async run(args, io) {
    if (args.has('explain')) return explainSearch(args, io)
    const knowledge = await openKnowledge(args, io)
    const query = args.words.join(' ')
    const { results } = await knowledge.search(query, args.number('max-results') ?? DEFAULT_RESULTS)
    if (args.has('json')) io.stdout.write(safeJson({ query, results }))
    else if (results.length > 0) createPrinter(io.stdout, io.env).results(results)
    else sayNothingFound(query, io)
    return 0
  },
}

/** The same results, each with what gave it its score. A service doesn't tell, so the sections must be at hand. */
async function explainSearch(args: Arguments, io: Io): Promise<number> {
  if (args.has('endpoint')) throw new AskError('usage', '--explain goes with --content or --kg-path: a service does not tell its scores')
  const chunks = await readSearchable(args)
  const index = buildIndex(chunks)
  const searcher = createSearcher(chunks, { index })
  const query = args.words.join(' ')
  const results = searcher.search(query, { limit: args.number('max-results') ?? DEFAULT_RESULTS })
  const explained = results.map((result) => ({ ...result, explanation: explain(index, query, result.id) }))
  if (args.has('json')) {
    io.stdout.write(safeJson({ query, results: explained }))
    return 0
  }
  const printer = createPrinter(io.stdout, io.env)
  explained.forEach(({ explanation, ...result }, i) => {
    if (i > 0) printer.line('')
    printer.results([result])
    for (const line of explanation === null ? [] : explanationLines(explanation)) printer.line(`  ${line}`)
  })
  if (results.length === 0) sayNothingFound(query, io)
  return 0
}

async function readSearchable(args: Arguments): Promise<readonly Findable[]> {
  const content = args.text('content')
  if (content !== null) return (await readContent(content, args)).chunks
  return searchableNodes(await readGraph(args.text('kg-path') ?? DEFAULT_GRAPH_PATH))
}

function sayNothingFound(query: string, { stderr }: Io): void {
  stderr.write(`Nothing found for "${safeLine(query)}"\n`)
}
