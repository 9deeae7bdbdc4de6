/** `ask eval`: the quality of search, measured with queries that people judged. */
import { AskError } from '../../core/base/errors.ts'
import { count } from '../../core/base/text.ts'
import { firstSections, type Knowledge, type SearchNeeds } from '../../core/graph/knowledge.ts'
import { readNamedText } from '../../core/node/files/regular-file.ts'
import {
  type JudgedQuery, meanMeasures, measure, type Measures, parseJudgedQueries, RANK_DEPTH,
} from '../../core/search/evaluate.ts'
import { type Arguments, type Command, filterNeeds } from '../command-line/arguments.ts'
import { FILTER_FLAGS, FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge } from '../source/knowledge.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter, type Printer } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'

/** Ids of one query in the printed list. */
const SHOWN_IDS = 3
/** Decimals of all measures, also for comparison with the minimum. */
const DECIMALS = 4

interface Outcome extends Measures {
  readonly query: JudgedQuery
  /** Ids of the results, best first. */
  readonly ranking: readonly string[]
}

export const evalCommand: Command = {
  usage: '<queries.jsonl>',
  summary: 'Measure search quality with judged queries',
  details: `${SOURCE_DETAILS}
The file has one query a line:
  {"query": "trailing slash", "expected": ["guides/routing#trailing-slashes"]}
or, with grades,
  {"id": "q1", "text": "…", "rel": {"<id>": 2}, "exclude": ["<id>"]}.
It searches like \`ask search\`: at most three sections of a page, and from a service at most 20 results.`,
  flags: [...SOURCE_FLAGS, ...FILTER_FLAGS, FLAGS.k, FLAGS.worst, FLAGS.minNdcg, FLAGS.json],
  example: 'ask eval --content ./docs --worst 1 queries.jsonl',
  async run(args, io) {
    const [path = ''] = args.positionals
    const minimum = readMinimum(args)
    const k = args.number(FLAGS.k)
    const queries = await readNamedText(path, parseJudgedQueries)
    const knowledge = await openKnowledge(args, io)
    const outcomes = await searchAll(knowledge, queries, { k, ...filterNeeds(args) })
    const { recall, reciprocalRank: mrr, ndcg } = rounded(meanMeasures(outcomes))
    const worst = outcomes
      .filter((outcome) => outcome.ndcg < 1)
      .sort((a, b) => a.ndcg - b.ndcg)
      .slice(0, args.number(FLAGS.worst))
    if (args.has(FLAGS.json)) {
      io.stdout.write(formatJson({ queries: queries.length, k, recall, mrr, ndcg, worst: worst.map(toRecord) }))
    } else {
      const measures = { [`Recall@${k}`]: recall, [`MRR@${RANK_DEPTH}`]: mrr, [`nDCG@${RANK_DEPTH}`]: ndcg }
      const rows = Object.entries(measures).map(([name, value]) => [name, value.toFixed(DECIMALS)] as const)
      const printer = createPrinter(io.stdout, io.env)
      printer.table([['Queries', String(queries.length)], ...rows])
      printWorst(worst, printer)
    }
    if (await reportMissing(knowledge, queries, io)) return 1
    if (minimum === null || ndcg >= minimum) return 0
    io.stderr.write(`nDCG@${RANK_DEPTH} is ${ndcg}, below the required ${minimum}\n`)
    return 1
  },
}

function readMinimum(args: Arguments): number | null {
  const text = args.text(FLAGS.minNdcg)
  if (text === null) return null
  if (/^(?:\d|\d?\.\d{1,9})$/.test(text) && Number(text) <= 1) return Number(text)
  throw new AskError('usage', `--min-ndcg must be a number from 0 to 1, not ${JSON.stringify(text)}`)
}

/** Searches one query after the other, so that a deployed service is not flooded. */
async function searchAll(
  knowledge: Knowledge,
  queries: readonly JudgedQuery[],
  { k, ...needs }: SearchNeeds & { readonly k: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const query of queries) {
    const { results } = await knowledge.search(query.text, Math.max(k, RANK_DEPTH) + query.exclude.size, needs)
    const ranking = results.map(({ id }) => id).filter((id) => !query.exclude.has(id))
    outcomes.push({ query, ranking, ...measure(ranking, query, k) })
  }
  return outcomes
}

/** Reports expected ids without a section. True if all are missing: the queries are for another site. */
async function reportMissing(knowledge: Knowledge, queries: readonly JudgedQuery[], { stderr }: Io): Promise<boolean> {
  const { sections, isWhole } = await firstSections(knowledge, null)
  const ids = new Set(sections.map(({ id }) => id))
  const expected = [...new Set(queries.flatMap(expectedIds))]
  const missing: string[] = []
  for (const id of expected.filter((id) => !ids.has(id))) {
    if (isWhole || (await knowledge.section(id)) === null) missing.push(id)
  }
  if (missing.length === 0) return false
  const more = missing.length > SHOWN_IDS ? ', …' : ''
  stderr.write(`${count(missing.length, 'expected id')} without a section: ${formatIds(missing)}${more}\n`)
  return missing.length === expected.length
}

function expectedIds({ gains }: JudgedQuery): string[] {
  return [...gains].filter(([, gain]) => gain > 0).sort(([, a], [, b]) => b - a).map(([id]) => id)
}

function rounded({ recall, reciprocalRank, ndcg }: Measures): Measures {
  const round = (value: number) => Number(value.toFixed(DECIMALS))
  return { recall: round(recall), reciprocalRank: round(reciprocalRank), ndcg: round(ndcg) }
}

function toRecord(outcome: Outcome) {
  const { query, ranking } = outcome
  const found = ranking.slice(0, RANK_DEPTH)
  return { id: query.id, text: query.text, ...rounded(outcome), expected: expectedIds(query), found }
}

function printWorst(worst: readonly Outcome[], printer: Printer): void {
  for (const { query, ndcg, ranking } of worst) {
    printer.line(`\n  ${ndcg.toFixed(DECIMALS)}  ${sanitizeLine(query.text)}`)
    printer.line(`    expected  ${formatIds(expectedIds(query))}`)
    printer.line(`    found     ${formatIds(ranking)}`)
  }
}

function formatIds(ids: readonly string[]): string {
  return sanitizeLine(ids.slice(0, SHOWN_IDS).join(', ') || 'nothing')
}
