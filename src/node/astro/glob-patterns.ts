/** Patterns of Astro's `glob()` loader -> a test of paths. Syntax: `**`, `*`, `?`, `{a,b}`, `[^_]`, a leading `!`. */

/** A test that accepts paths (with `/` between segments) that match a pattern and no pattern with `!`. */
export function createGlobMatcher(patterns: readonly string[]): (path: string) => boolean {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(toRegExp)
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => toRegExp(pattern.slice(1)))
  return (path) => wanted.some((regex) => regex.test(path)) && !unwanted.some((regex) => regex.test(path))
}

/** The deepest folder that contains all matches of the patterns, empty for their base folder. */
export function globParent(patterns: readonly string[]): string {
  return commonPrefix(patterns.filter((pattern) => !pattern.startsWith('!')).map(staticSegments))
}

/** The deepest folder that contains all these paths, which are plain names; empty for the base folder. */
export function commonFolder(paths: readonly string[]): string {
  return commonPrefix(paths.map((path) => path.split('/').slice(0, -1)))
}

function commonPrefix(folders: readonly (readonly string[])[]): string {
  const [first = []] = folders
  const differs = first.findIndex((segment, at) => folders.some((folder) => folder[at] !== segment))
  return first.slice(0, differs === -1 ? first.length : differs).join('/')
}

function staticSegments(pattern: string): string[] {
  const segments = withoutDot(pattern).split('/').slice(0, -1)
  const wild = segments.findIndex((segment) => /[*?[{]/.test(segment))
  return segments.slice(0, wild === -1 ? segments.length : wild)
}

function withoutDot(pattern: string): string {
  return pattern.replace(/^(?:\.\/)+/, '')
}

const TOKEN = /(?:\*\*\/)+|\*+|\[([!^]?)([\w.-]+)\]|[^]/g
const WILD = { folders: '(?:[^/]+/)*', all: '.*', some: '[^/]*', one: '[^/]' }

function toRegExp(pattern: string): RegExp {
  let depth = 0
  const source = withoutDot(pattern).replace(TOKEN, (piece: string, not = '', characters = '') => {
    if (characters !== '') return `[${not === '' ? '' : '^'}${characters}]`
    if (piece === '{') return (depth += 1, '(?:')
    if (piece === '}' && depth > 0) return (depth -= 1, ')')
    if (piece === ',' && depth > 0) return '|'
    if (piece === '?') return WILD.one
    // Several stars mean the same as one; in a regular expression they would backtrack.
    if (piece.startsWith('*')) return piece.endsWith('/') ? WILD.folders : piece === '*' ? WILD.some : WILD.all
    return piece.replace(/[\\^$.+()|[\]{}/]/g, '\\$&')
  })
  try {
    return new RegExp(`^${source}${')'.repeat(depth)}$`)
  } catch {
    // An invalid class such as `[z-a]` matches nothing.
    return /(?!)/
  }
}
