/** The text of a generator's configuration -> its plain values. It is never run: computed values are not found. */
import { parseToml } from '../frontmatter/toml.ts'
import type { FrontValue } from '../frontmatter/value.ts'
import { parseYaml } from '../frontmatter/yaml.ts'
import { readLiteral } from './literal.ts'

/** A lookup of the text at a path of keys, and positions in lists, such as `site.base`; null for anything else. */
export type ReadValue = (path: string) => string | null

/** The values of a configuration in the format of its file name; undefined for none. Never fails. */
export function parseConfig(name: string, text: string): FrontValue | undefined {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (/\.ya?ml$/.test(name)) return parseYaml(plain, 1).data
  return name.endsWith('.toml') ? parseToml(plain, 1).data : readLiteral(plain)
}

/** The value at a path of keys and positions; undefined for none. */
export function valueAt(value: FrontValue | undefined, path: string): FrontValue | undefined {
  return path.split('.').reduce<FrontValue | undefined>((inner, key) => {
    return inner instanceof Map ? inner.get(key) : Array.isArray(inner) ? inner[Number(key)] : undefined
  }, value)
}

/** Reads a configuration for single texts. */
export function readConfigValues(name: string, text: string): ReadValue {
  const values = parseConfig(name, text)
  return (path) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value : null
  }
}
