/** `ask kg show`, `ask kg check` and `ask kg diff`: what a graph file has, whether it is right, and what changed. */
import { join } from 'node:path'
import { AskError } from '../../../core/base/errors.ts'
import { count, shorten } from '../../../core/base/text.ts'
import type { Page } from '../../../core/content/page.ts'
import { isBrokenLink, reportLinks } from '../../../core/content/site/links.ts'
import { type Doubt, findDoubts } from '../../../core/graph-builder/queries/rules.ts'
import { queriesStatus } from '../../../core/graph-builder/queries/worklist.ts'
import { type Finding, ofWhole, verifyGraph } from '../../../core/graph-builder/verify/verify.ts'
import { type Change, diffGraphs } from '../../../core/graph/diff.ts'
import { formatGraph, type Graph } from '../../../core/graph/graph.ts'
import { queriesById } from '../../../core/graph/queries.ts'
import { findGraph, readGraph, readGraphText } from '../../../core/node/graph/graph-file.ts'
import type { Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { type Content, readContent } from '../../source/content.ts'
import { unknownName } from '../../source/knowledge.ts'
import { createPrinter, graphStats, printWarnings } from '../../terminal/printer.ts'
import { formatJson, sanitizeLine, sanitizePath, sanitizeText } from '../../terminal/sanitize.ts'

const EDITED = 'The file was changed after `ask kg build` wrote it: build it again, and exclude it from formatters'

/** Broken links of one cause that are listed one by one. */
const MAX_LINKS = 100
/** UTF-16 units of a text in one line of output. */
const MAX_SHOWN_LENGTH = 400
const OLDER = 'give an older version of the graph file, such as that of the last commit'

export const kgShowCommand: Command = {
  usage: '[id]',
  summary: 'Summarize the graph file, or show one of its sections',
  flags: [FLAGS.kgPath, FLAGS.json],
  example: 'ask kg show',
  async run(args, io) {
    const path = args.text(FLAGS.kgPath)
    const graph = await readGraph(path)
    const printer = createPrinter(io.stdout, io.env)
    const [id] = args.positionals
    if (id !== undefined) {
      const node = graph.sections.find((section) => section.id === id)
      if (node === undefined) {
        const ids = graph.sections.map((section) => section.id)
        throw unknownName(`${path} has no section with the id`, id, ids, '`ask sections` lists all')
      }
      if (args.has(FLAGS.json)) io.stdout.write(formatJson(node))
      else printer.section(node)
      return
    }
    const { counts, rows } = graphStats(graph)
    if (args.has(FLAGS.json)) io.stdout.write(formatJson({ path, version: graph.version, ...counts }))
    else printer.table([['File', path], ...rows])
  },
}

export const kgCheckCommand: Command = {
  usage: '[content]',
  summary: 'Compare the graph file with the content',
  details: `Prints one finding per line. Exit code 1 if there is any, so that a build server can run it.
With --links, and without a graph file, only links are checked. Many broken links with one cause are one finding.
Links that may work on the site itself, such as those to other programs, are listed, and don't change the exit code.`,
  flags: [FLAGS.kgPath, ...CONTENT_FLAGS, FLAGS.links, FLAGS.json],
  example: 'ask kg check ./docs',
  async run(args, io) {
    const path = args.text(FLAGS.kgPath)
    const areLinksChecked = args.has(FLAGS.links)
    const graph = areLinksChecked ? await findGraph(path) : await readGraph(path)
    const content = await readContent(args.positionals[0] ?? null, args, io)
    const { folder, site: { pages, warnings } } = content
    printWarnings(warnings.filter(({ type }) => !areLinksChecked || type !== 'link'), io)
    const findings = graph === null ? [] : await checkGraph(path, graph, pages)
    const queries = graph === null ? NO_QUERIES : await reportQueries(graph, content)
    const links = areLinksChecked ? warnings.filter(isBrokenLink) : []
    const { single, summaries } = reportLinks(areLinksChecked ? warnings : [], MAX_LINKS)
    if (args.has(FLAGS.json)) {
      const all = [...findings, ...links.map(({ path, line, message }) => ({ section: null, path, line, message }))]
      io.stdout.write(formatJson({ path, findings: all, queries, ...(areLinksChecked && { links: summaries }) }))
    } else {
      const placeOf = (file: string, line: number | null) => `${sanitizePath(join(folder, file))}:${line}`
      const lines = findings.map(({ section, path: file, line, message }) => {
        const location = file === null ? path : placeOf(file, line)
        return `${location}: ${section === null ? '' : `${section} `}${message}`
      })
      lines.push(...single.map(({ path, line, message }) => `${placeOf(path, line)}: ${message}`))
      lines.push(...summaries.map(({ message, example, remedy }) => {
        return `${message}, such as ${placeOf(example.path, example.line)}: ${example.message}. ${remedy}`
      }))
      for (const line of lines) io.stdout.write(`${sanitizeLine(line)}\n`)
      for (const notice of queryNotices(queries)) io.stderr.write(`${sanitizeLine(notice)}\n`)
    }
    if (findings.length + links.length > 0) return 1
    io.stderr.write(graph === null
      ? `No link of ${count(pages.length, 'page')} is broken; there is no graph at ${path}\n`
      : `${path} matches the content: ${count(graph.sections.length, 'section')} checked\n`)
    return 0
  },
}

async function checkGraph(path: string, graph: Graph, pages: readonly Page[]): Promise<readonly Finding[]> {
  const problems = await verifyGraph(graph, pages)
  if (problems.length > 0) return problems
  // A build writes its fields in an order of its own. Line breaks may be those of Windows.
  const text = (await readGraphText(path))?.replaceAll('\r\n', '\n')
  return text === formatGraph(graph) ? [] : [ofWhole(EDITED)]
}

/** Lines about queries of readers, which a reviewer may want to change, although they break nothing. */
function queryNotices({ stale, doubtful, total }: QueryReport): string[] {
  const [changed] = stale
  const [doubt] = doubtful
  return [
    ...(changed === undefined ? [] : [`Queries of ${count(stale.length, 'section')} don't count, because the text has \
changed, such as that of ${changed}: write new ones with \`ask kg queries\``]),
    ...(doubt === undefined ? [] : [`${doubtful.length} of ${total} queries may belong to other sections by their \
words, which is so for one in five or six good ones: look at ${JSON.stringify(doubt.query)} of ${doubt.id} first \
(--json shows all)`]),
  ]
}

interface QueryReport {
  /** Ids of the sections whose text has changed. */
  readonly stale: readonly string[]
  readonly doubtful: readonly Doubt[]
  readonly total: number
}

const NO_QUERIES: QueryReport = { stale: [], doubtful: [], total: 0 }

async function reportQueries(graph: Graph, { chunks, hash }: Content): Promise<QueryReport> {
  const { stale } = queriesStatus(graph, chunks, await hash())
  const outdated = new Set(stale.map(({ id }) => id))
  const queries = new Map([...queriesById(graph)].filter(([id]) => !outdated.has(id)))
  const total = [...queries.values()].reduce((sum, { length }) => sum + length, 0)
  return { stale: stale.map(({ id }) => id), doubtful: findDoubts(chunks, queries), total }
}

export const kgDiffCommand: Command = {
  usage: '<old>',
  summary: 'Show what changed since an older graph file',
  details: 'Compares the graph file with an older version, such as that of the last commit.',
  flags: [FLAGS.kgPath, FLAGS.json],
  example: 'git show HEAD:.service/kg.json > /tmp/old.json; ask kg diff /tmp/old.json',
  async run(args, io) {
    const [path = ''] = args.positionals
    const [before, after] = await Promise.all([readOld(path), readGraph(args.text(FLAGS.kgPath))])
    const changes = diffGraphs(before, after)
    if (args.has(FLAGS.json)) io.stdout.write(formatJson({ changes }))
    else io.stdout.write(sanitizeText(describe(changes)))
  },
}

/** Reads the older file. Its errors don't suggest building it, because an older graph can't be built again. */
async function readOld(path: string): Promise<Graph> {
  const graph = await findGraph(path).catch((cause: unknown) => {
    if (!(cause instanceof AskError)) throw cause
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
    for (const line of changedLines(before ?? '', after ?? '')) lines.push(line)
  }
  lines.push(changes.length === 0 ? 'No changes' : count(changes.length, 'change'))
  return `${lines.join('\n')}\n`
}

/** The lines that only one of the two texts has. */
function changedLines(before: string, after: string): string[] {
  const [removed, added] = [linesBeyond(before, after), linesBeyond(after, before)]
  const lines = [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
  return lines.length === 0 ? ['    (only the order changed)'] : lines.map((line) => `    ${line}`)
}

function linesBeyond(text: string, other: string): string[] {
  const others = new Set(other.split('\n'))
  const lines = text.split('\n').filter((line) => line !== '' && !others.has(line))
  return lines.map((line) => shorten(line, MAX_SHOWN_LENGTH))
}
