/** The text of a generator's configuration -> its plain values. It is never run: computed values are not found. */
import { parseToml } from '../../content/frontmatter/toml.ts'
import type { FrontMap, FrontValue } from '../../content/frontmatter/value.ts'
import { parseYaml } from '../../content/frontmatter/yaml.ts'
import { entriesOf, exportedObject, literalAt, propertiesOf, stringOf } from './syntax.ts'
import { readScript, type Script } from './tokens.ts'

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
  return scriptReader(plain, /\.jsonc?$/.test(name))
}

function mapReader(data: FrontMap): ReadValue {
  return (path) => {
    let value: FrontValue | undefined = data
    for (const key of path.split('.')) value = value instanceof Map ? value.get(key) : undefined
    return typeof value === 'string' ? value : null
  }
}

/** Values of a script; JSON is valid as a script, too. */
function scriptReader(text: string, isJson: boolean): ReadValue {
  const script = readScript(text)
  if (script === null) return () => null
  const { tokens } = script
  const root = isJson ? 0 : exportedObject(script, CALLS)
  return (path) => {
    let index = root
    for (const key of path.split('.')) {
      if (index === null) return null
      index = valueAt(script, index, key)
    }
    if (index === null) return null
    const value = tokens[index]
    const isWholeValue = /^[,}]$/.test(tokens[index + 1]?.text ?? '')
    return value === undefined || !isWholeValue ? null : stringOf(value)
  }
}

/** First token of the value with a key of an object, or at a position of a list; null for none and for several. */
function valueAt(script: Script, from: number, key: string): number | null {
  const list = literalAt(script, from, '[')
  if (list !== null) return entriesOf(script, list)[Number(key)]?.first ?? null
  const object = literalAt(script, from, '{')
  if (object === null) return null
  const [property, ...duplicates] = propertiesOf(script, object).filter((property) => property.key === key)
  return property === undefined || duplicates.length > 0 ? null : property.value
}
