/** The settings of site generators by which pages are left out -> patterns of their paths. */
import type { FrontValue } from '../frontmatter/value.ts'
import { expressionPaths, ignoredPaths, MAX_PATTERNS, type PathPattern } from '../generators/path-pattern.ts'

const ALTERNATIVES = /\{([^{},]*(?:,[^{},]*)+)\}/
/** Patterns that the choices in one glob make. */
const MAX_ALTERNATIVES = 64

/**
 * The patterns of a setting: a text of ignored paths, a list of globs from the folder of pages, `exclude` in the
 * options of Docusaurus' presets and plugins, the plugin `exclude` of MkDocs, or Jekyll's defaults that say
 * `published: false`.
 */
export function excludedPaths(value: FrontValue | undefined): PathPattern[] {
  if (typeof value === 'string') return ignoredPaths(value)
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_PATTERNS).flatMap((item: FrontValue) => {
    if (typeof item === 'string') return alternatives(item).flatMap((glob) => ignoredPaths(`/${glob}`))
    if (item instanceof Map) {
      const plugin = item.get('exclude')
      if (plugin instanceof Map) {
        return [...listOf(plugin.get('glob')).flatMap(ignoredPaths), ...excludedByExpressions(plugin.get('regex'))]
      }
      const [scope, values] = [item.get('scope'), item.get('values')]
      const path = scope instanceof Map ? scope.get('path') : undefined
      const isHidden = values instanceof Map && values.get('published') === false
      return isHidden && typeof path === 'string' ? ignoredPaths(`/${path}`) : []
    }
    const options = Array.isArray(item) ? item[1] : undefined
    if (!(options instanceof Map)) return []
    const docs = options.get('docs')
    return excludedPaths((docs instanceof Map ? docs : options).get('exclude'))
  })
}

/** The patterns of a setting with regular expressions, such as `ignoreFiles` of Hugo. */
export function excludedByExpressions(value: FrontValue | undefined): PathPattern[] {
  return listOf(value).slice(0, MAX_PATTERNS).flatMap(expressionPaths)
}

function listOf(value: FrontValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}

/** `a.{md,txt}` -> `a.md`, `a.txt`; the choices that make more than `MAX_ALTERNATIVES` stay. */
function alternatives(glob: string): readonly string[] {
  let globs = [glob]
  for (;;) {
    const next = globs.flatMap((one) => {
      const [braces, list = ''] = ALTERNATIVES.exec(one) ?? []
      if (braces === undefined) return [one]
      return list.split(',', MAX_ALTERNATIVES + 1).map((part) => one.replace(braces, () => part))
    })
    if (next.length === globs.length || next.length > MAX_ALTERNATIVES) return globs
    globs = next
  }
}
