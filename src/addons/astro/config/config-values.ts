/** The text of a generator's configuration -> its plain values. It is never run: computed values are not found. */
import { type FrontMap, type FrontValue, parseToml, parseYaml } from '../../../core/content.ts'
import {
  entriesOf, exportedObject, literalAt, propertiesOf, type Range, readScript, type Script, stringIn,
} from './script.ts'

/** UTF-16 units of a configuration; a longer one has no values. */
const MAX_LENGTH = 262_144

/** Functions that return the configuration with more in it: what it says is read, but never edited. */
const CALLS = /^(?:define\w*Config(?:WithTheme)?|extendConfig|with[A-Z]\w*)$/

/**
 * A lookup of the text at a path of keys such as `site.base`, in scripts also of positions in lists; null for anything
 * else.
 */
export type ReadValue = (path: string) => string | null

/** Reads a configuration in the format of its file name. Never fails. */
export function readConfigValues(name: string, text: string): ReadValue {
  if (text.length > MAX_LENGTH) return () => null
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (/\.ya?ml$/.test(name)) return mapReader(parseYaml(plain, 1).data)
  if (name.endsWith('.toml')) return mapReader(parseToml(plain, 1).data)
  const script = readScript(plain)
  if (script === null) return () => null
  // JSON is valid as a script, too.
  const root = /\.jsonc?$/.test(name) ? plain.indexOf('{') : exportedObject(script, CALLS)
  return (path) => root === null ? null : textAt(script, root, path.split('.'))
}

function mapReader(data: FrontMap): ReadValue {
  return (path) => {
    let value: FrontValue | undefined = data
    for (const key of path.split('.')) value = value instanceof Map ? value.get(key) : undefined
    return typeof value === 'string' ? value : null
  }
}

/** The string below a value, null unless it is the whole value. */
function textAt(script: Script, root: number, keys: readonly string[]): string | null {
  let found: Range | null = { start: root, end: root }
  for (const key of keys) found = found === null ? null : valueAt(script, found.start, key)
  return found === null ? null : stringIn(script, found)
}

/** The value with a key of an object, or at a position of a list; null for none and for several. */
function valueAt(script: Script, from: number, key: string): Range | null {
  const list = literalAt(script, from, '[')
  if (list !== null) return entriesOf(script, list)[Number(key)] ?? null
  const object = literalAt(script, from, '{')
  if (object === null) return null
  const [property, ...duplicates] = propertiesOf(script, object).filter((property) => property.key === key)
  if (property === undefined || duplicates.length > 0 || property.value === null) return null
  return { start: property.value, end: property.end }
}
