/** `ask kg diff`: what changed between two graph files. */
import { count } from '../../base/count.ts'
import { AskError } from '../../base/errors.ts'
import { type Change, diffGraphs } from '../../graph/diff.ts'
import type { Graph } from '../../graph/graph.ts'
import { readGraph } from '../../node/graph/graph-file.ts'
import type { Command } from '../command-line/command.ts'
import { DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import { safeJson, safeText } from '../terminal/sanitize.ts'

/** UTF-16 units of a text that a line shows. */
const MAX_SHOWN_LENGTH = 400

export const kgDiffCommand: Command = {
  name: 'kg diff',
  takes: '<old>',
  words: [1, 1],
  summary: 'Show what changed since an older graph file',
  details: 'Compares the graph file with the one named, such as the one of the last commit.',
  flags: [KG_PATH_FLAG, JSON_FLAG],
  example: `$ git show HEAD:.service/kg.json > /tmp/old.json; ask kg diff /tmp/old.json
~ guides/routing#redirects
    facts
    - value "301"
    + value "308"
1 change`,
  async run(args, io) {
    const [before, after] = await Promise.all([readOld(args.words[0]!), readGraph(args.text('kg-path') ?? DEFAULT_GRAPH_PATH)])
    const changes = diffGraphs(before, after)
    if (args.has('json')) io.stdout.write(safeJson({ changes }))
    else io.stdout.write(safeText(describe(changes)))
    return 0
  },
}

/** What was built before can't be built again: its errors say so. */
async function readOld(path: string): Promise<Graph> {
  const graph = await readGraph(path).catch((cause: unknown) => {
    if (!(cause instanceof AskError)) throw cause
    if (cause.code === 'graph-missing') return null
    throw new AskError(cause.code, `${path} is no graph file; give an older one, such as the one of the last commit`, { cause })
  })
  if (graph === null) throw new AskError('graph-missing', `There is no ${path}; give an older graph file, such as the one of the last commit`)
  return graph
}

function describe(changes: readonly Change[]): string {
  const lines: string[] = []
  let last: string | null = null
  for (const { area, subject, field, before, after } of changes) {
    const name = area === 'section' ? subject! : area === 'glossary' ? `glossary: ${subject}` : 'graph'
    const mark = field !== null ? '~' : before === null ? '+' : '-'
    if (name !== last) lines.push(`${mark} ${name}`)
    last = name
    if (field !== null) lines.push(`    ${field}`)
    lines.push(...changedLines(before ?? '', after ?? ''))
  }
  lines.push(changes.length === 0 ? 'No changes' : count(changes.length, 'change'))
  return `${lines.join('\n')}\n`
}

/** Lines that only one of the two texts has. */
function changedLines(before: string, after: string): string[] {
  const [old, fresh] = [before, after].map((text) => (text === '' ? [] : text.split('\n')))
  const gone = old!.filter((line) => !fresh!.includes(line)).map((line) => `    - ${shorten(line)}`)
  const come = fresh!.filter((line) => !old!.includes(line)).map((line) => `    + ${shorten(line)}`)
  return gone.length + come.length === 0 ? ['    (another order)'] : [...gone, ...come]
}

function shorten(line: string): string {
  return line.length <= MAX_SHOWN_LENGTH ? line : `${line.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
}
