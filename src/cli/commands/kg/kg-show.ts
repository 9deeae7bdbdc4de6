/** `ask kg show`: a summary of the graph file, or one of its sections. */
import { AskError } from '../../../base/errors.ts'
import { readGraph } from '../../../node/graph/graph-file.ts'
import type { Command } from '../../command-line/command.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { createPrinter } from '../../terminal/printer.ts'
import { formatJson } from '../../terminal/sanitize.ts'
import { graphStats } from '../../terminal/stats.ts'

/** The command `ask kg show`. */
export const kgShowCommand: Command = {
  name: 'kg show',
  usage: '[id]',
  positionals: [0, 1],
  summary: 'Summarize the graph file, or show one of its sections',
  flags: [FLAGS.kgPath, FLAGS.json],
  example: `$ ask kg show
  File         .service/kg.json
  Built by     rules
  Sections     214 in 4 groups`,
  async run(args, io) {
    const path = args.text(FLAGS.kgPath)
    const graph = await readGraph(path)
    const printer = createPrinter(io.stdout, io.env)
    const [id] = args.positionals
    if (id !== undefined) {
      const node = graph.sections.find((section) => section.id === id)
      if (node === undefined) throw new AskError('not-found', `${path} has no section with the id "${id}"`)
      if (args.has(FLAGS.json)) io.stdout.write(formatJson(node))
      else printer.section(node)
      return 0
    }
    const { counts, rows } = graphStats(graph)
    if (args.has(FLAGS.json)) {
      io.stdout.write(formatJson({ path, version: graph.version, ...counts }))
      return 0
    }
    printer.table([['File', path], ...rows])
    return 0
  },
}
