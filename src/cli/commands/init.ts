/** `ask init`: a site's folder -> search set up in it, after its owner has seen what is written. */
import { join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { planAstro } from '../../init/plans/astro-plan.ts'
import { planFramework } from '../../init/plans/framework-plan.ts'
import { type Plan, shellArgument } from '../../init/plans/plan.ts'
import { planServer } from '../../init/plans/server-plan.ts'
import type { RecognizedSite } from '../../init/recognized-site.ts'
import { planStatic } from '../../init/plans/static-plan.ts'
import { planWorker } from '../../init/plans/worker-plan.ts'
import { CONTENT_CONFIG_FILES, readContentConfig } from '../../node/astro/content-config.ts'
import { recognizeSite } from '../../node/project/recognize-site.ts'
import { findNestedSites } from '../../node/project/nested-sites.ts'
import { createProjectFiles, type ProjectFiles } from '../../node/project/project-files.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { createInitReport } from '../terminal/init-report.ts'
import type { Io } from '../terminal/io.ts'

/** Nested sites that a message names. */
const MAX_NAMED_SITES = 5

/** Sets up search in a site. */
export const initCommand: Command = {
  name: 'init',
  takes: '[folder]',
  words: [0, 1],
  summary: 'Set up search in the site of a folder',
  details: `Recognises what makes the site, shows what it would write as a diff, asks, writes it and says
what to type next. It installs nothing and overwrites nothing; what it can't edit for certain it
leaves, and shows the lines to add. Default: the current folder.`,
  flags: [{ name: 'yes', value: null, help: 'Write without asking' }],
  example: `$ ask init
  Site     Starlight (astro.config.mjs)
  Content  src/content/docs
  …
Write astro.config.mjs? [Y/n]`,
  run: init,
}

async function init(args: Arguments, io: Io): Promise<number> {
  const folder = args.words[0] ?? '.'
  const site = await recognize(folder)
  const files = createProjectFiles(folder)
  const plan = await planFor(site, files)
  const report = createInitReport(io)
  report.site(site, plan)
  for (const change of plan.changes) report.change(change, await files.linkTarget(change.path))
  if (plan.changes.length > 0) io.stdout.write('\n')
  if (plan.changes.length > 0 && !(await isAllowed(plan, args, io))) return refuse(io)
  for (const { path, before, after } of plan.changes) {
    await files.replaceText(path, before, after)
    report.written(path)
  }
  report.rest(site, plan)
  return plan.isBlocked ? 1 : 0
}

/** Throws `AskError('not-found')` where there is no site, and where those below have to be named one by one. */
async function recognize(folder: string): Promise<RecognizedSite> {
  const site = await recognizeSite(folder)
  if (site !== null && site.kind !== 'folder') return site
  const nested = await findNestedSites(folder)
  const commands = nested.slice(0, MAX_NAMED_SITES).map((place) => `\`ask init ${shellArgument(join(folder, place))}\``)
  if (nested.length > 0) {
    const some = nested.length === 1 ? 'one' : 'some'
    throw new AskError('not-found', `${folder} is no site itself, but holds ${some}: run ${commands.join(' or ')}`)
  }
  if (site === null) {
    const what = 'no configuration of a site generator, no framework in package.json, no Markdown and no HTML'
    throw new AskError('not-found', `No site is recognised in ${folder}: there is ${what}; name the folder of your site`)
  }
  return site
}

async function planFor(site: RecognizedSite, files: ProjectFiles): Promise<Plan> {
  const context = { site, readText: files.readText, isFolder: files.isFolder }
  switch (site.kind) {
    case 'astro':
      return planAstro(context, await collectionNames(files))
    case 'framework':
      return planFramework(context)
    case 'server':
      return site.generator === 'worker' ? planWorker(context) : planServer(context)
    default:
      return planStatic(context)
  }
}

/** Collections of an Astro site: those that its configuration spells out, else the folders of the usual place. */
async function collectionNames({ readText, foldersIn }: ProjectFiles): Promise<string[]> {
  for (const path of CONTENT_CONFIG_FILES) {
    const text = await readText(path)
    if (text !== null) return [...readContentConfig(text).keys()]
  }
  return foldersIn('src/content')
}

async function isAllowed({ changes }: Plan, args: Arguments, io: Io): Promise<boolean> {
  if (args.has('yes')) return true
  const what = changes.length === 1 ? changes[0]!.path : `these ${changes.length} files`
  return io.confirm !== null && (await io.confirm(`Write ${what}?`))
}

/** An owner who says no has what they asked for; a script that can't say yes hasn't. */
function refuse({ stderr, confirm }: Io): number {
  const isAsked = confirm !== null
  stderr.write(isAsked ? 'Nothing was written\n' : 'Nothing is written without a yes: pass --yes to write it\n')
  return isAsked ? 0 : 1
}
