/** `ask search`: sections for a few words. */
import type { Command } from './command.ts'
import { JSON_FLAG, SOURCE_FLAGS } from './flags.ts'
import { createPrinter } from './print.ts'
import { safeJson, safeLine } from './safe.ts'
import { openKnowledge } from './source.ts'

const DEFAULT_RESULTS = 8
const MAX_RESULTS = 50

export const searchCommand: Command = {
  name: 'search',
  takes: '<query>',
  words: [1, Infinity],
  summary: 'Find sections by keywords',
  flags: [
    ...SOURCE_FLAGS,
    {
      name: 'max-results',
      value: 'N',
      range: [1, MAX_RESULTS],
      help: `Sections to show, 1 to ${MAX_RESULTS} (default ${DEFAULT_RESULTS})`,
    },
    JSON_FLAG,
  ],
  example: `$ ask search --content ./docs --max-results 1 trailing slash
Guides · Routing › Trailing slashes
  guides/routing#trailing-slashes
  Whether a route answers with a slash at its end …`,
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const query = args.words.join(' ')
    const { results } = await knowledge.search(query, args.number('max-results') ?? DEFAULT_RESULTS)
    if (args.has('json')) io.stdout.write(safeJson({ query, results }))
    else if (results.length > 0) createPrinter(io.stdout, io.env).results(results)
    else io.stderr.write(`Nothing found for "${safeLine(query)}"\n`)
    return 0
  },
}
