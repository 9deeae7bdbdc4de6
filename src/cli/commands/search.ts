/** `ask search`: the sections that match a few words. */
import { AskError } from '../../base/errors.ts'
import { tableRows } from '../../content/structure/table-rows.ts'
import { searchableNodes } from '../../graph/read.ts'
import { readGraph } from '../../node/graph/graph-file.ts'
import { buildIndex } from '../../search/build/build.ts'
import { explain } from '../../search/rank/explain.ts'
import { createSearcher, type Findable } from '../../search/searcher.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { FILTER_FLAGS, FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { readContent } from '../source/content.ts'
import { filterNeeds } from '../source/filter.ts'
import { openKnowledge } from '../source/knowledge.ts'
import { readsStore } from '../source/store/reads-store.ts'
import { formatExplanation } from '../terminal/explanation.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'

/** The command `ask search`. */
export const searchCommand: Command = {
  name: 'search',
  usage: '<query>',
  positionals: [1, Infinity],
  summary: 'Find sections by keywords',
  details: `${SOURCE_DETAILS}
A graph file has summaries and exact values, but not the whole text: the others find more.`,
  flags: [...SOURCE_FLAGS, ...FILTER_FLAGS, FLAGS.maxResults, FLAGS.explain, FLAGS.json],
  example: `$ ask search --content ./docs --max-results 1 trailing slash
Guides · Routing › Trailing slashes
  guides/routing#trailing-slashes
  The option trailingSlash sets whether an address ends in a slash. …`,
  async run(args, io) {
    if (args.has(FLAGS.explain)) return explainSearch(args, io)
    const knowledge = await openKnowledge(args, io)
    const query = args.positionals.join(' ')
    const limit = args.number(FLAGS.maxResults)
    const needs = filterNeeds(args)
    if (args.has(FLAGS.json)) {
      io.stdout.write(formatJson({ query, results: (await knowledge.search(query, limit, needs)).results }))
      return 0
    }
    const { results } = await knowledge.search(query, limit, { ...needs, ids: false })
    if (results.length > 0) createPrinter(io.stdout, io.env).results(results, args.text(FLAGS.endpoint))
    else reportNothing(query, io)
    return 0
  },
}

/** Prints the same results, each with its score explained. The sections must be local: a service gives no scores. */
async function explainSearch(args: Arguments, io: Io): Promise<number> {
  if (args.has(FLAGS.endpoint) || readsStore(args, io)) {
    throw new AskError('usage', '--explain only works with --content or --kg-path')
  }
  const chunks = await readSearchable(args)
  const index = buildIndex(chunks)
  const searcher = createSearcher(chunks, { index, rowsOf: tableRows })
  const query = args.positionals.join(' ')
  const results = searcher.search(query, { limit: args.number(FLAGS.maxResults), ...filterNeeds(args) })
  const explained = results.map((result) => ({ ...result, explanation: explain(index, query, result.id) }))
  if (args.has(FLAGS.json)) {
    io.stdout.write(formatJson({ query, results: explained }))
    return 0
  }
  const printer = createPrinter(io.stdout, io.env)
  explained.forEach(({ explanation, ...result }, i) => {
    if (i > 0) printer.line('')
    printer.results([result])
    for (const line of explanation === null ? [] : formatExplanation(explanation)) printer.prose(line, 2)
  })
  if (results.length === 0) reportNothing(query, io)
  return 0
}

async function readSearchable(args: Arguments): Promise<readonly Findable[]> {
  const content = args.text(FLAGS.content)
  if (content !== null) return (await readContent(content, args)).chunks
  return searchableNodes(await readGraph(args.text(FLAGS.kgPath)))
}

function reportNothing(query: string, { stderr }: Io): void {
  stderr.write(`Nothing found for "${sanitizeLine(query)}"\n`)
}
