/** `ask index build`: content and graph -> one file, for a host without a file system. */
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { count } from '../../../core/base/text.ts'
import { addressesOf, firstMoved } from '../../../core/graph/addresses.ts'
import type { Graph } from '../../../core/graph/graph.ts'
import { removeAbandonedFiles, writeFileAtomically } from '../../../core/node/files/atomic-write.ts'
import { readBoundedFile } from '../../../core/node/files/regular-file.ts'
import { assertOverwritable } from '../../../core/node/graph/graph-file.ts'
import { formatPrebuilt } from '../../../core/prebuilt/prebuilt.ts'
import type { Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { readContent } from '../../source/content.ts'
import { readGraphFile } from '../../source/knowledge.ts'
import type { Io } from '../../terminal/io.ts'
import { describeGraph, formatSeconds, formatSize, printOutcome, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

export const indexBuildCommand: Command = {
  usage: '[content]',
  summary: 'Write content, index and graph into one file for workers',
  details: `A worker imports the file and starts without reading or indexing anything:
  createAsk({ prebuilt: async () => prebuilt })
The same content and graph give the same bytes. Build it for each deployment, after the graph.
Without a graph file the glossary, the sections and the overview are empty.`,
  flags: [FLAGS.out, FLAGS.kgPath, ...CONTENT_FLAGS, FLAGS.json],
  example: 'ask index build ./docs',
  async run(args, io) {
    const started = io.now()
    const path = args.text(FLAGS.out)
    await assertOverwritable(path)
    const { site, chunks, hash: hashOf } = await readContent(args.positionals[0] ?? null, args, io)
    printWarnings(site.warnings, io)
    const graphPath = args.text(FLAGS.kgPath)
    const graph = await readGraphFile(args)
    const hash = await hashOf()
    const isStale = graph !== null && graph.contentHash !== hash
    const isMoved = graph !== null && firstMoved(graph, addressesOf(chunks)) !== null
    reportGraph(sanitizeLine(graphPath), graph, isStale, isMoved, io)
    const text = await formatPrebuilt(chunks, graph)
    const bytes = Buffer.from(text)
    const isChanged = (await readBoundedFile(path, bytes.length).catch(() => null))?.equals(bytes) !== true
    if (isChanged) await writeFileAtomically(path, text)
    await removeAbandonedFiles([dirname(path)])
    const compressedBytes = (await promisify(gzip)(bytes)).length
    const milliseconds = Math.round(io.now() - started)
    const [pages, sections] = [site.pages.length, chunks.length]
    const used = graph === null ? null : { path: graphPath, sections: graph.sections.length, stale: isStale }
    const sizes = { bytes: bytes.length, compressedBytes }
    printOutcome({
      json: { path, changed: isChanged, ...sizes, contentHash: hash, pages, sections, milliseconds, graph: used },
      rows: [
        ['File', `${path} (${isChanged ? 'written' : 'unchanged'})`],
        // Hosts limit the compressed size.
        ['Size', `${formatSize(bytes.length)}, ${formatSize(compressedBytes)} compressed`],
        ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
        ['Graph', graph === null ? 'none' : `${graphPath}, ${describeGraph(graph, isStale)}`],
        ['Time', formatSeconds(milliseconds)],
      ],
    }, args.has(FLAGS.json), io)
  },
}

function reportGraph(path: string, graph: Graph | null, isStale: boolean, isMoved: boolean, { stderr }: Io): void {
  const empty = 'glossary, sections and overview will be empty; create it with `ask kg build`'
  if (graph === null) stderr.write(`No graph file at ${path}: ${empty}\n`)
  const advice = 'run `ask kg build`, then `ask index build` again'
  if (isStale) stderr.write(`Warning: ${path} does not match the content: ${advice}\n`)
  else if (isMoved) stderr.write(`Warning: ${path} has other addresses than the content: ${advice}\n`)
}
