/** Tables of rules, for tests of one function. */

/** A test of `name` for each rule: its name, and the function that gives the rows of the rule to `check` in order. */
export function rulesOf<Row extends readonly unknown[]>(
  name: string,
  check: (...row: Row) => void | Promise<void>,
  rules: readonly (readonly [rule: string, ...rows: readonly Row[]])[],
): readonly (readonly [name: string, run: () => Promise<void>])[] {
  return rules.map(([rule, ...rows]) => [`${name} ${rule}`, async () => {
    for (const row of rows) await check(...row)
  }])
}
