/** `ask glossary`, `ask sections`, `ask section` and `ask overview`: the knowledge of a site. */
import { nearestName } from '../../core/base/option.ts'
import { firstSections, type SectionSummary } from '../../core/graph/knowledge.ts'
import type { Command } from '../command-line/arguments.ts'
import { FLAGS, SOURCE_DETAILS, SOURCE_FLAGS } from '../command-line/flags.ts'
import { openKnowledge, unknownName } from '../source/knowledge.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'

export const glossaryCommand: Command = {
  usage: '[term]',
  positionals: [0, Infinity],
  summary: 'List all glossary terms, or explain one',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: 'ask glossary ssr',
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const printer = createPrinter(io.stdout, io.env)
    const name = args.positionals.join(' ')
    if (name === '') {
      const glossary = await knowledge.glossary()
      if (args.has(FLAGS.json)) io.stdout.write(formatJson(glossary))
      else if (glossary.terms.length > 0) printer.glossary(glossary.terms)
      else io.stderr.write('The glossary is empty\n')
      return
    }
    const entry = await knowledge.term(name)
    if (entry === null) {
      const { terms } = await knowledge.glossary()
      const names = terms.flatMap(({ term, aliases }) => [term, ...aliases])
      throw unknownName('The glossary has no term or alias', name, names, '`ask glossary` lists all terms')
    }
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(entry))
    else printer.glossary([entry])
  },
}

export const sectionsCommand: Command = {
  usage: '',
  summary: 'List all sections with their ids',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.group, FLAGS.json],
  example: 'ask sections --group Guides',
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
      const all = group === null || store !== undefined ? [] : (await sections(null)).sections
      const near = group === null ? null : nearestName(group, [...new Set(all.flatMap((one) => one.group ?? []))])
      const missing = group === null ? 'There are no sections' : `There is no group "${sanitizeLine(group)}"`
      io.stderr.write(`${missing}${near === null ? '' : `: did you mean "${sanitizeLine(near)}"?`}\n`)
    }
  },
}

/** A section in the text of `formatJson({ sections })`, with the text before it. */
function jsonItem(section: SectionSummary, at: number): string {
  const before = at === 0 ? '{\n  "sections": [' : ','
  return `${before}\n    ${formatJson(section).trimEnd().replaceAll('\n', '\n    ')}`
}

export const sectionCommand: Command = {
  usage: '<id>',
  summary: 'Show one section: summary, facts, address',
  details: `${SOURCE_DETAILS}
With --content the text of the section follows, as Markdown.`,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: 'ask section guides/routing#trailing-slashes',
  async run(args, io) {
    const knowledge = await openKnowledge(args, io)
    const [id = ''] = args.positionals
    const node = await knowledge.section(id)
    if (node === null) {
      const ids = (await firstSections(knowledge, null)).sections.map((section) => section.id)
      throw unknownName('There is no section with the id', id, ids, '`ask sections` lists all ids')
    }
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(node))
    else createPrinter(io.stdout, io.env).section(node, await knowledge.markdown(id))
  },
}

export const overviewCommand: Command = {
  usage: '',
  summary: 'Show the introduction and the table of contents',
  details: SOURCE_DETAILS,
  flags: [...SOURCE_FLAGS, FLAGS.json],
  example: 'ask overview',
  async run(args, io) {
    const overview = await (await openKnowledge(args, io)).overview()
    if (args.has(FLAGS.json)) io.stdout.write(formatJson(overview))
    else createPrinter(io.stdout, io.env).overview(overview)
  },
}
