/** `ask kg check`: the graph file compared with the content. */
import { join } from 'node:path'
import { count } from '../../../base/count.ts'
import { type Finding, verifyGraph } from '../../../graph-builder/verify/verify.ts'
import { formatGraph } from '../../../graph/format.ts'
import type { Site } from '../../../content/site/site.ts'
import type { Graph } from '../../../graph/graph.ts'
import { readGraph, readGraphText } from '../../../node/graph/graph-file.ts'
import type { Command } from '../../command-line/command.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { readContent } from '../../source/content.ts'
import { formatJson, sanitizeLine } from '../../terminal/sanitize.ts'
import { printWarnings } from '../../terminal/warnings.ts'

const EDITED: Finding = {
  section: null,
  path: null,
  line: null,
  message: 'The file was changed after `ask kg build` wrote it: build it again, and exclude it from formatters',
}

/** True if the file has the fields and the order that a build writes. Line breaks may be those of Windows. */
async function isAsBuilt(path: string, graph: Graph): Promise<boolean> {
  return (await readGraphText(path))?.replaceAll('\r\n', '\n') === formatGraph(graph)
}

function brokenLinks({ warnings }: Site): Finding[] {
  const links = warnings.filter(({ type }) => type === 'link')
  return links.map(({ path, line, message }) => ({ section: null, path, line, message }))
}

/** The command `ask kg check`. */
export const kgCheckCommand: Command = {
  name: 'kg check',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Compare the graph file with the content',
  details: 'Prints one finding per line. Exit code 1 if there is any, so that a build server can run it.',
  flags: [FLAGS.kgPath, ...CONTENT_FLAGS, FLAGS.links, FLAGS.json],
  example: `$ ask kg check ./docs
docs/guides/routing.md:12: guides/routing#trailing-slashes does not hold the literal "ignored"`,
  async run(args, io) {
    const path = args.text(FLAGS.kgPath)
    const graph = await readGraph(path)
    const { site, folder } = await readContent(args.positionals[0] ?? null, args)
    const areLinksChecked = args.has(FLAGS.links)
    printWarnings(site.warnings.filter(({ type }) => !areLinksChecked || type !== 'link'), io)
    const problems = await verifyGraph(graph, site.pages)
    const edited = problems.length === 0 && !(await isAsBuilt(path, graph)) ? [EDITED] : []
    const findings = [...problems, ...edited, ...(areLinksChecked ? brokenLinks(site) : [])]
    if (args.has(FLAGS.json)) {
      io.stdout.write(formatJson({ path, findings }))
    } else {
      for (const { section, path: file, line, message } of findings) {
        const location = file === null ? path : `${join(folder, file)}:${line}`
        io.stdout.write(`${sanitizeLine(`${location}: ${section === null ? '' : `${section} `}${message}`)}\n`)
      }
    }
    if (findings.length > 0) return 1
    io.stderr.write(`${path} matches the content: ${count(graph.sections.length, 'section')} checked\n`)
    return 0
  },
}
