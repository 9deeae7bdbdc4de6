/** `ask export`: a folder of content -> a tree of Markdown, for static hosts and for agents that read files. */
import { resolve } from 'node:path'
import { exportTree } from '../../../addons/agents/export-tree.ts'
import { count } from '../../../core/base/text.ts'
import { AskError } from '../../../core/base/errors.ts'
import { formatOf } from '../../../core/content/address.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { writeTree } from '../../../core/node/files/exported-tree.ts'
import { isBelow } from '../../../core/node/files/regular-file.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { chooseGraph, readGraphFile } from '../../source/knowledge.ts'
import { baseOf, type Content, readContent, siteTitle } from '../../source/content.ts'
import type { Io } from '../../terminal/io.ts'
import { printOutcome, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'

/** Maximum number of unchanged files that are named one by one. */
const MAX_NAMED_FILES = 20

export const exportCommand: Command = {
  usage: '[content]',
  summary: 'Write all pages as Markdown, with an index and the glossary',
  details: `Each page is at its address with .md; llms.txt lists them, llms-full.txt has their texts if these are
at most 2 MB. Write into the folder of the built site: a static host then serves them as \`ask serve\`
does. Only changed files are written; files of pages that are gone are removed, other files stay.`,
  flags: [FLAGS.exportFolder, FLAGS.kgPath, ...CONTENT_FLAGS, FLAGS.json],
  example: 'ask export ./docs --out dist',
  run: exportContent,
}

async function exportContent(args: Arguments, io: Io): Promise<void> {
  const folder = args.text(FLAGS.exportFolder)
  if (folder === null) throw new AskError('usage', '--out is missing: give a folder, such as --out dist')
  const content = await readContent(args.positionals[0] ?? null, args, io)
  refuseOwnContent(folder, content)
  const { pages, warnings } = content.site
  printWarnings(warnings, io)
  const { graph } = await chooseGraph(await readGraphFile(args), content, args)
  const { glossary } = graph ?? (await extractGraph(pages))
  const base = await baseOf(content.folder, args)
  const report = await writeTree(folder, exportTree({ pages, title: siteTitle(content, args), base, glossary }))
  const { written, unchanged, removed, foreign } = report
  printOutcome({
    json: { folder, pages: pages.length, ...report },
    rows: [
      ['Folder', folder],
      ['Content', count(pages.length, 'page')],
      ['Files', `${written.length} written, ${unchanged.length} unchanged, ${removed.length} removed`],
    ],
  }, args.has(FLAGS.json), { ...io, stderr: io.stdout })
  for (const path of foreign.slice(0, MAX_NAMED_FILES)) {
    io.stderr.write(`${sanitizeLine(path)} is not changed: the last export did not write it like this\n`)
  }
  const more = foreign.length - MAX_NAMED_FILES
  if (more > 0) io.stderr.write(`${count(more, 'more file')} are not changed either\n`)
}

/** Throws `AskError('usage')` for a folder in which the written files would be content of the next run. */
function refuseOwnContent(folder: string, { folder: source, site: { pages } }: Content): void {
  const isMarkdown = pages.some(({ path }) => formatOf(path) === 'markdown')
  const [target, root] = [resolve(folder), resolve(source)]
  // A project is its own root; its content is in a folder of it.
  const isContent = isBelow(root, target) && pages.some(({ path }) => isBelow(target, resolve(root, path)))
  if (!isMarkdown || !(target === root || isContent)) return
  const remedy = 'give another folder with --out, such as that of the built site'
  throw new AskError('usage', `${folder} is the folder of the content: ${remedy}`)
}
