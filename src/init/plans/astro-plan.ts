/** An Astro or Starlight site -> its plan: integration in the configuration, installation, adapter for production. */
import { ASTRO_ENTRY, type AstroEdit, editAstroConfig } from '../config/astro-config-edit.ts'
import { hasAdapter, newAstroConfig, STARLIGHT_PLUGIN } from '../config/astro-config-edit.ts'
import { executeCommand } from '../package-manager.ts'
import type { RecognizedSite } from '../recognized-site.ts'
import { askCommand, devCommand, EMPTY_PLAN, installSteps, type Plan, type PlanContext } from './plan.ts'
import { shellArgument, type Step } from './plan.ts'

/** Advice if the plugin could not be added to Starlight's options. */
const OWN_SEARCH =
  'Starlight keeps its own search and Ctrl+K. To replace it, remove ask() and put askStarlight() from ' +
  `'${STARLIGHT_PLUGIN.specifier}' into the plugins of Starlight.`
/** Name of a new configuration. */
const NEW_CONFIG = 'astro.config.mjs'
const NO_MODULE: AstroEdit = { type: 'unsure', reason: 'it is not an ES module' }
/** Name of the collection that is searched without options. */
const DEFAULT_COLLECTION = 'docs'
const DOCS_FOLDER = 'src/content/docs'
const COLLECTION_NAME = /^[A-Za-z_$][\w$-]*$/
/** Files that show the entries of a collection, in the folder of its name below `src/pages`. */
const ENTRY_PAGES = ['[...slug]', '[...id]', '[slug]', '[id]']

/** The plan for a site that defines these collections. */
export async function planAstro(context: PlanContext, collections: readonly string[]): Promise<Plan> {
  const { site, readText } = context
  const path = site.configFile ?? NEW_CONFIG
  const before = await readText(path)
  const isAdapterSet = before === null ? false : hasAdapter(before)
  const plan: Plan = { ...EMPTY_PLAN, ...nextSteps(site, await installSteps(context), isAdapterSet) }
  const options = site.generator === 'starlight' ? '' : await collectionOptions(context, collections)
  const isStarlight = site.generator === 'starlight'
  const edit = before === null ? null : /\.c[jt]s$/.test(path) ? NO_MODULE : editFor(before, options ?? '', isStarlight)
  if (edit?.type === 'present') return { ...plan, present: [`${path} has it`] }
  if (options === null) {
    const what = 'with your collections and the addresses of their pages, which were not recognized'
    return blocked(plan, `In ${path} add the integration, ${what}`, "{ collections: { blog: '/blog/[id]/' } }")
  }
  if (edit === null) return { ...plan, changes: [{ path, before, after: newAstroConfig(options) }] }
  if (edit.type === 'edited') {
    const notes = isStarlight && keepsOwnSearch(edit.text) ? [...plan.notes, OWN_SEARCH] : plan.notes
    return { ...plan, changes: [{ path, before, after: edit.text }], notes }
  }
  return blocked(plan, `${path} is unchanged, because ${edit.reason}. Add to it`, options)
}

/**
 * The edit with the plugin for Starlight if that is certain and the integration isn't there, else with the
 * integration.
 */
function editFor(config: string, options: string, isStarlight: boolean): AstroEdit {
  const integration = editAstroConfig(config, options)
  if (!isStarlight || integration.type === 'present') return integration
  const plugin = editAstroConfig(config, options, STARLIGHT_PLUGIN)
  return plugin.type === 'unsure' ? integration : plugin
}

/** True if Starlight keeps its own search, whose keys are those of the dialog. */
function keepsOwnSearch(edited: string): boolean {
  return !edited.includes(STARLIGHT_PLUGIN.specifier)
}

function blocked(plan: Plan, instruction: string, options: string): Plan {
  return { ...plan, isBlocked: true, manualSteps: [{ instruction, lines: linesToAdd(options) }] }
}

function linesToAdd(options: string): string[] {
  return [`import ask from '${ASTRO_ENTRY}'`, '', '// and at the end of its integrations:', `ask(${options})`]
}

/** Options as source text, empty for the defaults, null when the addresses of the pages are unknown. */
async function collectionOptions(context: PlanContext, collections: readonly string[]): Promise<string | null> {
  const { readText, isFolder } = context
  if (collections.includes(DEFAULT_COLLECTION) || (await isFolder(DOCS_FOLDER))) return ''
  const properties: string[] = []
  for (const name of collections) {
    const pages = ENTRY_PAGES.map((page) => readText(`src/pages/${name}/${page}.astro`))
    const isShown = (await Promise.all(pages)).some((text) => text !== null)
    const key = name.includes('-') ? `'${name}'` : name
    if (isShown && COLLECTION_NAME.test(name)) properties.push(`${key}: '/${name}/[id]/'`)
  }
  return properties.length === 0 ? null : `{ collections: { ${properties.join(', ')} } }`
}

function nextSteps(
  site: RecognizedSite,
  install: readonly Step[],
  isAdapterSet: boolean | null,
): Pick<Plan, 'steps' | 'notes'> {
  const { packageManager, outputFolder } = site
  const dev: Step = { command: devCommand(site, 'astro dev'), comment: 'search is on every page' }
  if (isAdapterSet !== false) return { steps: [...install, dev], notes: [] }
  const adapter = executeCommand(packageManager, 'astro add node')
  const serve = askCommand(site, `serve ${shellArgument(outputFolder ?? 'dist')}`)
  return {
    steps: [...install, dev],
    notes: [
      'Without an adapter `astro build` writes the search as files, which any static host serves.',
      `For answers too, add a server with \`${adapter}\` (or vercel, netlify, cloudflare), ` +
        `or run \`${serve}\` beside the site.`,
    ],
  }
}
