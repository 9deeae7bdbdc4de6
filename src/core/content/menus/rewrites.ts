/**
 * The rewrites of VitePress -> patterns of sources whose addresses are made of other paths
 * (vitepress.dev/guide/routing#route-rewrites).
 */
import type { FrontValue } from '../frontmatter/value.ts'
import { literal } from '../generators/path-pattern.ts'
import type { Rewrite } from '../generators/source-address.ts'

/** Rewrites of one site; more are not read. */
const MAX_ENTRIES = 1_000
/** `:name`, `:name(.*)`, `:name*` in a path that is an expression. */
const PARAMETER = /:([A-Za-z_]\w{0,50})(\\\(\\\.\\\*\\\)|\\\*)?/g
/** A parameter that is a whole segment. */
const SEGMENT = /(?<=^|\/):[A-Za-z_]\w{0,50}(?=\/|$)/g
/** Other parameters of one path: its test takes time by the length of paths to the power of their number. */
const MAX_PARTS = 1

/** The rewrites of a map from paths to paths, and the paths of those that can't be read; a function is not run. */
export function readRewrites(value: FrontValue | undefined) {
  const rewrites: Rewrite[] = []
  const unread: string[] = []
  for (const [from, to] of value instanceof Map ? [...value].slice(0, MAX_ENTRIES) : []) {
    const names = [...literal(from).matchAll(PARAMETER)].map(([, name]) => name)
    const parts = names.length - (from.match(SEGMENT)?.length ?? 0)
    if (typeof to !== 'string' || parts > MAX_PARTS || new Set(names).size < names.length) {
      unread.push(from)
      continue
    }
    const pattern = literal(from).replace(PARAMETER, (_, name: string, rest?: string) => {
      return `(?<${name}>${rest === undefined ? '[^/]+' : '.*'})`
    })
    const replacement = to.replaceAll('$', '$$$$').replace(/:([A-Za-z_]\w{0,50})\*?/g, '$<$1>')
    rewrites.push({ from: new RegExp(`^${pattern}$`), to: replacement })
  }
  return { rewrites, unread }
}
