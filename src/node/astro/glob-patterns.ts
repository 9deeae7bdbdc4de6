/**
 * The patterns of Astro's `glob()` loader -> which paths are among them. Knows
 * what they are written with: `**`, `*`, `?`, `{a,b}`, `[^_]`, and `!` in front.
 */

/** Tells whether a path, with `/` between its segments, matches a pattern and none of those with `!`. */
export function createGlobTest(patterns: readonly string[]): (path: string) => boolean {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(expression)
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => expression(pattern.slice(1)))
  return (path) => wanted.some((one) => one.test(path)) && !unwanted.some((one) => one.test(path))
}

/** The deepest folder that holds all files of the patterns, empty for the one they are relative to. */
export function fixedFolder(patterns: readonly string[]): string {
  return sharedStart(patterns.filter((pattern) => !pattern.startsWith('!')).map(fixedSegments))
}

/** The deepest folder that holds all files at these paths, which may have any names; empty as above. */
export function sharedFolder(paths: readonly string[]): string {
  return sharedStart(paths.map((path) => path.split('/').slice(0, -1)))
}

function sharedStart(folders: readonly (readonly string[])[]): string {
  const [first = []] = folders
  const differs = first.findIndex((segment, at) => folders.some((folder) => folder[at] !== segment))
  return first.slice(0, differs === -1 ? first.length : differs).join('/')
}

function fixedSegments(pattern: string): string[] {
  const segments = withoutDot(pattern).split('/').slice(0, -1)
  const open = segments.findIndex((segment) => /[*?[{]/.test(segment))
  return segments.slice(0, open === -1 ? segments.length : open)
}

function withoutDot(pattern: string): string {
  return pattern.replace(/^(?:\.\/)+/, '')
}

const PIECE = /(?:\*\*\/)+|\*+|\[([!^]?)([\w.-]+)\]|[^]/g
const WILD = { folders: '(?:[^/]+/)*', all: '.*', some: '[^/]*', one: '[^/]' }

function expression(pattern: string): RegExp {
  let depth = 0
  const source = withoutDot(pattern).replace(PIECE, (piece: string, not = '', characters = '') => {
    if (characters !== '') return `[${not === '' ? '' : '^'}${characters}]`
    if (piece === '{') return (depth += 1, '(?:')
    if (piece === '}' && depth > 0) return (depth -= 1, ')')
    if (piece === ',' && depth > 0) return '|'
    if (piece === '?') return WILD.one
    // Several in a row mean what one does, and would be tried in all ways.
    if (piece.startsWith('*')) return piece.endsWith('/') ? WILD.folders : piece === '*' ? WILD.some : WILD.all
    return piece.replace(/[\\^$.+()|[\]{}/]/g, '\\$&')
  })
  try {
    return new RegExp(`^${source}${')'.repeat(depth)}$`)
  } catch {
    // A class such as `[z-a]`: what is no pattern matches nothing.
    return /(?!)/
  }
}
