/** `ask overview`: the table of contents, with a word on the site. */
import type { Command } from '../command-line/command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

export const overviewCommand: Command = {
  name: 'overview',
  takes: '',
  words: [0, 0],
  summary: 'Show what the site covers',
  flags: [...SOURCE_FLAGS, JSON_FLAG],
  example: `$ ask overview
Acme Docs explain how to build sites with Acme.

## Guides

- [Routing](/guides/routing/)
  - Trailing slashes`,
  async run(args, io) {
    const overview = await (await openKnowledge(args, io)).overview()
    if (args.has('json')) io.stdout.write(safeJson(overview))
    else createPrinter(io.stdout, io.env).overview(overview)
    return 0
  },
}
