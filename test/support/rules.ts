/** Tables of rules, for tests of one function. */

/** A test of `name` for each rule: its name, and the function that gives each row of the rule to `check`. */
export function rulesOf<Row extends readonly unknown[]>(
  name: string,
  check: (...row: Row) => void,
  rules: readonly (readonly [rule: string, ...rows: readonly Row[]])[],
): readonly (readonly [name: string, run: () => void])[] {
  return rules.map(([rule, ...rows]) => [`${name} ${rule}`, () => rows.forEach((row) => check(...row))])
}
