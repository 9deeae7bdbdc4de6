/** `ask glossary`: the site's terms, or one of them. */
import { AskError } from '../../base/errors.ts'
import type { Command } from '../command-line/command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from '../command-line/flags.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeJson } from '../terminal/sanitize.ts'
import { openKnowledge } from '../source/source.ts'

export const glossaryCommand: Command = {
  name: 'glossary',
  takes: '[term]',
  words: [0, Infinity],
  summary: 'List the terms the site explains, or explain one',
  flags: [...SOURCE_FLAGS, JSON_FLAG],
  example: `$ ask glossary ssr
Server-side rendering (SSR)
  Rendering a page on the server for each request.`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const printer = createPrinter(io.stdout, io.env)
    const name = args.words.join(' ')
    if (name === '') {
      const glossary = await knowledge.glossary()
      if (args.has('json')) io.stdout.write(safeJson(glossary))
      else if (glossary.terms.length > 0) printer.glossary(glossary.terms)
      else io.stderr.write('The glossary is empty\n')
      return 0
    }
    const entry = await knowledge.term(name)
    if (entry === null) {
      throw new AskError('not-found', `No glossary entry has the term or alias "${name}"; \`ask glossary\` lists all`)
    }
    if (args.has('json')) io.stdout.write(safeJson(entry))
    else printer.glossary([entry])
    return 0
  },
}
