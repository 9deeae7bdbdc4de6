/** `ask glossary`: the terms of the site, or one term. */
import type { Command } from '../command-line/command.ts'
import { FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge, unknownName } from '../source/knowledge.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson } from '../terminal/sanitize.ts'

/** The command `ask glossary`. */
export const glossaryCommand: Command = {
  name: 'glossary',
  usage: '[term]',
  positionals: [0, Infinity],
  summary: 'List all glossary terms, or explain one',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: `$ ask glossary ssr
Server-side rendering (SSR)
  Rendering a page on the server for each request.`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const printer = createPrinter(io.stdout, io.env)
    const name = args.positionals.join(' ')
    if (name === '') {
      const glossary = await knowledge.glossary()
      if (args.has(FLAGS.json)) io.stdout.write(formatJson(glossary))
      else if (glossary.terms.length > 0) printer.glossary(glossary.terms)
      else io.stderr.write('The glossary is empty\n')
      return 0
    }
    const entry = await knowledge.term(name)
    if (entry === null) {
      const { terms } = await knowledge.glossary()
      const names = terms.flatMap(({ term, aliases }) => [term, ...aliases])
      throw unknownName('The glossary has no term or alias', name, names, '`ask glossary` lists all terms')
    }
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(entry))
    else printer.glossary([entry])
    return 0
  },
}
