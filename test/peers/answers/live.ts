/**
 * Any configured provider, asked sixty questions over the Astro docs: a table of what came of it. Skipped without a key.
 *
 *     LLM_API_KEY=… npm run live [-- --docs FOLDER --limit N]
 *
 * Without a folder the docs are those beside the checkout, or are fetched with git at their commit, once.
 * All variables of docs/options.md count. A question is right where its answer has each of its facts, or, where the docs
 * don't answer it, says so.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chunkPages, createAsk, extractGraph, readOptions, type AnswerReport } from '../../../src/index.ts'
import { readFolder } from '../../../src/node.ts'
import { findDocs } from './docs.ts'
// @ts-expect-error Plain JavaScript, shared with the benchmark.
import { QUESTIONS } from '../../bench/answers/questions.mjs'

interface Question {
  readonly question: string
  readonly sections: readonly (readonly string[])[]
  readonly facts: readonly RegExp[]
}

interface Row {
  readonly asked: Question
  readonly report: AnswerReport
  readonly links: readonly string[]
}

const LINK = /\]\(<?([^)>\s]+)>?\)/g

/** Whether the answer is right. */
export function isRight({ asked, report }: Pick<Row, 'asked' | 'report'>): boolean {
  if (asked.sections.length === 0) return report.outcome === 'not-covered'
  return report.outcome === 'answered' && asked.facts.every((fact) => fact.test(report.answer))
}

/** The figures of all answers, as lines of a table. */
export function summarize(rows: readonly Row[], urls: ReadonlySet<string>): readonly (readonly [string, string])[] {
  const answerable = rows.filter(({ asked }) => asked.sections.length > 0)
  const others = rows.filter(({ asked }) => asked.sections.length === 0)
  const links = rows.flatMap((row) => row.links)
  const mean = (of: (report: AnswerReport) => number) => rows.reduce((sum, { report }) => sum + of(report), 0) / Math.max(rows.length, 1)
  const share = (list: readonly Row[], fits: (row: Row) => boolean) => `${list.filter(fits).length} of ${list.length}`
  return [
    ['right, by key facts', share(answerable, isRight)],
    ['abstained where the docs say nothing', share(others, isRight)],
    ['abstained where they do', share(answerable, ({ report }) => report.outcome === 'not-covered')],
    ['links that open a section', `${links.filter((link) => urls.has(link)).length} of ${links.length}`],
    ['grounded', share(answerable, ({ report }) => report.support === 'grounded')],
    ['with literals that no section has', share(rows, ({ report }) => report.invented.length > 0)],
    ['failed', share(rows, ({ report }) => report.outcome === 'error')],
    ['requests, mean', mean(({ steps }) => steps).toFixed(2)],
    ['tokens in, mean', mean(({ usage }) => usage.input).toFixed(0)],
    ['tokens out, mean', mean(({ usage }) => usage.output).toFixed(0)],
    ['seconds to the first token, mean', mean(({ firstTokenMs, totalMs }) => (firstTokenMs ?? totalMs) / 1_000).toFixed(1)],
    ['seconds, mean', mean(({ totalMs }) => totalMs / 1_000).toFixed(1)],
  ]
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { docs: { type: 'string' }, limit: { type: 'string' } } })
  const limit = Number(values.limit ?? QUESTIONS.length)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`--limit must be a whole number above 0, not ${values.limit}`)
  const { model, trace } = readOptions(process.env)
  if (model?.apiKey === undefined) return console.log('Skipped: LLM_API_KEY is not set')
  const { pages } = await readFolder(values.docs ?? (await findDocs()), { base: '/', trailingSlash: true, depth: 6 })
  const chunks = chunkPages(pages)
  const graph = await extractGraph(pages)
  const ask = createAsk({ content: async () => chunks, graph: async () => graph, siteTitle: 'Astro', model, trace })
  if (ask.answer === null) return
  const urls = new Set(chunks.map(({ url }) => url))
  const rows: Row[] = []
  for (const asked of (QUESTIONS as readonly Question[]).slice(0, limit)) {
    let report: AnswerReport | null = null
    for await (const _ of ask.answer(asked.question, { onReport: (given) => (report = given) }));
    if (report === null) continue
    const row = { asked, report: report as AnswerReport, links: [...(report as AnswerReport).answer.matchAll(LINK)].map(([, link = '']) => link) }
    rows.push(row)
    console.error(`${isRight(row) ? 'right' : 'WRONG'}  ${row.report.outcome}  ${row.report.steps} requests  ${asked.question}`)
  }
  await ask.flush()
  console.log(`${rows[0]?.report.model} at ${rows[0]?.report.provider}, ${rows.length} questions\n`)
  for (const [name, figure] of summarize(rows, urls)) console.log(`| ${name} | ${figure} |`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run()
