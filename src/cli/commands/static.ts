/** `ask static`: content -> a folder of files that searches it in the page, on any static host. */
import { join } from 'node:path'
import { count } from '../../base/count.ts'
import { type StaticSearchReport, writeStaticSearch } from '../../node/static-index/static-search.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { CONTENT_FLAGS, FLAGS } from '../command-line/flags.ts'
import { readContent } from '../source/content.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../terminal/sanitize.ts'
import { printWarnings } from '../terminal/warnings.ts'

/** The command `ask static`. */
export const staticCommand: Command = {
  name: 'static',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Write the search as static files, for hosts without a server',
  details: `Writes the overlay, its search module and the index. The page loads what a query needs, and the
results are those of \`ask serve\`. Run it after each build of the site, and add to the pages:
  <script type="module" src="/_ask/overlay.js"></script>
  <ask-overlay index="/_ask/"></ask-overlay>
The content is a folder of Markdown or MDX, an Astro project, or a built site. The same content gives
the same files, and files that did not change are left alone.`,
  flags: [FLAGS.staticOut, FLAGS.keep, ...CONTENT_FLAGS, FLAGS.json],
  example: `$ ask static ./docs --out dist/_ask
  Folder   dist/_ask, 96 files, 358 kB
  Content  15 pages, 104 sections
  Reader   11 kB overlay, 27 kB search, 18 kB for the first results, 9 kB for each further search`,
  async run(args, io) {
    const started = io.now()
    const out = args.text(FLAGS.staticOut)
    const { site, chunks } = await readContent(args.positionals[0] ?? null, args)
    printWarnings(site.warnings, io)
    const report = await writeStaticSearch(chunks, { out, keep: args.number(FLAGS.keep) })
    const milliseconds = Math.round(io.now() - started)
    print({ ...report, path: out, pages: site.pages.length, sections: chunks.length, milliseconds }, args, io)
    return 0
  },
}

interface PrintedReport extends StaticSearchReport {
  readonly path: string
  readonly pages: number
  readonly sections: number
  readonly milliseconds: number
}

function print({ path, needsNoJekyll, ...report }: PrintedReport, args: Arguments, io: Io): void {
  const { files, bytes, written, removed, modules, cost, pages, sections, milliseconds } = report
  if (args.has(FLAGS.json)) {
    io.stdout.write(formatJson({ path, ...report, needsNoJekyll }))
    return
  }
  const changes = [`${count(written, 'file')} written`, ...(removed > 0 ? [`${removed} removed`] : [])].join(', ')
  createPrinter(io.stderr, io.env).table([
    ['Folder', `${path}, ${count(files, 'file')}, ${size(bytes)} (${changes})`],
    ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
    [
      'Reader',
      `${size(modules.overlay)} overlay, ${size(modules.search)} search, ${size(cost.first)} for the first results, \
${size(cost.further)} for each further search`,
    ],
    ['Time', `${(milliseconds / 1000).toFixed(1)} s`],
  ])
  const file = sanitizeLine(join(path, '..', '.nojekyll'))
  if (needsNoJekyll) io.stderr.write(`On GitHub Pages create an empty file ${file}, or the folder is left out.\n`)
}

/** `214 kB`, `6.1 MB`. */
function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
