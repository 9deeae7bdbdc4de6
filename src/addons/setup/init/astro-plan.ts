/**
 * An Astro or Starlight site -> its plan: a call in `astro.config`, installation, adapter for production. The call's
 * import goes before the other imports, the call to the start of `integrations`, or of the `plugins` of Starlight. What
 * is not certain is not edited: the plan has the lines to add, and the reason.
 */
import { shellArgument } from '../../../core/base.ts'
import { STARLIGHT } from './generators.ts'
import { insert, type Insertion, lineBreakOf, prependEntry } from './insertion.ts'
import {
  askCommand, devCommand, EMPTY_PLAN, installSteps, managerCommand, type Plan, type PlanContext,
} from './plan.ts'
import {
  entriesOf, exportedObject, importsOf, literalAt, propertiesOf, readScript, type Script,
} from '../../astro/config/script.ts'

/** Name and text of a new configuration, before the call is added. */
const NEW_CONFIG = 'astro.config.mjs'
const NEW_TEXT = "import { defineConfig } from 'astro/config'\n\nexport default defineConfig({\n})\n"
/** Name of the collection that is searched without options. */
const DEFAULT_COLLECTION = 'docs'
const DOCS_FOLDER = 'src/content/docs'
const COLLECTION_NAME = /^[A-Za-z_$][\w$-]*$/
/** Files that show the entries of a collection, in the folder of its name below `src/pages`. */
const ENTRY_PAGES = ['[...slug]', '[...id]', '[slug]', '[id]']

const UNKNOWN_PAGES = 'with your collections and the addresses of their pages, which were not recognized'

interface AddedCall {
  /** Module whose default export is called. */
  readonly specifier: string
  readonly name: string
  readonly key: 'integrations' | 'plugins'
}

const INTEGRATION: AddedCall = { specifier: 'ask-service/astro', name: 'ask', key: 'integrations' }
/** The plugin for Starlight, which adds the integration itself. */
export const STARLIGHT_PLUGIN: AddedCall = { specifier: 'ask-service/starlight', name: 'askStarlight', key: 'plugins' }

/** Lines of `//`, which must stay first in a module without imports. */
const FIRST_LINES = /^\ufeff?(?:#!.*\r?\n)?(?:[ \t]*\/\/.*\r?\n)*/

type AstroEdit =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'present' }
  /** The edit might be wrong; `reason` completes the words “because …”. */
  | { readonly type: 'unsure'; readonly reason: string }

export async function planAstro(context: PlanContext, collections: readonly string[]): Promise<Plan> {
  const { site, readText } = context
  const path = site.configFile ?? NEW_CONFIG
  const before = await readText(path)
  const adapter = managerCommand(site.packageManager, 'execute', 'astro add node')
  const serve = askCommand(context, `serve ${shellArgument(site.outputFolder ?? 'dist')}`)
  const dev = { command: devCommand(site, 'astro dev'), comment: 'search is on every page' }
  const plan: Plan = {
    ...EMPTY_PLAN,
    steps: [...(await installSteps(context)), dev],
    notes: [
      'Without an adapter `astro build` writes the search as files, which any static host serves.',
      `For answers too, add a server with \`${adapter}\` (or vercel, netlify, cloudflare), ` +
        `or run \`${serve}\` beside the site.`,
    ],
  }
  const isStarlight = site.generator === 'starlight'
  const options = isStarlight ? '' : await collectionOptions(context, collections)
  const added = isStarlight ? STARLIGHT_PLUGIN : INTEGRATION
  const edit = /\.c[jt]s$/.test(path)
    ? unsure('it is not an ES module')
    : editAstroConfig(before ?? NEW_TEXT, options ?? '', added)
  if (edit.type === 'present') return { ...plan, present: [`${path} has it`] }
  if (options !== null && edit.type === 'edited') return { ...plan, changes: [{ path, before, after: edit.text }] }
  const why = edit.type === 'unsure' ? `${path} is unchanged, because ${edit.reason}. Add to it` : ''
  const instruction = options === null ? `In ${path} add the integration, ${UNKNOWN_PAGES}` : why
  const place = isStarlight ? 'the plugins of Starlight' : 'its integrations'
  const call = `${added.name}(${options ?? "{ collections: { blog: '/blog/[id]/' } }"})`
  const lines = [importOf(added), '', `// and in ${place}:`, call]
  return { ...plan, isBlocked: true, manualSteps: [{ instruction, lines }] }
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

function importOf({ specifier, name }: AddedCall, quote = "'"): string {
  return `import ${name} from ${quote}${specifier}${quote}`
}

/** Adds a call with these options, which are source text. A Starlight site with the integration alone has it, too. */
export function editAstroConfig(text: string, options: string, added = INTEGRATION): AstroEdit {
  const { specifier, name, key } = added
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be recognized')
  const ours = importsOf(script).filter((one) => [INTEGRATION.specifier, specifier].includes(one.specifier))
  if (ours.some(({ local }) => local !== null && wordIn(script, `${local}\\s*\\(`))) return { type: 'present' }
  if (text.includes(`'${specifier}'`) || text.includes(`"${specifier}"`)) {
    return unsure(`it names ${specifier} in an unusual way`)
  }
  if (wordIn(script, name)) return unsure(`it uses the name ${name}`)
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const owner = key === 'integrations' ? object : starlightOptions(script, object)
  if (owner === null) return unsure('its call of Starlight could not be found')
  const list = listOf(script, owner, key)
  if (list === undefined) return unsure(`its \`${key}\` are not a plain list`)
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

/** Offset of the list with a key of an object, null without a list, undefined for what may be one. */
function listOf(script: Script, object: number, listKey: string): number | null | undefined {
  const properties = propertiesOf(script, object)
  const [property, ...duplicates] = properties.filter(({ key }) => key === listKey)
  const unknownKey = properties.findLastIndex(({ key }) => key === null)
  const isUnsure = unknownKey > (property === undefined ? -1 : properties.indexOf(property))
  if (duplicates.length > 0 || isUnsure) return undefined
  if (property === undefined) return null
  return property.value === null ? undefined : (literalAt(script, property.value, '[') ?? undefined)
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
