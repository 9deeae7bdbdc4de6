/**
 * The text of an Astro project's `src/content.config` -> the files of its collections, if they are written as plain
 * values such as `glob({ base: './docs', pattern: '*.md' })`. The text is never run. Patterns of `glob()` -> a test of
 * paths; their syntax: `**`, `*`, `?`, `{a,b}`, `[^_]`, a leading `!`.
 */
import { propertiesOf, propertyOf, readScript, type Script, stringOf } from './script.ts'

/** Possible paths of the configuration in a project. */
export const CONTENT_CONFIG_FILES = ['ts', 'mjs', 'js', 'mts'].map((extension) => `src/content.config.${extension}`)

/** The `glob()` loader of a collection. */
export interface CollectionGlob {
  /** Folder relative to the project, possibly outside it. */
  readonly base: string
  /** Patterns relative to the base. */
  readonly patterns: readonly string[]
}

/** The same as Starlight's `docsLoader()`. */
const STARLIGHT_DOCS: CollectionGlob = { base: 'src/content/docs', patterns: ['**/[^_]*'] }

/** Globs by collection; without collections of other loaders, and without computed values. */
export function readContentConfig(config: string): Map<string, CollectionGlob> {
  const globs = new Map<string, CollectionGlob>()
  const script = readScript(config)
  if (script === null) return globs
  const { tokens, closers } = script
  const textAt = (index: number) => tokens[index]?.text
  let exported: number | null = null
  for (let i = 0; i < tokens.length; i += 1) {
    if (textAt(i) === 'collections' && textAt(i + 1) === '=' && textAt(i + 2) === '{') exported ??= i + 2
    const close = textAt(i) === 'defineCollection' && textAt(i + 1) === '(' ? closers.get(i + 1) : undefined
    const name = /^[:=]$/.test(textAt(i - 1) ?? '') ? textAt(i - 2) : undefined
    if (close === undefined || name === undefined) continue
    const glob = globIn(script, i + 2, close)
    if (glob !== null) globs.set(stringOf(name) ?? name, glob)
    i = close
  }
  // `collections = { docs: pages }`: the collection has the name it is exported under, too.
  for (const { key, value, last } of exported === null ? [] : propertiesOf(script, exported)) {
    const glob = value === last ? globs.get(textAt(last) ?? '') : undefined
    if (glob !== undefined && key !== null) globs.set(key, glob)
  }
  return globs
}

/** The loader in a definition, whose tokens are given. */
function globIn(script: Script, from: number, to: number): CollectionGlob | null {
  const words = script.tokens.slice(from, to).map(({ text }) => text)
  if (words.some((word, i) => word === 'docsLoader' && words[i + 1] === '(')) return STARLIGHT_DOCS
  const call = words.findIndex((word, i) => word === 'glob' && words[i + 1] === '(')
  if (call === -1 || words[call + 2] !== '{') return null
  const options = from + call + 2
  const patterns = stringsOf(script, options, 'pattern')
  const base = propertyOf(script, options, 'base')
  if (patterns.length === 0) return null
  if (base === null) return { base: '.', patterns }
  const values = base.value === null ? [] : script.tokens.slice(base.value, base.value + 4).map(({ text }) => text)
  // A URL is relative to the configuration file.
  const isUrl = values.slice(0, 3).join(' ') === 'new URL ('
  const folder = stringOf(values[isUrl ? 3 : 0])
  return folder === null ? null : { base: isUrl ? `src/${folder}` : folder, patterns }
}

/** Strings of a property: one, or those in a list; empty for anything else, and for a list with a computed string. */
function stringsOf(script: Script, object: number, key: string): string[] {
  const value = propertyOf(script, object, key)?.value ?? null
  if (value === null) return []
  const texts = script.tokens.slice(value, (script.closers.get(value) ?? value) + 1).map(({ text }) => text)
  return texts.includes('`') ? [] : texts.flatMap((text) => stringOf(text) ?? [])
}

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
