/**
 * The values of frontmatter, the same for YAML, TOML and JSON. Maps are `Map`,
 * so that a key such as `__proto__` is a key like any other. Dates stay text.
 */

/** A value in frontmatter. */
export type FrontValue = string | number | boolean | null | readonly FrontValue[] | FrontMap
/** A map in frontmatter. */
export type FrontMap = ReadonlyMap<string, FrontValue>

/** The result of a parser; `line` counts from the given first line. */
export interface FrontData {
  readonly data: FrontMap
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}

/** A value and the offset after it, or the reason why there is none. */
export type ParsedValue = { readonly value: FrontValue; readonly end: number } | { readonly problem: string }

/** Depth of nested lists and maps; deeper ones aren't read. */
export const MAX_VALUE_DEPTH = 32
