/** `ask kg check`: proves the graph file against the content. */
import { join } from 'node:path'
import { count } from '../../base/count.ts'
import { type Finding, verifyGraph } from '../../graph-builder/verify/verify.ts'
import { formatGraph } from '../../graph/format.ts'
import type { Graph } from '../../graph/graph.ts'
import { readGraph, readGraphText } from '../../node/graph/graph-file.ts'
import type { Command } from '../command-line/command.ts'
import { readContent } from '../source/content.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { warn } from '../source/warnings.ts'

const NOT_AS_WRITTEN: Finding = {
  section: null, path: null, line: null, message: 'The file is not as `ask kg build` writes it: run it again, and let nothing else format the file',
}

/** Whether the file holds nothing but the graph: no field that nobody reads, no order of its own. Line breaks may be those of Windows. */
async function isAsWritten(path: string, graph: Graph): Promise<boolean> {
  return (await readGraphText(path))?.replaceAll('\r\n', '\n') === formatGraph(graph)
}

export const kgCheckCommand: Command = {
  name: 'kg check',
  takes: '[content]',
  words: [0, 1],
  summary: 'Prove the graph file against its content',
  details: 'One finding a line, and exit code 1 when there is any: fit for a build server.',
  flags: [KG_PATH_FLAG, ...CONTENT_FLAGS, JSON_FLAG],
  example: `$ ask kg check ./docs
docs/guides/routing.md:12: guides/routing#trailing-slashes does not hold the literal "ignored"`,
  async run(args, io) {
    const path = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
    const graph = await readGraph(path)
    const { site, folder } = await readContent(args.words[0] ?? null, args)
    warn(site.warnings, io)
    const found = await verifyGraph(graph, site.pages)
    const findings = found.length === 0 && !(await isAsWritten(path, graph)) ? [NOT_AS_WRITTEN] : found
    if (args.has('json')) {
      io.stdout.write(safeJson({ path, findings }))
    } else {
      for (const { section, path: file, line, message } of findings) {
        const place = file === null ? path : `${join(folder, file)}:${line}`
        io.stdout.write(`${safeLine(`${place}: ${section === null ? '' : `${section} `}${message}`)}\n`)
      }
    }
    if (findings.length === 0) io.stderr.write(`${path} holds: ${count(graph.sections.length, 'section')} proved\n`)
    return findings.length === 0 ? 0 : 1
  },
}
