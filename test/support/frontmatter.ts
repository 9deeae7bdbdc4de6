/** What YAML and TOML are read as, in a form that tests can compare at a glance. */
import assert from 'node:assert/strict'
import type { parseYaml } from '../../src/core/content/frontmatter/yaml.ts'

/** Maps as objects, without prototypes getting in the way. */
export function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]))
  return Array.isArray(value) ? value.map(plain) : value
}

/** Checks what a parser reads although something can't be, and `line: what` of each warning; none without any. */
export function checkerOf(parse: typeof parseYaml) {
  return function check(text: string, expected: unknown, ...warnings: readonly string[]): void {
    const read = parse(text, 1)
    assert.deepEqual(plain(read.data), expected, text)
    assert.deepEqual(read.warnings.map(({ line, message }) => `${line}: ${message.replace('Frontmatter: ', '')}`), warnings, text)
  }
}
