/**
 * The text of an `astro.config` -> the same with the integration in it: its
 * import behind the others, its call at the end of `integrations`.
 */
import { appendEntry, insert, type Insertion, lineBreakOf, nextLineBreak } from './insertion.ts'
import { entriesOf, exportedObject, type Import, importsOf, literalAt } from './syntax.ts'
import { propertiesOf, type Property, stringOf } from './syntax.ts'
import { readScript, type Script } from './tokens.ts'

/** What is imported. */
export const ASTRO_ENTRY = 'ask-service/astro'
/** What the integration is called in a configuration, the second where that has another `ask`. */
const NAMES = ['ask', 'askService']
/** Lines of `//`, a comment that stands alone, and the space behind them. */
const PREAMBLE = /^\ufeff?(?:#![^\n]*\n)?(?:\s*\/\/[^\n]*\n)*(?:\s*\/\*(?:[^*]|\*(?!\/))*\*\/[ \t\r]*\n[ \t\r]*\n)?\s*/

/** What became of a configuration. */
export type AstroEdit =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'present' }
  /** It can't be edited with certainty; `reason` completes “since …”. */
  | { readonly type: 'unsure'; readonly reason: string }

/** A configuration for a site that has none. */
export function newAstroConfig(options: string): string {
  const imports = ["import { defineConfig } from 'astro/config'", `import ask from '${ASTRO_ENTRY}'`]
  return [...imports, '', 'export default defineConfig({', `  integrations: [ask(${options})],`, '})', ''].join('\n')
}

/** Adds the integration, with its options as they are to be written. */
export function editAstroConfig(text: string, options: string): AstroEdit {
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be told apart')
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const own = importsOf(script).find(({ specifier }) => specifier === ASTRO_ENTRY)
  const isNamed = script.tokens.some((token) => stringOf(token) === ASTRO_ENTRY)
  if (own === undefined ? isNamed : own.local === null) return unsure(`it names ${ASTRO_ENTRY} in a way of its own`)
  const list = integrationsOf(script, object)
  if (typeof list === 'string') return unsure(list)
  const name = own?.local ?? freeName(script)
  if (name === undefined) return unsure(`both names for the integration are taken, ${NAMES.join(' and ')}`)
  const call = `${name}(${options})`
  if (list !== null && own !== undefined && isCalled(script, list, name)) return { type: 'present' }
  const entry =
    list === null ? appendEntry(script, object, [`integrations: [${call}]`]) : appendEntry(script, list, [call])
  const imported = own === undefined ? [importInsertion(script, name)] : []
  return { type: 'edited', text: insert(text, [...imported, ...entry]) }
}

/** Whether a configuration names an adapter, null where that can't be told. */
export function hasAdapter(text: string): boolean | null {
  const script = readScript(text)
  const object = script === null ? null : exportedObject(script)
  if (script === null || object === null) return null
  const properties = propertiesOf(script, object)
  return properties.some(({ key }) => key === 'adapter') || (properties.some(({ key }) => key === null) ? null : false)
}

function unsure(reason: string): AstroEdit {
  return { type: 'unsure', reason }
}

/** Where the list of integrations opens, null where there is none, a text that says why it isn't certain. */
function integrationsOf(script: Script, object: number): number | null | string {
  const properties = propertiesOf(script, object)
  const found = properties.filter(({ key }) => key === 'integrations')
  const unseen = properties.findLastIndex(({ key }) => key === null)
  if (found.length > 1) return 'it has `integrations` more than once'
  const [list] = found
  if (unseen > (list === undefined ? -1 : properties.indexOf(list))) return 'it may get `integrations` from elsewhere'
  return list === undefined ? null : listOf(script, list)
}

function listOf(script: Script, { value }: Property): number | string {
  const list = value === null ? null : literalAt(script, value, '[')
  return list ?? 'its `integrations` are not a plain list'
}

function isCalled(script: Script, list: number, name: string): boolean {
  const { tokens } = script
  return entriesOf(script, list).some(({ first }) => tokens[first]!.text === name && tokens[first + 1]?.text === '(')
}

/** The first that no word of the configuration is, undefined where all are taken. */
function freeName({ tokens }: Script): string | undefined {
  const words = new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? text : [])))
  return NAMES.find((name) => !words.has(name))
}

/** Behind the last import, in its style; in a module without imports at its top. */
function importInsertion(script: Script, name: string): Insertion {
  const { text, tokens } = script
  const newline = lineBreakOf(text)
  const last = importsOf(script).at(-1)
  if (last === undefined) return { at: preambleEnd(text), text: `import ${name} from '${ASTRO_ENTRY}'${newline}${newline}` }
  const end = tokens[last.last]!
  const quote = quoteOf(script, last)
  const statement = `import ${name} from ${quote}${ASTRO_ENTRY}${quote}${end.text === ';' ? ';' : ''}`
  const lineEnd = nextLineBreak(script, end.end, tokens[last.last + 1]?.start ?? text.length)
  if (lineEnd !== null) return { at: lineEnd, text: newline + statement }
  return { at: end.end, text: (end.text === ';' ? ' ' : newline) + statement }
}

function quoteOf({ tokens }: Script, { first, last }: Import): string {
  const specifier = tokens.slice(first, last + 1).findLast(({ kind }) => kind === 'string')
  return specifier?.text[0] ?? "'"
}

/** Behind the lines that must stay first, such as `// @ts-check`, and behind a comment with an empty line below it. */
function preambleEnd(text: string): number {
  return PREAMBLE.exec(text)![0].length
}
