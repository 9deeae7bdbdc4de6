/**
 * The text of an `astro.config` -> the same text with the integration, or with the plugin for Starlight: its import
 * after the other imports, its call at the end of `integrations`, or of Starlight's `plugins`.
 */
import { appendEntry, insert, type Insertion, lineBreakOf, nextLineBreak } from './insertion.ts'
import {
  entriesOf, exportedObject, type Import, importsOf, isConditionOfLists, literalAt, propertiesOf, type Property,
  stringOf,
} from './syntax.ts'
import { readScript, type Script, tokenAt } from './tokens.ts'

/** Specifier of the integration. */
export const ASTRO_ENTRY = 'ask-service/astro'
const STARLIGHT = '@astrojs/starlight'

/** A call to add to a configuration, and its place. */
export interface AddedCall {
  /** Module whose default export is called. */
  readonly specifier: string
  /** Local names; the second one for a configuration that uses the first. */
  readonly names: readonly string[]
  /** Key of the list that the call is added to. */
  readonly key: string
  /** Opening brace of the object with the list; a text is the reason of uncertainty. */
  readonly owner: (script: Script, object: number) => number | string
}

/** The integration. */
const INTEGRATION: AddedCall = {
  specifier: ASTRO_ENTRY,
  names: ['ask', 'askService'],
  key: 'integrations',
  owner: (_, object) => object,
}

/** The plugin for Starlight, which adds the integration itself. */
export const STARLIGHT_PLUGIN: AddedCall = {
  specifier: 'ask-service/starlight',
  names: ['askStarlight', 'askServiceStarlight'],
  key: 'plugins',
  owner: starlightOptions,
}

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

/** Adds a call with these options, which are source text. */
export function editAstroConfig(text: string, options: string, added = INTEGRATION): AstroEdit {
  const { specifier, names, key } = added
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be recognized')
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const existing = importsOf(script).find((one) => one.specifier === specifier)
  const isNamed = script.tokens.some((token) => stringOf(token) === specifier)
  if (existing === undefined ? isNamed : existing.local === null) {
    return unsure(`it names ${specifier} in an unusual way`)
  }
  const owner = added.owner(script, object)
  if (typeof owner === 'string') return unsure(owner)
  const list = listOf(script, owner, key)
  const condition = conditionOf(script, owner, key)
  if (typeof list === 'string' && condition === null) return unsure(list)
  const name = existing?.local ?? freeName(script, names)
  if (name === undefined) return unsure(`both names for the integration are in use, ${names.join(' and ')}`)
  const call = `${name}(${options})`
  if (typeof list === 'number' && existing !== undefined && isCalled(script, list, name)) return { type: 'present' }
  const entry =
    condition !== null ? spreadInList(script, condition, call)
    : typeof list === 'number' ? appendEntry(script, list, [call])
    : appendEntry(script, owner, [`${key}: [${call}]`])
  const newImport = existing === undefined ? [importInsertion(script, `import ${name} from `, specifier)] : []
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

/** Opening brace of the options of Starlight among the integrations. */
function starlightOptions(script: Script, object: number): number | string {
  const list = listOf(script, object, INTEGRATION.key)
  if (typeof list === 'string') return list
  const name = importsOf(script).find(({ specifier }) => specifier === STARLIGHT)?.local ?? null
  const { tokens } = script
  const isCall = (first: number) => tokens[first]?.text === name && tokens[first + 1]?.text === '('
  const calls = list === null ? [] : entriesOf(script, list).filter(({ first }) => isCall(first))
  const [call, ...others] = calls
  const options = call === undefined || others.length > 0 ? null : literalAt(script, call.first + 2, '{')
  return options ?? 'its call of Starlight could not be found'
}

/** Token that opens the list with a key of an object, null without a list; a text is the reason of uncertainty. */
function listOf(script: Script, object: number, listKey: string): number | null | string {
  const properties = propertiesOf(script, object)
  const [property, ...duplicates] = properties.filter(({ key }) => key === listKey)
  const unknownKey = properties.findLastIndex(({ key }) => key === null)
  if (duplicates.length > 0) return `it has \`${listKey}\` more than once`
  const position = property === undefined ? -1 : properties.indexOf(property)
  if (unknownKey > position) return `it may get \`${listKey}\` from elsewhere`
  if (property === undefined) return null
  const list = property.value === null ? null : literalAt(script, property.value, '[')
  return list ?? `its \`${listKey}\` are not a plain list`
}

/** The value with a key of an object, if it is the only one and a condition between lists. */
function conditionOf(script: Script, object: number, listKey: string): Property | null {
  const properties = propertiesOf(script, object)
  const [property, ...duplicates] = properties.filter(({ key }) => key === listKey)
  if (property?.value == null || duplicates.length > 0) return null
  if (properties.slice(properties.indexOf(property)).some(({ key }) => key === null)) return null
  return isConditionOfLists(script, { first: property.value, last: property.last }) ? property : null
}

/** `condition ? [a] : []` -> `[...(condition ? [a] : []), call]`. */
function spreadInList(script: Script, { value, first, last }: Property, call: string): Insertion[] {
  return [
    { at: tokenAt(script, value ?? first).start, text: '[...(' },
    { at: tokenAt(script, last).end, text: `), ${call}]` },
  ]
}

function isCalled(script: Script, list: number, name: string): boolean {
  const { tokens } = script
  return entriesOf(script, list).some(({ first }) => tokens[first]?.text === name && tokens[first + 1]?.text === '(')
}

/** The first name that the configuration doesn't use, undefined if both are in use. */
function freeName({ tokens }: Script, names: readonly string[]): string | undefined {
  const words = new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? text : [])))
  return names.find((name) => !words.has(name))
}

/** The import, after the last one and in its style; at the top of a module without imports. */
function importInsertion(script: Script, start: string, specifier: string): Insertion {
  const { text, tokens } = script
  const newline = lineBreakOf(text)
  const last = importsOf(script).at(-1)
  const end = last === undefined ? undefined : tokens[last.last]
  if (last === undefined || end === undefined) {
    return { at: preambleEnd(text), text: `${start}'${specifier}'${newline}${newline}` }
  }
  const quote = quoteOf(script, last)
  const statement = `${start}${quote}${specifier}${quote}${end.text === ';' ? ';' : ''}`
  const lineEnd = nextLineBreak(script, end.end, tokens[last.last + 1]?.start ?? text.length)
  if (lineEnd !== null) return { at: lineEnd, text: newline + statement }
  return { at: end.end, text: (end.text === ';' ? ' ' : newline) + statement }
}

function quoteOf({ tokens }: Script, { first, last }: Import): string {
  const specifier = tokens.slice(first, last + 1).findLast(({ kind }) => kind === 'string')
  return specifier?.text[0] ?? "'"
}

/** Offset after the lines that must stay first, such as `// @ts-check`, and after a license comment. */
function preambleEnd(text: string): number {
  return PREAMBLE.exec(text)?.[0].length ?? 0
}
