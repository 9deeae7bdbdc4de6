/**
 * The text of an `astro.config` -> the same text with the integration: its import after the other imports, its call at
 * the end of `integrations`.
 */
import { appendEntry, insert, type Insertion, lineBreakOf, nextLineBreak } from './insertion.ts'
import { entriesOf, exportedObject, type Import, importsOf, literalAt, propertiesOf, stringOf } from './syntax.ts'
import { readScript, type Script } from './tokens.ts'

/** Specifier of the integration. */
export const ASTRO_ENTRY = 'ask-service/astro'
/** Local names of the integration; the second one for a configuration with another `ask`. */
const NAMES = ['ask', 'askService']
/** Lines of `//`, then a comment with an empty line below it, then white space. */
const PREAMBLE = /^\ufeff?(?:#![^\n]*\n)?(?:\s*\/\/[^\n]*\n)*(?:\s*\/\*(?:[^*]|\*(?!\/))*\*\/[ \t\r]*\n[ \t\r]*\n)?\s*/

/** Result of an edit. */
export type AstroEdit =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'present' }
  /** The edit might be wrong; `reason` completes the words “since …”. */
  | { readonly type: 'unsure'; readonly reason: string }

/** Text of a configuration for a site without one. */
export function newAstroConfig(options: string): string {
  const imports = ["import { defineConfig } from 'astro/config'", `import ask from '${ASTRO_ENTRY}'`]
  return [...imports, '', 'export default defineConfig({', `  integrations: [ask(${options})],`, '})', ''].join('\n')
}

/** Adds the integration with these options, which are source text. */
export function editAstroConfig(text: string, options: string): AstroEdit {
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be recognised')
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const existing = importsOf(script).find(({ specifier }) => specifier === ASTRO_ENTRY)
  const isNamed = script.tokens.some((token) => stringOf(token) === ASTRO_ENTRY)
  if (existing === undefined ? isNamed : existing.local === null) {
    return unsure(`it names ${ASTRO_ENTRY} in an unusual way`)
  }
  const list = integrationsOf(script, object)
  if (typeof list === 'string') return unsure(list)
  const name = existing?.local ?? freeName(script)
  if (name === undefined) return unsure(`both names for the integration are in use, ${NAMES.join(' and ')}`)
  const call = `${name}(${options})`
  if (list !== null && existing !== undefined && isCalled(script, list, name)) return { type: 'present' }
  const entry =
    list === null ? appendEntry(script, object, [`integrations: [${call}]`]) : appendEntry(script, list, [call])
  const newImport = existing === undefined ? [importInsertion(script, name)] : []
  return { type: 'edited', text: insert(text, [...newImport, ...entry]) }
}

/** True for a configuration with an adapter, null for an uncertain one. */
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

/** Token that opens the list of integrations, null without a list; a text is the reason of uncertainty. */
function integrationsOf(script: Script, object: number): number | null | string {
  const properties = propertiesOf(script, object)
  const [property, ...duplicates] = properties.filter(({ key }) => key === 'integrations')
  const unknownKey = properties.findLastIndex(({ key }) => key === null)
  if (duplicates.length > 0) return 'it has `integrations` more than once'
  const position = property === undefined ? -1 : properties.indexOf(property)
  if (unknownKey > position) return 'it may get `integrations` from elsewhere'
  if (property === undefined) return null
  const list = property.value === null ? null : literalAt(script, property.value, '[')
  return list ?? 'its `integrations` are not a plain list'
}

function isCalled(script: Script, list: number, name: string): boolean {
  const { tokens } = script
  return entriesOf(script, list).some(({ first }) => tokens[first]?.text === name && tokens[first + 1]?.text === '(')
}

/** The first name that the configuration doesn't use, undefined if both are in use. */
function freeName({ tokens }: Script): string | undefined {
  const words = new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? text : [])))
  return NAMES.find((name) => !words.has(name))
}

/** The import, after the last one and in its style; at the top of a module without imports. */
function importInsertion(script: Script, name: string): Insertion {
  const { text, tokens } = script
  const newline = lineBreakOf(text)
  const last = importsOf(script).at(-1)
  const end = last === undefined ? undefined : tokens[last.last]
  if (last === undefined || end === undefined) {
    return { at: preambleEnd(text), text: `import ${name} from '${ASTRO_ENTRY}'${newline}${newline}` }
  }
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

/** Offset after the lines that must stay first, such as `// @ts-check`, and after a licence comment. */
function preambleEnd(text: string): number {
  return PREAMBLE.exec(text)?.[0].length ?? 0
}
