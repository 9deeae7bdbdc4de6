/** `ask kg show`: what a graph file holds, or one of its sections. */
import { AskError } from '../../base/errors.ts'
import { readGraph } from '../../node/graph/graph-file.ts'
import type { Command } from '../command-line/command.ts'
import { graphFigures } from '../terminal/stats.ts'
import { DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson } from '../terminal/sanitize.ts'

export const kgShowCommand: Command = {
  name: 'kg show',
  takes: '[id]',
  words: [0, 1],
  summary: 'Show what the graph file holds, or one section of it',
  flags: [KG_PATH_FLAG, JSON_FLAG],
  example: `$ ask kg show
  File         .service/kg.json
  Built by     extractive
  Sections     214 in 4 groups`,
  async run(args, io) {
    const path = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
    const graph = await readGraph(path)
    const printer = createPrinter(io.stdout, io.env)
    const id = args.words[0]
    if (id !== undefined) {
      const node = graph.sections.find((section) => section.id === id)
      if (node === undefined) throw new AskError('not-found', `No section of ${path} has the id "${id}"`)
      if (args.has('json')) io.stdout.write(safeJson(node))
      else printer.section(node)
      return 0
    }
    const { counts, rows } = graphFigures(graph)
    if (args.has('json')) {
      io.stdout.write(safeJson({ path, version: graph.version, ...counts }))
      return 0
    }
    printer.table([['File', path], ...rows])
    return 0
  },
}
