/** `ask static`: content -> a folder of files that searches it in the page, on any static host. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { formatOverlayTag } from '../../../addons/reader/node/overlay-tag.ts'
import { findPageSearch, injectOverlay, type InjectReport } from '../../../addons/static/node/built-pages.ts'
import { writeStaticSearch } from '../../../addons/static/node/static-search.ts'
import { ownSearchLine } from '../../../addons/static/site-search.ts'
import { count } from '../../../core/base/text.ts'
import { AskError } from '../../../core/base/errors.ts'
import { formatOf } from '../../../core/content/address.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { expandChunks } from '../../source/knowledge.ts'
import { type Content, contentSettings, readContent } from '../../source/content.ts'
import { formatSeconds, formatSize, printOutcome, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

const FOLDER_NAME = '_ask'

export const staticCommand: Command = {
  usage: '[content]',
  summary: 'Write the search as static files, for hosts without a server',
  details: `Writes the overlay, its search module and the index. The page loads what a query needs, and the
results are those of \`ask serve\`. Run it after each build of the site. --inject adds the dialog to
the pages that have none; else add to them:
  <script type="module" src="/_ask/overlay.js"></script>
  <ask-overlay index="/_ask/"></ask-overlay>
The content is a folder of Markdown or MDX, an Astro project, or a built site. The same content
gives the same files, and files that did not change are left alone.`,
  flags: [
    FLAGS.inject, FLAGS.injectEndpoint, FLAGS.replaces, FLAGS.staticOut, FLAGS.keep, FLAGS.kgPath, ...CONTENT_FLAGS,
    FLAGS.json,
  ],
  example: 'ask static dist --inject',
  async run(args, io) {
    const started = io.now()
    if (!args.has(FLAGS.inject) && (args.has(FLAGS.injectEndpoint) || args.has(FLAGS.replaces))) {
      throw new AskError('usage', '--endpoint and --replaces are for the dialog that --inject adds: give --inject, too')
    }
    const content = await readContent(args.positionals[0] ?? null, args, io)
    const { folder, site, chunks } = content
    const builtPages = site.pages.map(({ path }) => path).filter((path) => formatOf(path) === 'html')
    const isBuilt = builtPages.length > 0
    const out = args.text(FLAGS.staticOut) ?? join(isBuilt ? folder : 'dist', FOLDER_NAME)
    const tag = args.has(FLAGS.inject) ? tagFor(content, isBuilt ? out : null, args) : null
    printWarnings(site.warnings, io)
    const searched = await expandChunks(content, args)
    const keep = args.number(FLAGS.keep)
    const report = await writeStaticSearch(searched, await io.readBrowserModules(), { out, keep })
    const injected = tag === null ? null : await injectOverlay(folder, tag)
    const milliseconds = Math.round(io.now() - started)
    const ownSearch = await findPageSearch(folder, builtPages)
    const { files, bytes, written, removed, modules, cost, needsNoJekyll } = report
    const [pages, sections] = [site.pages.length, chunks.length]
    const changes = [`${count(written, 'file')} written`, ...(removed > 0 ? [`${removed} removed`] : [])].join(', ')
    printOutcome({
      json: { path: out, ...report, pages, sections, injected, ownSearch, milliseconds },
      rows: [
        ['Folder', `${out}, ${count(files, 'file')}, ${formatSize(bytes)} (${changes})`],
        ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
        ...(injected === null ? [] : [['Dialog', formatInjected(injected)] as const]),
        [
          'Reader',
          `${formatSize(modules.overlay)} overlay, ${formatSize(modules.search)} search, \
${formatSize(cost.first)} for the first results, ${formatSize(cost.further)} for each further search`,
        ],
        ['Time', formatSeconds(milliseconds)],
      ],
    }, args.has(FLAGS.json), io)
    if (args.has(FLAGS.json)) return 0
    if (ownSearch !== null && !args.has(FLAGS.replaces)) io.stderr.write(`${ownSearchLine(ownSearch)}\n`)
    const address = isBuilt ? null : (site.pages.at(-1)?.url ?? '/')
    if (injected === null) io.stderr.write(`${sanitizeLine(nextStep(address))}\n`)
    const file = sanitizeLine(join(out, '..', '.nojekyll'))
    if (needsNoJekyll) io.stderr.write(`On GitHub Pages create an empty file ${file}, or the folder is left out.\n`)
    return 0
  },
}

/** The overlay's tag for the pages of a site. Throws `AskError('usage')` for files that the site doesn't serve. */
function tagFor({ folder }: Content, out: string | null, args: Arguments): string {
  if (out === null) {
    throw new AskError('usage', '--inject adds the dialog to built pages: give the folder that your generator writes')
  }
  const path = relative(resolve(folder), resolve(out))
  if (path === '' || path.startsWith('..') || isAbsolute(path)) {
    throw new AskError('usage', `--inject needs a folder in ${folder}, which its pages can reach, not --out ${out}`)
  }
  const address = path.split(sep).map(encodeURIComponent).join('/')
  const index = `${contentSettings(args).base}${address}/`
  return formatOverlayTag({ index, endpoint: args.text(FLAGS.injectEndpoint), replaces: args.text(FLAGS.replaces) })
}

/** The sentence for pages without the dialog; `address` is that of a page that the content has only as Markdown. */
function nextStep(address: string | null): string {
  const help = '`ask static --help` shows the two lines that add the dialog to'
  if (address === null) return `The pages are not changed: ${help} them.`
  const pages = `results open addresses such as ${address}, which the site must have`
  return `The content has no built pages: ${pages}. ${help} its pages.`
}

function formatInjected({ added, unchanged }: InjectReport): string {
  return `added to ${count(added, 'page')}; ${count(unchanged, 'page')} unchanged`
}
