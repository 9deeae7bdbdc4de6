/**
 * An Astro or Starlight site -> its plan: a call in `astro.config`, installation, adapter for production. The call's
 * import goes before the other imports, the call to the start of `integrations`, or of the `plugins` of Starlight. What
 * is not certain is not edited: the plan has the lines to add, and the reason.
 */
import { insert, type Insertion, lineBreakOf, prependEntry } from './insertion.ts'
import {
  askCommand, devCommand, EMPTY_PLAN, installSteps, type Plan, type PlanContext, shellArgument, type Step,
} from './plan.ts'
import {
  entriesOf, exportedObject, importsOf, literalAt, propertiesOf, readScript, type Script,
} from '../../astro/config/script.ts'
import { executeCommand, type RecognizedSite } from './site.ts'

/** Name of a new configuration. */
const NEW_CONFIG = 'astro.config.mjs'
/** Name of the collection that is searched without options. */
const DEFAULT_COLLECTION = 'docs'
const DOCS_FOLDER = 'src/content/docs'
const COLLECTION_NAME = /^[A-Za-z_$][\w$-]*$/
/** Files that show the entries of a collection, in the folder of its name below `src/pages`. */
const ENTRY_PAGES = ['[...slug]', '[...id]', '[slug]', '[id]']

const STARLIGHT = '@astrojs/starlight'

/** A call to add to a configuration. */
interface AddedCall {
  /** Module whose default export is called. */
  readonly specifier: string
  /** Its local name. */
  readonly name: string
  /** Key of the list that the call is added to. */
  readonly key: 'integrations' | 'plugins'
}

/** The integration. */
const INTEGRATION: AddedCall = { specifier: 'ask-service/astro', name: 'ask', key: 'integrations' }
/** The plugin for Starlight, which adds the integration itself. */
export const STARLIGHT_PLUGIN: AddedCall = {
  specifier: 'ask-service/starlight',
  name: 'askStarlight',
  key: 'plugins',
}

/** Lines of `//`, which must stay first in a module without imports. */
const FIRST_LINES = /^\ufeff?(?:#!.*\r?\n)?(?:[ \t]*\/\/.*\r?\n)*/

/** Result of an edit. */
type AstroEdit =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'present' }
  /** The edit might be wrong; `reason` completes the words “because …”. */
  | { readonly type: 'unsure'; readonly reason: string }

/** The plan for a site that defines these collections. */
export async function planAstro(context: PlanContext, collections: readonly string[]): Promise<Plan> {
  const { site, readText } = context
  const path = site.configFile ?? NEW_CONFIG
  const before = await readText(path)
  const plan: Plan = { ...EMPTY_PLAN, ...nextSteps(site, await installSteps(context)) }
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
  return [importOf(added), '', `// and in ${place}:`, `${added.name}(${options})`]
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

function nextSteps(site: RecognizedSite, install: readonly Step[]): Pick<Plan, 'steps' | 'notes'> {
  const { packageManager, outputFolder } = site
  const adapter = executeCommand(packageManager, 'astro add node')
  const serve = askCommand(site, `serve ${shellArgument(outputFolder ?? 'dist')}`)
  return {
    steps: [...install, { command: devCommand(site, 'astro dev'), comment: 'search is on every page' }],
    notes: [
      'Without an adapter `astro build` writes the search as files, which any static host serves.',
      `For answers too, add a server with \`${adapter}\` (or vercel, netlify, cloudflare), ` +
        `or run \`${serve}\` beside the site.`,
    ],
  }
}

/** Text of a configuration for a site without one. */
export function newAstroConfig(options: string): string {
  const imports = ["import { defineConfig } from 'astro/config'", importOf(INTEGRATION)]
  return [...imports, '', 'export default defineConfig({', `  integrations: [ask(${options})],`, '})', ''].join('\n')
}

/** The import of a call as source text. */
function importOf({ specifier, name }: AddedCall, quote = "'"): string {
  return `import ${name} from ${quote}${specifier}${quote}`
}

/** Adds a call with these options, which are source text. */
export function editAstroConfig(text: string, options: string, added = INTEGRATION): AstroEdit {
  const { specifier, name, key } = added
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be recognized')
  const { local = null } = importsOf(script).find((one) => one.specifier === specifier) ?? {}
  if (text.includes(`'${specifier}'`) || text.includes(`"${specifier}"`)) {
    const isCalled = local !== null && wordIn(script, `${local}\\s*\\(`)
    return isCalled ? { type: 'present' } : unsure(`it names ${specifier} in an unusual way`)
  }
  if (wordIn(script, name)) return unsure(`it uses the name ${name}`)
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const owner = key === 'integrations' ? object : starlightOptions(script, object)
  if (owner === null) return unsure('its call of Starlight could not be found')
  const list = listOf(script, owner, key)
  if (typeof list === 'string') return unsure(list)
  const call = `${name}(${options})`
  const entry = list === null ? prependEntry(script, owner, `${key}: [${call}]`) : prependEntry(script, list, call)
  return { type: 'edited', text: insert(text, [importInsertion(script, added), entry]) }
}

function wordIn({ mask }: Script, pattern: string): boolean {
  return new RegExp(`(?<![\\w$.])${pattern}(?![\\w$])`).test(mask)
}

function unsure(reason: string): AstroEdit {
  return { type: 'unsure', reason }
}

/** Opening brace of the options of Starlight among the integrations, null unless it is called once with a literal. */
function starlightOptions(script: Script, object: number): number | null {
  const list = listOf(script, object, 'integrations')
  const name = importsOf(script).find(({ specifier }) => specifier === STARLIGHT)?.local ?? null
  if (typeof list !== 'number' || name === null) return null
  const calls = entriesOf(script, list).filter(({ start }) => script.mask.startsWith(`${name}(`, start))
  const [argument] = calls[0] === undefined ? [] : entriesOf(script, calls[0].start + name.length)
  return argument === undefined || calls.length > 1 ? null : literalAt(script, argument.start, '{')
}

/** Offset of the list with a key of an object, null without a list; a text is the reason of uncertainty. */
function listOf(script: Script, object: number, listKey: string): number | null | string {
  const properties = propertiesOf(script, object)
  const [property, ...duplicates] = properties.filter(({ key }) => key === listKey)
  const unknownKey = properties.findLastIndex(({ key }) => key === null)
  if (duplicates.length > 0) return `it has \`${listKey}\` more than once`
  if (unknownKey > (property === undefined ? -1 : properties.indexOf(property))) {
    return `it may get \`${listKey}\` from elsewhere`
  }
  if (property === undefined) return null
  const list = property.value === null ? null : literalAt(script, property.value, '[')
  return list ?? `its \`${listKey}\` are not a plain list`
}

/** The import, before the first one and in its style; near the top of a module without imports. */
function importInsertion(script: Script, added: AddedCall): Insertion {
  const { text } = script
  const lineBreak = lineBreakOf(text)
  const [first] = importsOf(script)
  if (first === undefined) {
    return { at: FIRST_LINES.exec(text)?.[0].length ?? 0, text: importOf(added) + lineBreak.repeat(2) }
  }
  const { start, declaration } = first
  const [quote] = /['"]/.exec(declaration) ?? []
  return { at: start, text: importOf(added, quote) + (declaration.endsWith(';') ? ';' : '') + lineBreak }
}
