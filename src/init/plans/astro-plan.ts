/**
 * An Astro or Starlight site -> the plan: the integration in its configuration,
 * the install, and an adapter for production.
 */
import { ASTRO_ENTRY, type AstroEdit, editAstroConfig, hasAdapter, newAstroConfig } from '../config/astro-config-edit.ts'
import { executeCommand } from '../package-manager.ts'
import { askCommand, devCommand, EMPTY_PLAN, installSteps, shellWord } from './plan.ts'
import type { Plan, Step, Surroundings } from './plan.ts'
import type { RecognizedSite } from '../recognized-site.ts'

/** Name of a new configuration. */
const NEW_CONFIG = 'astro.config.mjs'
const NO_MODULE: AstroEdit = { type: 'unsure', reason: 'it is no ES module' }
/** Of the collection that is searched without options. */
const DEFAULT_COLLECTION = 'docs'
const DOCS_FOLDER = 'src/content/docs'
const COLLECTION_NAME = /^[A-Za-z_$][\w$-]*$/
/** Pages that show the entries of a collection, below the folder of the same name. */
const ENTRY_PAGES = ['[...slug]', '[...id]', '[slug]', '[id]']

/** The plan; `collections` are those that the site defines. */
export async function planAstro(surroundings: Surroundings, collections: readonly string[]): Promise<Plan> {
  const { site, readText } = surroundings
  const path = site.configFile ?? NEW_CONFIG
  const before = await readText(path)
  const plan: Plan = { ...EMPTY_PLAN, ...stepsOf(site, before === null ? false : hasAdapter(before)) }
  const options = site.generator === 'starlight' ? '' : await collectionOptions(surroundings, collections)
  const edit = before === null ? null : /\.c[jt]s$/.test(path) ? NO_MODULE : editAstroConfig(before, options ?? '')
  if (edit?.type === 'present') return { ...plan, present: [`${path} has the integration`] }
  if (options === null) {
    const which = "with your collections and the addresses of their pages, which can't be told from here"
    return stuck(plan, `In ${path} add the integration, ${which}`, "{ collections: { blog: '/blog/[id]/' } }")
  }
  if (edit === null) return { ...plan, changes: [{ path, before, after: newAstroConfig(options) }] }
  if (edit.type === 'edited') return { ...plan, changes: [{ path, before, after: edit.text }] }
  return stuck(plan, `${path} stays as it is, since ${edit.reason}. Add to it`, options)
}

function stuck(plan: Plan, task: string, options: string): Plan {
  return { ...plan, isStuck: true, handEdits: [{ task, lines: linesToAdd(options) }] }
}

function linesToAdd(options: string): string[] {
  return [`import ask from '${ASTRO_ENTRY}'`, '', '// and at the end of its integrations:', `ask(${options})`]
}

type Named = readonly string[]

/** Options as they are written, empty where the default does, null where nobody can tell the addresses. */
async function collectionOptions({ readText, isFolder }: Surroundings, collections: Named): Promise<string | null> {
  if (collections.includes(DEFAULT_COLLECTION) || (await isFolder(DOCS_FOLDER))) return ''
  const found: string[] = []
  for (const name of collections) {
    const pages = ENTRY_PAGES.map((page) => readText(`src/pages/${name}/${page}.astro`))
    const isShown = (await Promise.all(pages)).some((text) => text !== null)
    const key = name.includes('-') ? `'${name}'` : name
    if (isShown && COLLECTION_NAME.test(name)) found.push(`${key}: '/${name}/[id]/'`)
  }
  return found.length === 0 ? null : `{ collections: { ${found.join(', ')} } }`
}

function stepsOf(site: RecognizedSite, isAdapted: boolean | null): Pick<Plan, 'steps' | 'notes'> {
  const { packageManager, outputFolder } = site
  const install = installSteps(site)
  const dev: Step = { command: devCommand(site, 'astro dev'), remark: 'search is on every page' }
  if (isAdapted !== false) return { steps: [...install, dev], notes: [] }
  const adapter = executeCommand(packageManager, 'astro add node')
  const serve = askCommand(site, `serve ${shellWord(outputFolder ?? 'dist')}`)
  return {
    steps: [...install, { command: adapter, remark: 'for production; or vercel, netlify, cloudflare' }, dev],
    notes: [`Without an adapter a build leaves search out; \`${serve}\` then serves the site with it.`],
  }
}
