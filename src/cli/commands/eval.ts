/** `ask eval`: how well the search answers queries that people judged. */
import { count } from '../../base/count.ts'
import { AskError } from '../../base/errors.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { type Measures, meanMeasures, measure, RANK_DEPTH } from '../../search/evaluate/evaluate.ts'
import type { JudgedQuery } from '../../search/evaluate/judged-query.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { readJudgedQueries } from '../source/judged-file.ts'
import { createPrinter, type Printer } from '../terminal/printer.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

const MAX_K = 100
const DEFAULT_WORST = 10
const MAX_WORST = 10_000
/** Ids of one query that are shown to people. */
const SHOWN_IDS = 3
/** Decimals that all figures are rounded to, before they are compared too. */
const DECIMALS = 4

interface Outcome extends Measures {
  readonly query: JudgedQuery
  /** Ids, best first. */
  readonly found: readonly string[]
}

export const evalCommand: Command = {
  name: 'eval',
  takes: '<queries.jsonl>',
  words: [1, 1],
  summary: 'Measure the search by queries with known answers',
  details: `One query a line: {"query": "trailing slash", "expected": ["guides/routing#trailing-slashes"]}
or, with grades, {"id": "q1", "text": "…", "rel": {"<section id>": 2}, "exclude": ["<section id>"]}.
What is measured is what readers see: at most three sections of a page, and of a deployed
service at most 20 in all.`,
  flags: [
    ...SOURCE_FLAGS,
    { name: 'k', value: 'N', range: [1, MAX_K], help: `Results that recall looks at, 1 to ${MAX_K} (default ${RANK_DEPTH})` },
    { name: 'worst', value: 'N', range: [0, MAX_WORST], help: `Queries to list that went worst (default ${DEFAULT_WORST})` },
    { name: 'min-ndcg', value: 'X', help: 'End with 1 where nDCG@10 is below X, 0 to 1: for build servers' },
    JSON_FLAG,
  ],
  example: `$ ask eval --content ./docs --worst 1 queries.jsonl
  Queries    40
  Recall@10  0.9125
  MRR@10     0.8133
  nDCG@10    0.8361

  0.0000  trailing slash
    expected  guides/routing#trailing-slashes
    found     guides/deploy, guides/routing`,
  async run(args, io) {
    const least = leastNdcg(args)
    const k = args.number('k') ?? RANK_DEPTH
    const queries = await readJudgedQueries(args.words[0]!)
    const knowledge = await openKnowledge(args, io)
    const outcomes = await searchAll(knowledge, queries, k)
    const { recall, reciprocalRank: mrr, ndcg } = rounded(meanMeasures(outcomes))
    const worst = outcomes
      .filter((outcome) => outcome.ndcg < 1)
      .sort((a, b) => a.ndcg - b.ndcg)
      .slice(0, args.number('worst') ?? DEFAULT_WORST)
    if (args.has('json')) {
      io.stdout.write(safeJson({ queries: queries.length, k, recall, mrr, ndcg, worst: worst.map(toRecord) }))
    } else {
      const figures = { [`Recall@${k}`]: recall, [`MRR@${RANK_DEPTH}`]: mrr, [`nDCG@${RANK_DEPTH}`]: ndcg }
      print(createPrinter(io.stdout, io.env), { queries: queries.length, figures, worst })
    }
    if ((await tellAbsent(knowledge, queries, io)) === 'all') return 1
    if (least === null || ndcg >= least) return 0
    io.stderr.write(`nDCG@${RANK_DEPTH} is ${ndcg}, below ${least}\n`)
    return 1
  },
}

function leastNdcg(args: Arguments): number | null {
  const given = args.text('min-ndcg')
  if (given === null) return null
  if (/^(?:\d|\d?\.\d{1,9})$/.test(given) && Number(given) <= 1) return Number(given)
  throw new AskError('usage', `--min-ndcg must be a number from 0 to 1, not ${JSON.stringify(given)}`)
}

/** One after the other: a deployed service is not to be flooded. */
async function searchAll(knowledge: Knowledge, queries: readonly JudgedQuery[], k: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const query of queries) {
    const { results } = await knowledge.search(query.text, Math.max(k, RANK_DEPTH) + query.exclude.size)
    const found = results.map(({ id }) => id).filter((id) => !query.exclude.has(id))
    outcomes.push({ query, found, ...measure(found, query, k) })
  }
  return outcomes
}

/** Says which ids judged right no section has: most often a page was renamed; where it is all of them, the questions are of another site. */
async function tellAbsent(knowledge: Knowledge, queries: readonly JudgedQuery[], { stderr }: Io): Promise<'none' | 'some' | 'all'> {
  const { sections } = await knowledge.sections(null)
  const known = new Set(sections.map(({ id }) => id))
  const expected = [...new Set(queries.flatMap(expectedIds))]
  const absent = expected.filter((id) => !known.has(id))
  if (absent.length === 0) return 'none'
  const more = absent.length > SHOWN_IDS ? ', …' : ''
  stderr.write(`${count(absent.length, 'expected id')} of no section: ${shownIds(absent)}${more}\n`)
  return absent.length === expected.length ? 'all' : 'some'
}

/** Best first. */
function expectedIds({ gains }: JudgedQuery): string[] {
  return [...gains].filter(([, gain]) => gain > 0).sort(([, a], [, b]) => b - a).map(([id]) => id)
}

function rounded({ recall, reciprocalRank, ndcg }: Measures): Measures {
  const round = (value: number) => Number(value.toFixed(DECIMALS))
  return { recall: round(recall), reciprocalRank: round(reciprocalRank), ndcg: round(ndcg) }
}

/** What JSON says of one query. */
function toRecord(outcome: Outcome) {
  const { query, found } = outcome
  return { id: query.id, text: query.text, ...rounded(outcome), expected: expectedIds(query), found: found.slice(0, RANK_DEPTH) }
}

interface Report {
  readonly queries: number
  readonly figures: Readonly<Record<string, number>>
  readonly worst: readonly Outcome[]
}

function print(printer: Printer, { queries, figures, worst }: Report): void {
  const rows = Object.entries(figures).map(([name, value]) => [name, value.toFixed(DECIMALS)] as const)
  printer.table([['Queries', String(queries)], ...rows])
  for (const { query, ndcg, found } of worst) {
    printer.line(`\n  ${ndcg.toFixed(DECIMALS)}  ${safeLine(query.text)}`)
    printer.line(`    expected  ${shownIds(expectedIds(query))}`)
    printer.line(`    found     ${shownIds(found)}`)
  }
}

function shownIds(ids: readonly string[]): string {
  return safeLine(ids.slice(0, SHOWN_IDS).join(', ') || 'nothing')
}
