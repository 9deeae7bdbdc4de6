/** `ask report`: the files of a question log -> what readers asked for and did not find. */
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  formatGaps, formatHtml, formatJudgedQueries, formatMarkdown, formatQueries,
} from '../../../addons/report/formats.ts'
import { addLine, type Chains, contentWords, createTally } from '../../../addons/report/tally.ts'
import { type LookUp, makeReport } from '../../../addons/report/report.ts'
import { AskError } from '../../../core/base/errors.ts'
import { readPath } from '../../../core/environment.ts'
import type { Knowledge } from '../../../core/graph/knowledge.ts'
import { writeFileAtomically } from '../../../core/node/files/atomic-write.ts'
import { errorCodeOf, fileError } from '../../../core/node/files/path.ts'
import { dailyNames } from '../../../core/node/files/question-log.ts'
import { openRegularFile } from '../../../core/node/files/regular-file.ts'
import { createLineSplitter } from '../../../core/node/server/stdio.ts'
import { type ParsedLine, parseLine } from '../../../core/question-log.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { FLAGS, SOURCE_FLAGS, SOURCE_NAMES } from '../../command-line/flags.ts'
import { openKnowledge } from '../../source/knowledge.ts'
import type { Io } from '../../terminal/io.ts'
import { formatJson, sanitizeText } from '../../terminal/sanitize.ts'

/** Maximum number of results read for a topic, and of words of a query that are looked up. */
const MAX_NEAREST = 2
const MAX_WORDS = 4
/** Bytes of a line; a service writes far shorter ones. */
const MAX_LINE_BYTES = 65_536
const READ_BYTES = 262_144

export const reportCommand: Command = {
  usage: '[file…]',
  positionals: [0, 1_000],
  summary: 'Show what readers asked for and did not find',
  details: `Reads question logs of \`ask serve --question-log FILE\`: the same FILE for all of its days, or single
files. Without one it reads ASK_QUESTION_LOG. With --content or another source it names the nearest
sections as they are now, and words that no section has. It prints Markdown.`,
  flags: [FLAGS.html, FLAGS.evalOut, FLAGS.gapsOut, FLAGS.queriesOut, ...SOURCE_FLAGS, FLAGS.json],
  example: 'ask report --content ./docs questions.jsonl',
  run: printReport,
}

async function printReport(args: Arguments, io: Io): Promise<void> {
  if (args.has(FLAGS.html) && args.has(FLAGS.json)) throw new AskError('usage', 'Give --html or --json, not both')
  const paths = args.positionals.length > 0 ? args.positionals : [readPath(io.env, 'ASK_QUESTION_LOG') ?? missingPath()]
  const isWithContent = SOURCE_NAMES.some((flag) => args.has(flag))
  const knowledge = isWithContent ? await openKnowledge(args, io) : null
  const tally = createTally()
  for (const file of await findLogFiles(paths)) await readLogFile(file, (line) => addLine(tally, line))
  const { broken, ...others } = tally.lines
  if (broken > 0 && Object.values(others).every((lines) => lines === 0)) {
    throw new AskError('file-format', `${paths.join(', ')}: no line is one of a question log. ${LOG_WANTED}`)
  }
  const { report, topics } = await makeReport(tally, knowledge === null ? null : createLookUp(knowledge))
  const files = [
    [FLAGS.evalOut, () => formatJudgedQueries(topics)],
    [FLAGS.gapsOut, () => formatGaps(report)],
    [FLAGS.queriesOut, () => formatQueries(report)],
  ] as const
  for (const [flag, format] of files) {
    const path = args.text(flag)
    if (path !== null) await writeFileAtomically(path, format())
  }
  if (args.has(FLAGS.json)) io.stdout.write(formatJson(report))
  else io.stdout.write(args.has(FLAGS.html) ? formatHtml(report) : sanitizeText(formatMarkdown(report)))
}

const LOG_WANTED = 'Name the question log: the FILE of `ask serve --question-log FILE`'

function missingPath(): never {
  throw new AskError('usage', LOG_WANTED)
}

/** The log files for each path: the file itself, else those of all days for a path of `--question-log`. */
async function findLogFiles(paths: readonly string[]): Promise<readonly string[]> {
  const files = await Promise.all(paths.map(async (path) => {
    if (await access(path).then(() => true, () => false)) return [path]
    const { folder, dateIn } = dailyNames(path)
    const days = (await readdir(folder).catch(() => [])).filter((name) => dateIn(name) !== null).sort()
    return days.length === 0 ? [path] : days.map((name) => join(folder, name))
  }))
  return [...new Set(files.flat())]
}

/** Reads all lines of a file. Throws `AskError` `not-found` or `file`. */
async function readLogFile(path: string, take: (line: ParsedLine) => void): Promise<void> {
  const file = await openRegularFile(path).catch((cause: unknown) => {
    const code = errorCodeOf(cause)
    if (code === 'ENOENT') throw new AskError('not-found', `Question log not found: ${path}`, { cause })
    throw fileError(path, 'read', cause)
  })
  if (file === null) throw fileError(path, 'read')
  const { handle } = file
  const splitter = createLineSplitter(MAX_LINE_BYTES)
  const takeLine = (line: Buffer | null) => {
    if (line === null) take({ type: 'broken' })
    else if (line.length > 0) take(parseLine(line.toString('utf8')))
  }
  try {
    for await (const piece of handle.createReadStream({ highWaterMark: READ_BYTES, autoClose: false })) {
      for (const line of splitter.push(piece)) takeLine(line)
    }
  } catch (cause) {
    throw fileError(path, 'read', cause)
  } finally {
    await handle.close()
  }
  takeLine(splitter.finish())
}

/** Looks up topics, and words of their queries, with one search for each. */
function createLookUp({ search }: Knowledge): LookUp {
  const chains: Chains = new Map()
  const missingWords = new Map<string, boolean>()

  async function isMissing(term: string, text: string): Promise<boolean> {
    const cached = missingWords.get(term)
    if (cached !== undefined) return cached
    const { results, notice } = await search(text, 1, { detail: true })
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
    for (const { term, text } of contentWords(query, chains).slice(0, MAX_WORDS)) {
      if (await isMissing(term, text)) missing.push(text)
    }
    return { nearest, missing: [...new Set(missing)] }
  }
}
