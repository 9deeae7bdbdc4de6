/** `ask sections`: all sections, or those of a group. */
import type { Command } from '../command-line/command.ts'
import { FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge } from '../source/knowledge.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'

/** The command `ask sections`. */
export const sectionsCommand: Command = {
  name: 'sections',
  usage: '',
  positionals: [0, 0],
  summary: 'List all sections with their ids',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.group, FLAGS.json],
  example: `$ ask sections --group Guides
Guides
  guides/routing  Routing
  guides/routing#trailing-slashes  Routing › Trailing slashes`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const group = args.text(FLAGS.group)
    const list = await knowledge.sections(group)
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(list))
    else if (list.sections.length > 0) createPrinter(io.stdout, io.env).sections(list.sections)
    else io.stderr.write(group === null ? 'There are no sections\n' : `There is no group "${sanitizeLine(group)}"\n`)
    return 0
  },
}
