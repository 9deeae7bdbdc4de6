/**
 * The text of an Astro project's `src/content.config` -> the files of its collections, if they are written as plain
 * values such as `glob({ base: './docs', pattern: '*.md' })`. The text is never run. Patterns of `glob()` -> a test of
 * paths; their syntax: `**`, `*`, `?`, `{a,b}`, `[^_]`, a leading `!`.
 */
import { propertiesOf, type Range, readScript, type Script, stringIn } from './script.ts'

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

const COLLECTION = /((?<![\w$])[\w$]+|'[^']*'|"[^"]*")\s*[:=]\s*defineCollection\s*\(/g
const EXPORTED = /\bcollections\s*=\s*(?=\{)/
const URL_OF = /^new\s+URL\s*\(\s*/

/** Globs by collection; without collections of other loaders, and without computed values. */
export function readContentConfig(config: string): Map<string, CollectionGlob> {
  const globs = new Map<string, CollectionGlob>()
  const script = readScript(config)
  if (script === null) return globs
  const { text, mask, closers } = script
  let end = 0
  for (const { 0: { length }, 1: name = '', index } of mask.matchAll(COLLECTION)) {
    if (index < end) continue
    const open = index + length - 1
    end = closers.get(open) ?? open
    const glob = globIn(script, open, end)
    if (glob !== null) globs.set(text.slice(index, index + name.length).replace(/^['"]|['"]$/g, ''), glob)
  }
  // `collections = { docs: pages }`: the collection has the name it is exported under, too.
  const exported = EXPORTED.exec(mask)
  const properties = exported === null ? [] : propertiesOf(script, exported.index + exported[0].length)
  for (const { key, value, end } of properties) {
    const glob = value === null ? undefined : globs.get(text.slice(value, end))
    if (glob !== undefined && key !== null) globs.set(key, glob)
  }
  return globs
}

/** The loader in a definition. */
function globIn(script: Script, from: number, to: number): CollectionGlob | null {
  const definition = script.mask.slice(from, to)
  if (/\bdocsLoader\s*\(/.test(definition)) return STARLIGHT_DOCS
  const call = /\bglob\s*\(\s*\{/.exec(definition)
  if (call === null) return null
  const options = new Map(propertiesOf(script, from + call.index + call[0].length - 1).map(({ key, value, end }) => {
    return [key, { start: value ?? end, end }] as const
  }))
  const [pattern, base] = [options.get('pattern'), options.get('base')]
  const patterns = pattern === undefined ? [] : stringsIn(script, pattern)
  if (patterns.length === 0) return null
  if (base === undefined) return { base: '.', patterns }
  // A URL is relative to the configuration file.
  const url = URL_OF.exec(script.mask.slice(base.start, base.end))
  if (url === null) {
    const folder = stringIn(script, base)
    return folder === null ? null : { base: folder, patterns }
  }
  const [folder] = stringsIn(script, { start: base.start + url[0].length, end: base.end })
  return folder === undefined ? null : { base: `src/${folder}`, patterns }
}

/** The strings in a range: one, or those in a list; empty for anything else, and for a list with a computed string. */
function stringsIn({ text, mask }: Script, { start, end }: Range): string[] {
  const strings = [...mask.slice(start, end).matchAll(/(['"`])[^'"`]*\1/g)].map(({ 0: { length }, index }) => {
    return stringIn({ text }, { start: start + index, end: start + index + length })
  })
  const plain = strings.filter((string) => string !== null)
  return /^['"`[]/.test(mask.slice(start, end)) && plain.length === strings.length ? plain : []
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
