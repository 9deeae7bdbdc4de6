/** `ask init`: the folder of a site -> search set up in it, after its owner has seen and confirmed the changes. */
import { join } from 'node:path'
import { CONTENT_CONFIG_FILES, readContentConfig } from '../../../addons/astro/config/astro-config.ts'
import { planAstro } from '../../../addons/setup/init/astro-plan.ts'
import { type Plan, type RecognizedSite, settingsChange } from '../../../addons/setup/init/plan.ts'
import { planFramework, planServer, planWorker } from '../../../addons/setup/init/service-plan.ts'
import { planFolder, planStatic } from '../../../addons/setup/init/static-plan.ts'
import { findNestedSites, recognizeSite } from '../../../addons/setup/project/recognize-site.ts'
import { ownSearchLine } from '../../../addons/static/site-search.ts'
import { AskError } from '../../../core/base/errors.ts'
import { shellArgument } from '../../../core/base/text.ts'
import { createProjectFiles, type ProjectFiles } from '../../../core/node/files/project-files.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { PACKAGE_COPY } from '../../package-copy.ts'
import { placeName } from '../../source/content.ts'
import { confirmChanges } from '../../terminal/file-change.ts'
import type { Io } from '../../terminal/io.ts'
import { createPrinter } from '../../terminal/printer.ts'
import { sanitizeLine, sanitizeText } from '../../terminal/sanitize.ts'

/** A note for every site. */
const ANSWERS = 'Search works without a key. For answers set the variable LLM_API_KEY where the service runs.'

function printSite(
  { title, evidence, contentFolder, outputFolder, base, kind }: RecognizedSite,
  { present }: Plan,
  { stdout, env }: Io,
): void {
  createPrinter(stdout, env).table([
    ['Site', `${title} (${evidence})`],
    ...(contentFolder === null ? [] : [['Content', contentFolder] as const]),
    ...(outputFolder === null || kind === 'astro' ? [] : [['Pages', outputFolder] as const]),
    ...(base === '/' ? [] : [['Base', base] as const]),
    ...present.map((part) => ['Present', part] as const),
  ])
}

function printNextSteps({ folder, kind, ownSearch }: RecognizedSite, plan: Plan, { stdout, env }: Io): void {
  const { line, prose } = createPrinter(stdout, env)
  for (const { instruction, lines } of plan.manualSteps) {
    line('')
    prose(`${instruction}:`, 0)
    line('')
    for (const code of lines) line(code === '' ? '' : `  ${sanitizeText(code)}`)
  }
  line('')
  line(plan.changes.length + plan.manualSteps.length === 0 ? 'No file needs a change. Next' : 'Next')
  const steps = folder === '.' ? plan.steps : [{ command: `cd ${shellArgument(folder)}`, comment: '' }, ...plan.steps]
  for (const { command, comment } of steps) {
    line(`  ${sanitizeLine(command)}${comment === '' ? '' : `  # ${sanitizeLine(comment)}`}`)
  }
  line('')
  // The plugin for Starlight replaces it.
  const search = ownSearch === null || kind === 'astro' ? [] : [ownSearchLine(ownSearch)]
  for (const note of [...plan.notes, ...search, ANSWERS]) prose(note, 0)
}

const MAX_NAMED_SITES = 5

export const initCommand: Command = {
  usage: '[folder]',
  summary: 'Add search to the site in a folder',
  details: `Recognizes the generator or framework, shows the changes as a diff, asks, writes them and says what
to type next. It installs no package and replaces no file. A file that it can't edit safely stays
as it is, and the lines to add are shown. Default: the current folder.`,
  flags: [FLAGS.yes],
  example: 'ask init',
  run: init,
}

async function init(args: Arguments, io: Io): Promise<number> {
  const folder = args.positionals[0] ?? '.'
  const site = await recognize(folder)
  const files = createProjectFiles(folder)
  const plan = await planWithSettings(site, files)
  printSite(site, plan, io)
  if (plan.changes.length > 0) io.stdout.write('\n')
  const refusal = await confirmChanges(plan.changes, files, args.has(FLAGS.yes), io)
  if (refusal !== null) return refusal
  printNextSteps(site, plan, io)
  return plan.isBlocked ? 1 : 0
}

/** The plan with the settings of the project. */
async function planWithSettings(site: RecognizedSite, files: ProjectFiles): Promise<Plan> {
  const plan = await planFor(site, files)
  const settings = plan.isBlocked ? null : await settingsChange({ site, readText: files.readText })
  return settings === null ? plan : { ...plan, changes: [...plan.changes, settings] }
}

/**
 * Recognizes the site. Throws `AskError('not-found')` if there is none, or only sites in folders below. A folder of
 * docs counts more than sites that only show or test something.
 */
async function recognize(folder: string): Promise<RecognizedSite> {
  const site = await recognizeSite(folder)
  if (site !== null && (site.configFile !== null || site.kind === 'server')) return site
  const { paths: nested, areSamples } = await findNestedSites(folder)
  const place = placeName(folder)
  if (site !== null && site.contentFolder !== '.' && areSamples) return site
  const commands = nested.slice(0, MAX_NAMED_SITES).map((path) => `\`ask init ${shellArgument(join(folder, path))}\``)
  if (nested.length > 0) {
    const sites = nested.length === 1 ? 'contains one' : 'contains sites'
    throw new AskError('not-found', `${place} is not a site itself, but ${sites}: run ${commands.join(' or ')}`)
  }
  if (site === null) {
    const missing = 'no configuration of a site generator, no framework in package.json, no Markdown and no HTML'
    throw new AskError('not-found', `No site found in ${place}: there is ${missing}; give the folder of your site`)
  }
  return site
}

async function planFor(site: RecognizedSite, files: ProjectFiles): Promise<Plan> {
  const context = { site, copy: PACKAGE_COPY, readText: files.readText, isFolder: files.isFolder }
  switch (site.kind) {
    case 'astro':
      return planAstro(context, await collectionNames(files))
    case 'framework':
      return planFramework(context)
    case 'server':
      return site.generator === 'worker' ? planWorker(context) : planServer(context)
    case 'static':
      return planStatic(context)
    case 'folder':
      return planFolder(context)
  }
}

/** Collections of an Astro site: those in its configuration, else the folders in `src/content`. */
async function collectionNames({ readText, foldersIn }: ProjectFiles): Promise<string[]> {
  for (const path of CONTENT_CONFIG_FILES) {
    const text = await readText(path)
    if (text !== null) return [...readContentConfig(text).keys()]
  }
  return foldersIn('src/content')
}
