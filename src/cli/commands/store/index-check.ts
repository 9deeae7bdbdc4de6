/** `ask index check`: whether the index of a search engine is complete. */
import { count } from '../../../base/count.ts'
import { checkIndex } from '../../../store/opensearch/check.ts'
import type { Command } from '../../command-line/command.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { openConnection, STORE_FLAGS, withDetails } from '../../source/store/connection.ts'
import { createPrinter } from '../../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../../terminal/sanitize.ts'

/** The command `ask index check`. */
export const indexCheckCommand: Command = {
  name: 'index check',
  usage: '',
  positionals: [0, 0],
  summary: 'Check the index in OpenSearch or Elasticsearch',
  details: 'Counts its sections and pages. Prints one finding per line; exit code 1 if there is any.',
  flags: [...STORE_FLAGS, FLAGS.json],
  example: `$ ask index check --to https://search.example.com:9200 --index ask-docs
  Index    ask-docs, generation 20260301t090000000z-5f3a91c2, 3 pages replaced since
  Content  15 pages, 104 sections
  Graph    of this content`,
  async run(args, io) {
    const connection = openConnection(args, io)
    const { meta, pages, findings } = await withDetails(() =>
      checkIndex(connection, { now: Date.now, random: Math.random }),
    )
    const { generation, revision, counts: { sections }, contentHash, graphHash } = meta
    const isStale = graphHash !== contentHash
    if (args.has(FLAGS.json)) {
      io.stdout.write(
        formatJson({
          index: connection.index,
          generation,
          revision,
          pages,
          sections,
          contentHash,
          stale: isStale,
          findings,
        }),
      )
    } else {
      const since = revision === 0 ? '' : `, ${count(revision, 'page')} replaced since`
      createPrinter(io.stderr, io.env).table([
        ['Index', `${connection.index}, generation ${generation}${since}`],
        ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
        ['Graph', isStale ? 'of other content: run `ask kg build`, then `ask index push`' : 'of this content'],
      ])
      for (const finding of findings) io.stdout.write(`${sanitizeLine(finding)}\n`)
    }
    return findings.length === 0 ? 0 : 1
  },
}
