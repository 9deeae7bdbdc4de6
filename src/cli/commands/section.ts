/** `ask section`: one section with its summary and facts. */
import { firstSections } from '../../graph/knowledge.ts'
import type { Command } from '../command-line/command.ts'
import { FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge, unknownName } from '../source/knowledge.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson } from '../terminal/sanitize.ts'

/** The command `ask section`. */
export const sectionCommand: Command = {
  name: 'section',
  usage: '<id>',
  positionals: [1, 1],
  summary: 'Show one section: summary, facts, address',
  details: `${SOURCE_DETAILS}
With --content the text of the section follows, as Markdown.`,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: `$ ask section guides/routing#trailing-slashes
Guides · Routing › Trailing slashes
/guides/routing/#trailing-slashes

The option trailingSlash sets whether the address of a route ends in a slash.

Facts
  default  'ignore'`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const [id = ''] = args.positionals
    const node = await knowledge.section(id)
    if (node === null) {
      const { sections } = await firstSections(knowledge, null)
      throw unknownName(
        'There is no section with the id',
        id,
        sections.map((section) => section.id),
        '`ask sections` lists all ids',
      )
    }
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(node))
    else createPrinter(io.stdout, io.env).section(node, await knowledge.markdown(id))
    return 0
  },
}
