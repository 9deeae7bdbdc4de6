/** `ask section`: one section with its summary and facts. */
import { AskError } from '../../base/errors.ts'
import type { Command } from '../command-line/command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

export const sectionCommand: Command = {
  name: 'section',
  takes: '<id>',
  words: [1, 1],
  summary: 'Show one section: summary, facts, address',
  flags: [...SOURCE_FLAGS, JSON_FLAG],
  example: `$ ask section guides/routing#trailing-slashes
Guides · Routing › Trailing slashes
/guides/routing/#trailing-slashes

Whether a route answers with a slash at its end is up to trailingSlash.

Facts
  default  'ignore'`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const id = args.words[0]!
    const node = await knowledge.section(id)
    if (node === null) throw new AskError('not-found', `No section has the id "${id}"; \`ask sections\` lists all`)
    if (args.has('json')) io.stdout.write(safeJson(node))
    else createPrinter(io.stdout, io.env).section(node)
    return 0
  },
}
