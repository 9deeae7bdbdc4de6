/** `ask index build`: content and graph -> the one file that a host without files imports. */
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { contentHash } from '../../content/hash.ts'
import { count } from '../../base/count.ts'
import type { Graph } from '../../graph/graph.ts'
import { writeFileAtomically } from '../../node/files/atomic-write.ts'
import { findGraph, readGraph, assertOverwritable } from '../../node/graph/graph-file.ts'
import { formatPrebuilt } from '../../prebuilt/format.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { readContent } from '../source/content.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { warn } from '../source/warnings.ts'

const DEFAULT_OUT = '.service/index.json'

export const indexBuildCommand: Command = {
  name: 'index build',
  takes: '[content]',
  words: [0, 1],
  summary: 'Build content, index and graph into one file for workers',
  details: `A worker imports the file and starts without reading or indexing anything:
  createAsk({ prebuilt: async () => prebuilt })
The same content and graph give the same bytes. Build it with each deployment, after the graph.`,
  flags: [
    { name: 'out', value: 'FILE', help: `File to write (default ${DEFAULT_OUT})` },
    { ...KG_PATH_FLAG, help: `${KG_PATH_FLAG.help}; without one the reads are empty` },
    ...CONTENT_FLAGS,
    JSON_FLAG,
  ],
  example: `$ ask index build ./docs
  File     .service/index.json (written)
  Size     359 kB, 125 kB compressed
  Content  15 pages, 104 sections`,
  async run(args, io) {
    const started = io.now()
    const path = args.text('out') ?? DEFAULT_OUT
    await assertOverwritable(path)
    const { site, chunks } = await readContent(args.words[0] ?? null, args)
    warn(site.warnings, io)
    const graphPath = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
    const graph = await (args.has('kg-path') ? readGraph : findGraph)(graphPath)
    const hash = await contentHash(chunks)
    const isStale = graph !== null && graph.contentHash !== hash
    adviseOnGraph({ graph, graphPath, isStale }, io)
    const text = await formatPrebuilt(chunks, graph)
    const bytes = Buffer.from(text)
    const isChanged = !(await holds(path, bytes))
    if (isChanged) await writeFileAtomically(path, text)
    const sizes = { bytes: bytes.length, compressedBytes: (await promisify(gzip)(bytes)).length }
    const figures = { contentHash: hash, pages: site.pages.length, sections: chunks.length }
    report({ path, isChanged, ...sizes, ...figures, graph, graphPath, isStale, milliseconds: Math.round(io.now() - started) }, args, io)
    return 0
  },
}

/** Whether a file is there and holds these bytes; a device or pipe is not read. */
async function holds(path: string, bytes: Buffer): Promise<boolean> {
  const known = await stat(path).catch(() => null)
  if (known === null || !known.isFile() || known.size !== bytes.length) return false
  return (await readFile(path).catch(() => null))?.equals(bytes) === true
}

interface FoundGraph {
  readonly graph: Graph | null
  readonly graphPath: string
  /** Whether it was built from other content. */
  readonly isStale: boolean
}

function adviseOnGraph({ graph, graphPath, isStale }: FoundGraph, { stderr }: Io): void {
  const path = safeLine(graphPath)
  if (graph === null) stderr.write(`There is no ${path}: glossary, sections and overview will be empty (\`ask kg build\` makes it)\n`)
  if (isStale) stderr.write(`Warning: ${path} was built from other content: run \`ask kg build\`, then \`ask index build\` again\n`)
}

interface Report extends FoundGraph {
  readonly path: string
  readonly isChanged: boolean
  readonly bytes: number
  /** With gzip, which is what hosts limit. */
  readonly compressedBytes: number
  readonly contentHash: string
  readonly pages: number
  readonly sections: number
  readonly milliseconds: number
}

function report({ path, isChanged, graph, graphPath, isStale, ...figures }: Report, args: Arguments, io: Io): void {
  if (args.has('json')) {
    const found = graph === null ? null : { path: graphPath, sections: graph.sections.length, stale: isStale }
    io.stdout.write(safeJson({ path, changed: isChanged, ...figures, graph: found }))
    return
  }
  const { bytes, compressedBytes, pages, sections, milliseconds } = figures
  const age = isStale ? ', stale' : ''
  createPrinter(io.stderr, io.env).table([
    ['File', `${path} (${isChanged ? 'written' : 'unchanged'})`],
    ['Size', `${size(bytes)}, ${size(compressedBytes)} compressed`],
    ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
    ['Graph', graph === null ? 'none' : `${graphPath}, ${count(graph.sections.length, 'section')}, built by ${graph.builtBy}${age}`],
    ['Time', `${(milliseconds / 1000).toFixed(1)} s`],
  ])
}

/** `214 kB`, `6.1 MB`. */
function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
