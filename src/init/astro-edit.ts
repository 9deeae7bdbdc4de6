/**
 * The text of an `astro.config` -> the same text with a call of this package: its import after the other imports, the
 * call at the end of `integrations`, or of the `plugins` of Starlight. Whatever is not certain is refused with a reason.
 */
import { afterComment, appendEntry, insert, type Insertion, lineBreakOf } from './insertion.ts'
import {
  entriesOf, exportedObject, importsOf, literalAt, propertiesOf, readScript, type Script, stringOf, tokenAt,
} from './script.ts'

const STARLIGHT = '@astrojs/starlight'

/** A call to add to a configuration. */
export interface AddedCall {
  /** Module whose default export is called. */
  readonly specifier: string
  /** Its local name. */
  readonly name: string
  /** Key of the list that the call is added to. */
  readonly key: 'integrations' | 'plugins'
}

/** The integration. */
export const INTEGRATION: AddedCall = { specifier: 'ask-service/astro', name: 'ask', key: 'integrations' }
/** The plugin for Starlight, which adds the integration itself. */
export const STARLIGHT_PLUGIN: AddedCall = {
  specifier: 'ask-service/starlight',
  name: 'askStarlight',
  key: 'plugins',
}

/** Lines of `//`, which must stay first in a module without imports. */
const FIRST_LINES = /^\ufeff?(?:#!.*\r?\n)?(?:[ \t]*\/\/.*\r?\n)*/

/** Result of an edit. */
export type AstroEdit =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'present' }
  /** The edit might be wrong; `reason` completes the words “because …”. */
  | { readonly type: 'unsure'; readonly reason: string }

/** Text of a configuration for a site without one. */
export function newAstroConfig(options: string): string {
  const imports = ["import { defineConfig } from 'astro/config'", importOf(INTEGRATION)]
  return [...imports, '', 'export default defineConfig({', `  integrations: [ask(${options})],`, '})', ''].join('\n')
}

/** The import of a call as source text. */
export function importOf({ specifier, name }: AddedCall, quote = "'"): string {
  return `import ${name} from ${quote}${specifier}${quote}`
}

/** Adds a call with these options, which are source text. */
export function editAstroConfig(text: string, options: string, added = INTEGRATION): AstroEdit {
  const { specifier, name, key } = added
  const script = readScript(text)
  if (script === null) return unsure('its strings, comments and brackets could not be recognized')
  const words = script.tokens.map((token) => token.text)
  if (words.some((word) => stringOf(word) === specifier)) {
    const { local = null } = importsOf(script).find((one) => one.specifier === specifier) ?? {}
    const isCalled = words.some((word, i) => word === local && words[i + 1] === '(')
    return isCalled ? { type: 'present' } : unsure(`it names ${specifier} in an unusual way`)
  }
  if (words.includes(name)) return unsure(`it uses the name ${name}`)
  const object = exportedObject(script)
  if (object === null) return unsure('the object it exports could not be found')
  const owner = key === 'integrations' ? object : starlightOptions(script, object)
  if (owner === null) return unsure('its call of Starlight could not be found')
  const list = listOf(script, owner, key)
  if (typeof list === 'string') return unsure(list)
  const call = `${name}(${options})`
  const entry = list === null ? appendEntry(script, owner, `${key}: [${call}]`) : appendEntry(script, list, call)
  return { type: 'edited', text: insert(text, [importInsertion(script, added), ...entry]) }
}

/** True for a configuration with an adapter, null for an uncertain one. */
export function hasAdapter(text: string): boolean | null {
  const script = readScript(text)
  const object = script === null ? null : exportedObject(script)
  if (script === null || object === null) return null
  const keys = propertiesOf(script, object).map(({ key }) => key)
  return keys.includes('adapter') || (keys.includes(null) ? null : false)
}

function unsure(reason: string): AstroEdit {
  return { type: 'unsure', reason }
}

/** Opening brace of the options of Starlight among the integrations, null unless it is called once with a literal. */
function starlightOptions(script: Script, object: number): number | null {
  const list = listOf(script, object, 'integrations')
  const name = importsOf(script).find(({ specifier }) => specifier === STARLIGHT)?.local ?? null
  if (typeof list !== 'number' || name === null) return null
  const { tokens } = script
  const [call, ...others] = entriesOf(script, list).filter(({ first }) => {
    return tokens[first]?.text === name && tokens[first + 1]?.text === '('
  })
  return call === undefined || others.length > 0 ? null : literalAt(script, call.first + 2, '{')
}

/** Token that opens the list with a key of an object, null without a list; a text is the reason of uncertainty. */
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

/** The import, after the last one and in its style; near the top of a module without imports. */
function importInsertion(script: Script, added: AddedCall): Insertion {
  const { text, tokens } = script
  const lineBreak = lineBreakOf(text)
  const last = importsOf(script).at(-1)
  if (last === undefined) {
    return { at: FIRST_LINES.exec(text)?.[0].length ?? 0, text: importOf(added) + lineBreak.repeat(2) }
  }
  const { text: end, end: offset } = tokenAt(script, last.last)
  const quote = tokens.slice(0, last.last + 1).findLast(({ text: piece }) => /^['"]/.test(piece))?.text[0]
  const statement = importOf(added, quote) + (end === ';' ? ';' : '')
  return { at: afterComment(text, offset), text: lineBreak + statement }
}
