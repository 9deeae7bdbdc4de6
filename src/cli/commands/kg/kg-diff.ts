/** `ask kg diff`: the changes between two graph files. */
import { count } from '../../../base/count.ts'
import { AskError } from '../../../base/errors.ts'
import { type Change, diffGraphs } from '../../../graph/diff.ts'
import type { Graph } from '../../../graph/graph.ts'
import { readGraph } from '../../../node/graph/graph-file.ts'
import type { Command } from '../../command-line/command.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { formatJson, sanitizeText } from '../../terminal/sanitize.ts'

/** UTF-16 units of a text in one line of output. */
const MAX_SHOWN_LENGTH = 400
const OLDER = 'give an older version of the graph file, such as that of the last commit'

/** The command `ask kg diff`. */
export const kgDiffCommand: Command = {
  name: 'kg diff',
  usage: '<old>',
  positionals: [1, 1],
  summary: 'Show what changed since an older graph file',
  details: 'Compares the graph file with an older version, such as that of the last commit.',
  flags: [FLAGS.kgPath, FLAGS.json],
  example: `$ git show HEAD:.service/kg.json > /tmp/old.json; ask kg diff /tmp/old.json
~ guides/routing#redirects
    facts
    - value "301"
    + value "308"
1 change`,
  async run(args, io) {
    const [path = ''] = args.positionals
    const [before, after] = await Promise.all([readOld(path), readGraph(args.text(FLAGS.kgPath))])
    const changes = diffGraphs(before, after)
    if (args.has(FLAGS.json)) io.stdout.write(formatJson({ changes }))
    else io.stdout.write(sanitizeText(describe(changes)))
    return 0
  },
}

/** Reads the older file. Its errors don't suggest building it, because an older graph can't be built again. */
async function readOld(path: string): Promise<Graph> {
  const graph = await readGraph(path).catch((cause: unknown) => {
    if (!(cause instanceof AskError)) throw cause
    if (cause.code === 'graph-missing') return null
    throw new AskError(cause.code, `${path} is not a graph file; ${OLDER}`, { cause })
  })
  if (graph === null) throw new AskError('graph-missing', `File not found: ${path}; ${OLDER}`)
  return graph
}

function describe(changes: readonly Change[]): string {
  const lines: string[] = []
  let last: string | null = null
  for (const { area, subject, field, before, after } of changes) {
    const name = subject === null ? 'graph' : area === 'glossary' ? `glossary: ${subject}` : subject
    const mark = field !== null ? '~' : before === null ? '+' : '-'
    if (name !== last) lines.push(`${mark} ${name}`)
    last = name
    if (field !== null) lines.push(`    ${field}`)
    lines.push(...changedLines(before ?? '', after ?? ''))
  }
  lines.push(changes.length === 0 ? 'No changes' : count(changes.length, 'change'))
  return `${lines.join('\n')}\n`
}

/** The lines that only one of the two texts has. */
function changedLines(before: string, after: string): string[] {
  const [old, current] = [linesOf(before), linesOf(after)]
  const removed = old.filter((line) => !current.includes(line)).map((line) => `    - ${shorten(line)}`)
  const added = current.filter((line) => !old.includes(line)).map((line) => `    + ${shorten(line)}`)
  return removed.length + added.length === 0 ? ['    (only the order changed)'] : [...removed, ...added]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function shorten(line: string): string {
  return line.length <= MAX_SHOWN_LENGTH ? line : `${line.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
}
