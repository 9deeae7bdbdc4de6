/** Tables of rules: a test for each rule, with its rows. */
import { test } from 'node:test'

/** Tests `name` by its rules; each row is the arguments of a `check`. */
export function testRules<Row extends readonly unknown[]>(
  name: string,
  check: (...row: Row) => void,
  rules: readonly (readonly [rule: string, ...rows: readonly Row[]])[],
): void {
  for (const [rule, ...rows] of rules) {
    test(`${name} ${rule}`, () => {
      for (const row of rows) check(...row)
    })
  }
}
