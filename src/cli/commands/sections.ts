/** `ask sections`: all sections, or those of a group. */
import type { SectionSummary } from '../../graph/knowledge.ts'
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
    const { sections, store } = await openKnowledge(args, io)
    const group = args.text(FLAGS.group)
    const isJson = args.has(FLAGS.json)
    const printer = createPrinter(io.stdout, io.env)
    let count = 0
    // The list of a store may be larger than memory.
    const batches = store === undefined ? [(await sections(group)).sections] : store.summaries(group)
    for await (const batch of batches) {
      if (isJson) for (const [i, section] of batch.entries()) io.stdout.write(jsonItem(section, count + i))
      else printer.sections(batch)
      count += batch.length
    }
    if (isJson) io.stdout.write(count === 0 ? formatJson({ sections: [] }) : '\n  ]\n}\n')
    else if (count === 0) {
      io.stderr.write(group === null ? 'There are no sections\n' : `There is no group "${sanitizeLine(group)}"\n`)
    }
    return 0
  },
}

/** A section in the text of `formatJson({ sections })`, with the text before it. */
function jsonItem(section: SectionSummary, at: number): string {
  const before = at === 0 ? '{\n  "sections": [' : ','
  return `${before}\n    ${formatJson(section).trimEnd().replaceAll('\n', '\n    ')}`
}
