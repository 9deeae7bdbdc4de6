/** `ask kg queries`: what readers would type for each section, written without a model key, in the graph file. */
import { AskError } from '../../../core/base/errors.ts'
import { count } from '../../../core/base/text.ts'
import { findDoubts, type QueriesById } from '../../../core/graph-builder/queries/rules.ts'
import {
  formatWorklist, mergeQueries, parseQueries, type QueriesContent, queriesStatus,
} from '../../../core/graph-builder/queries/worklist.ts'
import { formatGraph } from '../../../core/graph/graph.ts'
import { queriesById } from '../../../core/graph/queries.ts'
import { writeFileAtomically } from '../../../core/node/files/atomic-write.ts'
import { readNamedText } from '../../../core/node/files/regular-file.ts'
import { acquireLock } from '../../../core/node/graph/build-lock.ts'
import { assertOverwritable, readGraph } from '../../../core/node/graph/graph-file.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { readWithNotice } from '../../source/content.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'
import { printOutcome } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** Lines about single queries; `--json` has all of them. */
const MAX_LISTED = 200

const OLDER = 'The graph is older than the content: run `ask kg build` first, or sections are missing'
const NOTHING_LEFT = 'none: every section with a text has queries'

export const kgQueriesCommand: Command = {
  usage: '[content]',
  summary: 'Write down what readers would type for each section',
  details: `Readers type other words than the docs use: cron, where a page says "scheduled tasks". Queries of a section
in the graph file count in search like texts of links. A model writes them in \`ask kg build\`; without a key a person
or a coding agent does: --out writes a list of sections that lack them, with instructions, and --in reads what was
written, one line of JSON for each section. Repeat until no section is left: a list has at most --limit of them.
--from-report adds those that \`ask report --queries FILE\` proposed. Review the graph file, and commit it.`,
  flags: [FLAGS.worklist, FLAGS.queriesIn, FLAGS.fromReport, FLAGS.batch, FLAGS.kgPath, ...CONTENT_FLAGS, FLAGS.json],
  example: 'ask kg queries ./docs --out todo.md',
  async run(args, io) {
    const worklist = args.text(FLAGS.worklist)
    const [written, report] = [args.text(FLAGS.queriesIn), args.text(FLAGS.fromReport)]
    if ([worklist, written, report].filter((path) => path !== null).length > 1) {
      throw new AskError('usage', 'Give one of --out, --in and --from-report')
    }
    const path = args.text(FLAGS.kgPath)
    const { chunks, hash } = await readWithNotice(args.positionals[0] ?? null, args, io)
    const content = { chunks, contentHash: await hash() }
    const source = written ?? report
    if (source !== null) {
      const queries = await readNamedText(source, parseQueries)
      return mergeInto(path, { queries, content, isAddition: written === null }, args, io)
    }
    const graph = await readGraph(path)
    if (graph.contentHash !== content.contentHash) io.stderr.write(`${OLDER}\n`)
    const status = queriesStatus(graph, chunks, content.contentHash)
    const listed = status.missing.slice(0, args.number(FLAGS.batch))
    if (worklist !== null && listed.length > 0) await writeFileAtomically(worklist, formatWorklist(listed))
    const figures = figuresOf(status)
    const list = listed.length === 0 ? NOTHING_LEFT : `${worklist} (${count(listed.length, 'section')})`
    printOutcome({
      json: { path, ...figures },
      rows: [
        ['File', path],
        ...(worklist === null ? [] : [['List', list] as const]),
        ['Queries', describeFigures(figures)],
      ],
    }, args.has(FLAGS.json), io)
  },
}

interface Merge {
  readonly queries: QueriesById
  readonly content: QueriesContent
  readonly isAddition: boolean
}

async function mergeInto(path: string, merge: Merge, args: Arguments, io: Io): Promise<void> {
  const { queries, content } = merge
  const { graph, sections, added, refused } = await writeMerged(path, merge, io)
  const doubts = findDoubts(content.chunks, queriesById(graph), (id) => queries.has(id))
  const figures = figuresOf(queriesStatus(graph, content.chunks, content.contentHash))
  const isJson = args.has(FLAGS.json)
  if (!isJson) {
    printLines(refused.map(({ id, query, reason }) => `refused: ${id}: ${JSON.stringify(query)}: ${reason}`), io)
    printLines(doubts.map(({ id, query, fits }) => {
      return `doubtful: ${id}: ${JSON.stringify(query)}: fits ${fits} better by its words`
    }), io)
  }
  const counts = `${added} ${added === 1 ? 'query' : 'queries'} of ${count(sections, 'section')}`
  printOutcome({
    json: { path, sections, added, refused, doubtful: doubts, ...figures },
    rows: [
      ['File', `${path} (written)`],
      ['Added', `${counts}, ${refused.length} refused, ${doubts.length} doubtful`],
      ['Queries', describeFigures(figures)],
    ],
  }, isJson, io)
}

/** Merges into the file while no build writes it. */
async function writeMerged(path: string, { queries, content, isAddition }: Merge, io: Io) {
  await assertOverwritable(path)
  const lock = await acquireLock(`${path}.lock`, ownerLog(io))
  try {
    const merged = mergeQueries(await readGraph(path), queries, { ...content, isAddition })
    lock.assertHeld()
    await writeFileAtomically(path, formatGraph(merged.graph))
    return merged
  } finally {
    lock.release()
  }
}

function printLines(lines: readonly string[], { stdout }: Io): void {
  for (const line of lines.slice(0, MAX_LISTED)) stdout.write(`${sanitizeLine(line)}\n`)
  if (lines.length > MAX_LISTED) stdout.write(`… and ${lines.length - MAX_LISTED} more (--json shows all)\n`)
}

function figuresOf({ current, missing, stale }: ReturnType<typeof queriesStatus>) {
  return { current, missing: missing.length, stale: stale.length }
}

function describeFigures({ current, missing, stale }: ReturnType<typeof figuresOf>): string {
  const changed = stale === 0 ? '' : ` (${stale} because their text has changed)`
  return `${count(current, 'section')} with them, ${missing} to be written${changed}`
}
