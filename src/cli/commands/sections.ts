/** `ask sections`: every section, or those of a group. */
import type { Command } from '../command-line/command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson, safeLine } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

export const sectionsCommand: Command = {
  name: 'sections',
  takes: '',
  words: [0, 0],
  summary: 'List all sections with their ids',
  flags: [
    ...SOURCE_FLAGS,
    { name: 'group', value: 'NAME', help: 'Only sections of this group (its exact name)' },
    JSON_FLAG,
  ],
  example: `$ ask sections --group Guides
Guides
  guides/routing  Routing
  guides/routing#trailing-slashes  Routing › Trailing slashes`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const group = args.text('group')
    const list = await knowledge.sections(group)
    if (args.has('json')) io.stdout.write(safeJson(list))
    else if (list.sections.length > 0) createPrinter(io.stdout, io.env).sections(list.sections)
    else io.stderr.write(group === null ? 'There are no sections\n' : `No section is in a group "${safeLine(group)}"\n`)
    return 0
  },
}
