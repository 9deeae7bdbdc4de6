/** The settings of site generators by which pages are left out -> patterns of their paths. */
import type { FrontValue } from '../frontmatter/value.ts'
import { ignoredPaths, MAX_PATTERNS, pathPattern, type PathPattern } from '../generators/path-pattern.ts'
import type { ExclusionForm } from '../generators/profile.ts'
import { textAt, valueAt } from './config-values.ts'

/**
 * The patterns of a setting: a text of ignored paths, a list of patterns from the folder of pages, `exclude` in the
 * options of Docusaurus' presets and plugins, the plugins `exclude` and `exclude-search` of MkDocs, or defaults of
 * Jekyll that say `published: false`.
 */
export function excludedPaths(value: FrontValue | undefined, dialect: ExclusionForm): PathPattern[] {
  if (typeof value === 'string' && dialect === 'ignored') return ignoredPaths(value)
  if (!Array.isArray(value)) return typeof value === 'string' ? excludedPaths([value], dialect) : []
  return value.slice(0, MAX_PATTERNS).flatMap((item: FrontValue) => {
    if (typeof item === 'string') return dialect === 'options' ? [] : pathPattern(item, dialect)
    return [
      ...(valueAt(item, 'values.published') === false ? [scopedPaths(item)] : []),
      ...excludedPaths(valueAt(item, '1.docs.exclude') ?? valueAt(item, '1.exclude'), 'glob'),
      ...excludedPaths(valueAt(item, 'exclude.glob'), 'fnmatch'),
      ...excludedPaths(valueAt(item, 'exclude.regex'), 'python'),
      ...[
        ...excludedPaths(valueAt(item, 'exclude-search.exclude'), 'fnmatch'),
        ...excludedPaths(valueAt(item, 'exclude-search.ignore'), 'fnmatch').map((one) => ({ ...one, isTaken: true })),
      ].map((one) => ({ ...one, reason: 'excluded' as const })),
    ]
  })
}

/** The pages of a path and a type: pages of the type `posts` are those in folders `_posts`. */
function scopedPaths(item: FrontValue): PathPattern {
  const ofPath = pathPattern(textAt(item, 'scope.path') || '**', 'glob')
  const type = textAt(item, 'scope.type') ?? 'pages'
  if (/^pages?$/.test(type)) return ofPath
  const folder = `/_${type.replace(/^(?:post|draft)$/, '$&s')}/`
  return { ...ofPath, fits: (path) => (`/${path}`.includes(folder) ? ofPath.fits(path) : false) }
}
