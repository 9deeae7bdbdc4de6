/** `ask search`: the sections that match a few words. */
import { count } from '../../core/base/text.ts'
import { AskError } from '../../core/base/errors.ts'
import { tableRows } from '../../core/content/structure/encoding.ts'
import { searchableNodes } from '../../core/graph/read.ts'
import { readGraph } from '../../core/node/graph/graph-file.ts'
import { buildIndex } from '../../core/search/build/build.ts'
import { explain, type Explanation, type WordExplanation } from '../../core/search/rank/explain.ts'
import { createSearcher } from '../../core/search/searcher.ts'
import type { Findable } from '../../core/search/show/view.ts'
import { type Arguments, assertOneSource, type Command, filterNeeds, readsStore } from '../command-line/arguments.ts'
import { FILTER_FLAGS, FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { expandChunks, folderToRead, openKnowledge } from '../source/knowledge.ts'
import { readWithNotice } from '../source/content.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'

/** Least part of a score that is not shown as 0. */
const LEAST_PART = 0.005

export const searchCommand: Command = {
  usage: '<query>',
  positionals: [1, Infinity],
  summary: 'Find sections by keywords',
  details: `${SOURCE_DETAILS}
A graph file has summaries and exact values, but not the whole text: the others find more. With --content,
queries of readers in the default graph file (\`ask kg queries\`) count, if it is of this content.`,
  flags: [...SOURCE_FLAGS, ...FILTER_FLAGS, FLAGS.maxResults, FLAGS.explain, FLAGS.json],
  example: 'ask search --content ./docs --max-results 1 trailing slash',
  async run(args, io) {
    if (args.has(FLAGS.explain)) return explainSearch(args, io)
    const knowledge = await openKnowledge(args, io)
    const query = args.positionals.join(' ')
    const limit = args.number(FLAGS.maxResults)
    const needs = filterNeeds(args)
    if (args.has(FLAGS.json)) {
      io.stdout.write(formatJson({ query, results: (await knowledge.search(query, limit, needs)).results }))
      return
    }
    const { results } = await knowledge.search(query, limit, { ...needs, ids: false })
    if (results.length > 0) createPrinter(io.stdout, io.env).results(results, args.text(FLAGS.endpoint))
    else reportNothing(query, args, io)
  },
}

/** Prints the same results, each with its score explained. The sections must be local: a service gives no scores. */
async function explainSearch(args: Arguments, io: Io): Promise<void> {
  assertOneSource(args)
  if (args.has(FLAGS.endpoint) || readsStore(args, io)) {
    throw new AskError('usage', '--explain only works with --content or --kg-path')
  }
  const chunks = await readSearchable(args, io)
  const index = buildIndex(chunks)
  const searcher = createSearcher(chunks, { index, rowsOf: tableRows })
  const query = args.positionals.join(' ')
  const results = searcher.search(query, { limit: args.number(FLAGS.maxResults), ...filterNeeds(args) })
  const explained = results.map((result) => ({ ...result, explanation: explain(index, query, result.id) }))
  if (args.has(FLAGS.json)) {
    io.stdout.write(formatJson({ query, results: explained }))
    return
  }
  const printer = createPrinter(io.stdout, io.env)
  explained.forEach(({ explanation, ...result }, i) => {
    if (i > 0) printer.line('')
    printer.results([result])
    for (const line of explanation === null ? [] : formatExplanation(explanation)) printer.prose(line, 2)
  })
  if (results.length === 0) reportNothing(query, args, io)
}

async function readSearchable(args: Arguments, io: Io): Promise<readonly Findable[]> {
  const folder = await folderToRead(args, io)
  if (folder !== null) return expandChunks(await readWithNotice(folder, args, io), args)
  return searchableNodes(await readGraph(args.text(FLAGS.kgPath)))
}

/** Says which filters the search kept to: another may find it. */
function reportNothing(query: string, args: Arguments, { stderr }: Io): void {
  const filters = FILTER_FLAGS.filter((flag) => args.has(flag)).map((flag) => `--${flag.name} "${args.text(flag)}"`)
  const within = filters.length === 0 ? '' : ` with ${filters.join(' and ')}`
  stderr.write(`${sanitizeLine(`Nothing found for "${query}"${within}`)}\n`)
}

/** Formats the parts of a score, then a line for each word of the query, with the strongest fields first. */
export function formatExplanation(explanation: Explanation): string[] {
  const { score, text, heading, title, name, path, lift, covered, isRuledOut, words } = explanation
  if (isRuledOut) return ['excluded: lacks a quoted phrase, or contains an excluded word (-word)']
  const parts = Object.entries({ words: text, heading, title, name, path, lift })
  const shown = parts.filter(([, given]) => given >= LEAST_PART)
  const sum = shown.map(([part, given]) => `${part} ${formatScore(given)}`).join(' + ')
  return [`${formatScore(score)} = ${sum}; covers ${Math.round(100 * covered)} % of the query`, ...wordLines(words)]
}

function wordLines(words: readonly WordExplanation[]): string[] {
  const width = words.reduce((widest, { word }) => Math.max(widest, word.length), 0)
  return words.map(({ word, share, score, best }) => {
    const start = `${sanitizeLine(word).padEnd(width)} ${`${Math.round(100 * share)} %`.padStart(5)}`
    if (best === null) return `${start}  not in this section`
    const strongestFirst = [...best.fields].sort((a, b) => b.score - a.score)
    const fields = strongestFirst.map(({ field, count: times, score }) => `${field} ${times}× ${formatScore(score)}`)
    const as = best.term === word ? '' : ` as ${sanitizeLine(best.term)}`
    return `${start} ${formatScore(score).padStart(6)}${as}: ${fields.join(', ')}; in ${count(best.chunks, 'section')}`
  })
}

function formatScore(value: number): string {
  return value.toFixed(2)
}
