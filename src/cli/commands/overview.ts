/** `ask overview`: an introduction to the site and its table of contents. */
import type { Command } from '../command-line/command.ts'
import { FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge } from '../source/knowledge.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson } from '../terminal/sanitize.ts'

/** The command `ask overview`. */
export const overviewCommand: Command = {
  name: 'overview',
  usage: '',
  positionals: [0, 0],
  summary: 'Show the introduction and the table of contents',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: `$ ask overview
Acme Docs explain how to build sites with Acme.

## Guides

- [Routing](/guides/routing/)
  - Trailing slashes`,
  async run(args, io) {
    const overview = await (await openKnowledge(args, io)).overview()
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(overview))
    else createPrinter(io.stdout, io.env).overview(overview)
    return 0
  },
}
