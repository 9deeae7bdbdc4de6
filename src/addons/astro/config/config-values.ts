/** The text of a generator's configuration -> its plain values. It is never run: computed values are not found. */
import { parseToml, parseYaml, readLiteral, valueAt } from '../../../core/content.ts'

/** UTF-16 units of a configuration; a longer one has no values. */
const MAX_LENGTH = 262_144

/** A lookup of the text at a path of keys, and of positions in lists, such as `site.base`; null for anything else. */
export type ReadValue = (path: string) => string | null

/** Reads a configuration in the format of its file name. Never fails. */
export function readConfigValues(name: string, text: string): ReadValue {
  if (text.length > MAX_LENGTH) return () => null
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const isYaml = /\.ya?ml$/.test(name)
  const isToml = name.endsWith('.toml')
  const data = isYaml ? parseYaml(plain, 1).data : isToml ? parseToml(plain, 1).data : readLiteral(plain)
  return (path) => {
    const value = valueAt(data, path)
    return typeof value === 'string' ? value : null
  }
}
