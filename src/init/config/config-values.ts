/**
 * The text of a generator's configuration -> the values it says in plain
 * words. It is read, never run: what is computed there is not found.
 */
import { parseToml } from '../../content/frontmatter/toml.ts'
import type { FrontMap, FrontValue } from '../../content/frontmatter/value.ts'
import { parseYaml } from '../../content/frontmatter/yaml.ts'
import { exportedObject, propertiesOf, stringOf } from './syntax.ts'
import { readScript } from './tokens.ts'

/** UTF-16 units of a configuration; a longer one is not read. */
const MAX_LENGTH = 262_144

/** The text at a path of keys, such as `site.base`, null where there is none. */
export type ReadValue = (path: string) => string | null

/** Reads a configuration by the ending of its name. Never fails. */
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

/** JSON is read as the script that it is as well. */
function scriptReader(text: string, isJson: boolean): ReadValue {
  const script = readScript(text)
  const root = script === null ? null : isJson ? 0 : exportedObject(script)
  return (path) => {
    let at = root
    for (const key of path.split('.')) {
      if (script === null || at === null || script.tokens[at]?.text !== '{') return null
      const found = propertiesOf(script, at).filter((property) => property.key === key)
      at = found.length === 1 ? found[0]!.value : null
    }
    const value = at === null ? undefined : script?.tokens[at]
    const isWhole = /^[,}]$/.test(script?.tokens[(at ?? 0) + 1]?.text ?? '')
    return value === undefined || !isWhole ? null : stringOf(value)
  }
}
