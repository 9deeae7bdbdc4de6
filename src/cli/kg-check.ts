/** `ask kg check`: proves the graph file against the content. */
import { join } from 'node:path'
import { verifyGraph } from '../distill/verify.ts'
import { readGraph } from '../node/files.ts'
import type { Command } from './command.ts'
import { readContent } from './content.ts'
import { count } from './figures.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from './flags.ts'
import { safeJson, safeLine } from './safe.ts'

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
    const findings = await verifyGraph(graph, site.pages)
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
