/**
 * What frontmatter holds, the same for YAML, TOML and JSON. Maps are `Map`, so
 * that a key such as `__proto__` is a key like any other. Dates stay text.
 */

export type FrontValue = string | number | boolean | null | readonly FrontValue[] | FrontMap
export type FrontMap = ReadonlyMap<string, FrontValue>

/** What a parser of one of the formats made of the text; `line` counts from the line it was told. */
export interface FrontData {
  readonly data: FrontMap
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}

/** A value and the offset behind it, or why there is none. */
export type ValueAt = { readonly value: FrontValue; readonly end: number } | { readonly problem: string }

/** Lists and maps inside each other; deeper ones aren't read. */
export const MAX_VALUE_DEPTH = 32
