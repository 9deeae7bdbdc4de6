/** `ask agents`: an index of a folder's pages for the instructions of coding agents. */
import { basename, dirname, relative, resolve } from 'node:path'
import { type AgentsSite, formatAgentsIndex, MARKS, replaceBlock } from '../../../addons/agents/agents-index.ts'
import { AskError } from '../../../core/base/errors.ts'
import { shellArgument } from '../../../core/base/text.ts'
import { commonFolder, formatOf } from '../../../core/content/address.ts'
import { addressMarkdown } from '../../../core/content/chunk.ts'
import { createProjectFiles } from '../../../core/node/files/project-files.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { isInstalled } from '../../package-copy.ts'
import { baseOf, type Content, readWithNotice, siteTitle } from '../../source/content.ts'
import { confirmChange } from '../../terminal/file-change.ts'
import type { Io } from '../../terminal/io.ts'
import { sanitizeText } from '../../terminal/sanitize.ts'

const NO_HOST = 'The addresses have no host: give it with --base, such as --base https://docs.example.com\n'

export const agentsCommand: Command = {
  usage: '[content]',
  summary: 'Write an index of the pages for coding agents (AGENTS.md)',
  details: `The index has at most 8 kB: each group, then the pages and sections that other pages link to most,
while they fit. With --write it goes into a file, between two marks: the change is shown as a diff,
then the command asks. The next run replaces it. Without --write it is printed.`,
  flags: [FLAGS.write, FLAGS.yes, ...CONTENT_FLAGS],
  example: 'ask agents ./docs --write AGENTS.md',
  run: writeIndex,
}

async function writeIndex(args: Arguments, io: Io): Promise<number> {
  const content = await readWithNotice(args.positionals[0] ?? null, args, io)
  const path = args.text(FLAGS.write)
  const site = await siteOf(content, dirname(path ?? 'AGENTS.md'), args)
  if (site.root.startsWith('/')) io.stderr.write(NO_HOST)
  const block = formatAgentsIndex(content.site.pages, site)
  if (path === null) {
    io.stdout.write(`${sanitizeText(block)}\n`)
    return 0
  }
  const files = createProjectFiles(dirname(path))
  const name = basename(path)
  const before = await files.readText(name)
  const replaced = replaceBlock(before ?? '', block)
  if (replaced === null) {
    const marks = `\`${MARKS.start}\` and \`${MARKS.end}\``
    io.stdout.write(`${sanitizeText(block)}\n`)
    const remedy = `it needs the marks ${marks} once each, in this order. Paste the lines above`
    throw new AskError('file', `${path} is not changed: ${remedy}`)
  }
  return confirmChange({ path: name, shown: path, before, after: replaced }, files, args.has(FLAGS.yes), io)
}

/**
 * Files of Markdown are named by their paths, from the folder of the index; pages of a built site by their addresses.
 */
async function siteOf(content: Content, from: string, args: Arguments): Promise<AgentsSite> {
  const { folder, site: { pages } } = content
  const title = siteTitle(content, args)
  if (pages.some(({ path }) => formatOf(path) === 'html')) {
    const base = await baseOf(folder, args)
    const urls = new Map(addressMarkdown(pages).map(({ page, url }) => [page, url.slice(base.length)]))
    return { title, root: base, pathOf: (page) => urls.get(page) ?? null, search: '' }
  }
  const common = commonFolder(pages.map(({ path }) => path))
  const root = relative(resolve(from), resolve(folder, common)).replaceAll('\\', '/')
  const source = relative(resolve(from), resolve(folder)).replaceAll('\\', '/') || '.'
  const program = isInstalled() ? 'npx ask-service' : 'ask'
  const search = `\`${program} search --content ${shellArgument(source)} WORDS\` finds sections.`
  return { title, root: root === '' ? './' : `${root}/`, pathOf: ({ path }) => path.slice(common.length), search }
}
