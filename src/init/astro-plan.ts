/** An Astro or Starlight site -> its plan: integration in the configuration, installation, adapter for production. */
import { type AddedCall, type AstroEdit, editAstroConfig } from './astro-edit.ts'
import { hasAdapter, importOf, INTEGRATION, newAstroConfig, STARLIGHT_PLUGIN } from './astro-edit.ts'
import { askCommand, devCommand, EMPTY_PLAN, installSteps, type Plan, type PlanContext } from './plan.ts'
import { shellArgument, type Step } from './plan.ts'
import { executeCommand, type RecognizedSite } from './site.ts'

/** Name of a new configuration. */
const NEW_CONFIG = 'astro.config.mjs'
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
  const isStarlight = site.generator === 'starlight'
  const options = isStarlight ? '' : await collectionOptions(context, collections)
  const added = isStarlight ? STARLIGHT_PLUGIN : INTEGRATION
  const edit = before === null ? null : editFor(path, before, { added, options: options ?? '' })
  if (edit?.type === 'present') return { ...plan, present: [`${path} has it`] }
  if (options === null) {
    const what = 'with your collections and the addresses of their pages, which were not recognized'
    const example = "{ collections: { blog: '/blog/[id]/' } }"
    return blocked(plan, `In ${path} add the integration, ${what}`, linesToAdd(added, example))
  }
  if (edit === null) return { ...plan, changes: [{ path, before, after: newAstroConfig(options) }] }
  if (edit.type === 'edited') return { ...plan, changes: [{ path, before, after: edit.text }] }
  return blocked(plan, `${path} is unchanged, because ${edit.reason}. Add to it`, linesToAdd(added, options))
}

/** The edit of a configuration. A Starlight site with the integration alone has it, too. */
function editFor(
  path: string,
  config: string,
  { added, options }: { readonly added: AddedCall; readonly options: string },
): AstroEdit {
  if (/\.c[jt]s$/.test(path)) return { type: 'unsure', reason: 'it is not an ES module' }
  const integration = editAstroConfig(config, options, INTEGRATION)
  return integration.type === 'present' ? integration : editAstroConfig(config, options, added)
}

function blocked(plan: Plan, instruction: string, lines: readonly string[]): Plan {
  return { ...plan, isBlocked: true, manualSteps: [{ instruction, lines }] }
}

function linesToAdd(added: AddedCall, options: string): string[] {
  const place = added === INTEGRATION ? 'its integrations' : 'the plugins of Starlight'
  return [importOf(added), '', `// and at the end of ${place}:`, `${added.name}(${options})`]
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
