/** `ask report`: what readers asked for and did not find, from the question log. */
import { AskError } from '../../base/errors.ts'
import { readQuestionLogPath } from '../../environment.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { writeFileAtomically } from '../../node/files/atomic-write.ts'
import { formatHtml } from '../../report/html.ts'
import { formatJudgedQueries } from '../../report/judged-queries.ts'
import { formatGaps, formatMarkdown } from '../../report/markdown.ts'
import { createMeaningReader } from '../../report/meaning.ts'
import { type LookUp, makeReport } from '../../report/report.ts'
import { createTally } from '../../report/tally.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { FLAGS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge } from '../source/knowledge.ts'
import type { Io } from '../terminal/io.ts'
import { formatJson, sanitizeText } from '../terminal/sanitize.ts'
import { findLogFiles, readLogFile } from './log-files.ts'

/** Maximum number of results read for a topic, and of words of a query that are looked up. */
const MAX_NEAREST = 2
const MAX_WORDS = 4

/** The command `ask report`. */
export const reportCommand: Command = {
  name: 'report',
  usage: '[file…]',
  positionals: [0, 1_000],
  summary: 'Show what readers asked for and did not find',
  details: `Reads question logs of \`ask serve --question-log FILE\`: the same FILE for all of its days, or single
files. Without one it reads ASK_QUESTION_LOG. With --content, --endpoint or --kg-path it names the
nearest sections as they are now, and words that no section has. It prints Markdown.`,
  flags: [FLAGS.html, FLAGS.evalOut, FLAGS.gapsOut, ...SOURCE_FLAGS, FLAGS.json],
  example: `$ ask report --content ./docs questions.jsonl
# What readers asked

2026-11-16 to 2026-11-22: 4,012 searches, 988 answers, …
…
- 12 readers found nothing for \`throttle requests\`; nearest: \`Limits\` (\`operation#limits\`);
  no section has \`throttle\`: add the missing words to the section that answers this, …`,
  run: printReport,
}

async function printReport(args: Arguments, io: Io): Promise<number> {
  if (args.has(FLAGS.html) && args.has(FLAGS.json)) throw new AskError('usage', 'Give --html or --json, not both')
  const paths = args.positionals.length > 0 ? args.positionals : [readQuestionLogPath(io.env) ?? missingPath()]
  const isWithContent = [FLAGS.content, FLAGS.endpoint, FLAGS.kgPath].some((flag) => args.has(flag))
  const knowledge = isWithContent ? await openKnowledge(args, io) : null
  const tally = createTally()
  for (const file of await findLogFiles(paths)) await readLogFile(file, tally.add)
  const { report, topics } = await makeReport(tally, knowledge === null ? null : createLookUp(knowledge))
  const [evalPath, gapsPath] = [args.text(FLAGS.evalOut), args.text(FLAGS.gapsOut)]
  if (evalPath !== null) await writeFileAtomically(evalPath, formatJudgedQueries(topics))
  if (gapsPath !== null) await writeFileAtomically(gapsPath, formatGaps(report))
  if (args.has(FLAGS.json)) io.stdout.write(formatJson(report))
  else io.stdout.write(args.has(FLAGS.html) ? formatHtml(report) : sanitizeText(formatMarkdown(report)))
  return 0
}

function missingPath(): never {
  throw new AskError('usage', 'Name the question log: the FILE of `ask serve --question-log FILE`')
}

/** Looks up topics, and words of their queries, with one search for each. */
function createLookUp({ search }: Knowledge): LookUp {
  const { wordsOf } = createMeaningReader()
  const missingWords = new Map<string, boolean>()

  async function isMissing(term: string, text: string): Promise<boolean> {
    const cached = missingWords.get(term)
    if (cached !== undefined) return cached
    const { results, notice } = await search(text, 1, { notice: true })
    const isMissing = results.length === 0 || notice !== undefined
    missingWords.set(term, isMissing)
    return isMissing
  }

  return async function lookUp(query) {
    const { results } = await search(query, MAX_NEAREST)
    const nearest = results.map(({ id, title, heading }) => ({
      id,
      title: heading === undefined ? title : `${title} › ${heading}`,
    }))
    const missing: string[] = []
    for (const { term, text } of wordsOf(query).slice(0, MAX_WORDS)) if (await isMissing(term, text)) missing.push(text)
    return { nearest, missing: [...new Set(missing)] }
  }
}
