/** The settings of site generators by which pages are left out -> patterns of their paths. */
import type { FrontValue } from '../frontmatter/value.ts'
import { ignoredPaths, MAX_PATTERNS, pathPattern, type PathPattern } from '../generators/path-pattern.ts'
import type { ExclusionForm } from '../generators/profile.ts'
import { valueAt } from './config-values.ts'

/**
 * The patterns of a setting: a text of ignored paths, a list of patterns from the folder of pages, `exclude` in the
 * options of Docusaurus' presets and plugins, the plugin `exclude` of MkDocs, or Jekyll's defaults that say
 * `published: false`.
 */
export function excludedPaths(value: FrontValue | undefined, dialect: ExclusionForm): PathPattern[] {
  if (typeof value === 'string' && dialect === 'ignored') return ignoredPaths(value)
  if (!Array.isArray(value)) return typeof value === 'string' ? excludedPaths([value], dialect) : []
  return value.slice(0, MAX_PATTERNS).flatMap((item: FrontValue) => {
    if (typeof item === 'string') return dialect === 'options' ? [] : pathPattern(item, dialect)
    const hidden = valueAt(item, 'values.published') === false ? valueAt(item, 'scope.path') || '**' : undefined
    return [
      ...excludedPaths(valueAt(item, '1.docs.exclude') ?? valueAt(item, '1.exclude') ?? hidden, 'glob'),
      ...excludedPaths(valueAt(item, 'exclude.glob'), 'fnmatch'),
      ...excludedPaths(valueAt(item, 'exclude.regex'), 'python'),
    ]
  })
}
