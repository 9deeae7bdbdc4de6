/** `rewrites` of VitePress -> patterns of sources with other addresses: vitepress.dev/guide/routing#route-rewrites. */
import type { FrontValue } from '../frontmatter/value.ts'
import { literal } from '../generators/path-pattern.ts'
import type { Rewrite } from '../generators/source-address.ts'

/** Rewrites of one site; more are not read. */
const MAX_REWRITES = 1_000
/** Parameters of one path: its test takes time by the length of paths to the power of their number. */
const MAX_PARAMETERS = 3
/** `:name`, `:name(.*)`, `:name*` in a path that is an expression. */
const PARAMETER = /:([A-Za-z_]\w{0,50})(\\\(\\\.\\\*\\\)|\\\*)?/g

/** The rewrites of a map from paths to paths; a function is not run. */
export function readRewrites(value: FrontValue | undefined): readonly Rewrite[] {
  const rows = value instanceof Map ? [...value].slice(0, MAX_REWRITES) : []
  return rows.flatMap(([from, to]) => {
    const names = [...literal(from).matchAll(PARAMETER)].map(([, name]) => name)
    if (typeof to !== 'string' || names.length > MAX_PARAMETERS || new Set(names).size < names.length) return []
    const pattern = literal(from).replace(PARAMETER, (_, name: string, rest?: string) => {
      return `(?<${name}>${rest === undefined ? '[^/]+' : '.*'})`
    })
    const replacement = to.replaceAll('$', '$$$$').replace(/:([A-Za-z_]\w{0,50})\*?/g, '$<$1>')
    return [{ from: new RegExp(`^${pattern}$`), to: replacement }]
  })
}
