/**
 * The text of an Astro project's `src/content.config` -> the files of its collections, if they are written as plain
 * values such as `glob({ base: './docs', pattern: '*.md' })`. The text is never run. Patterns of `glob()` -> a test of
 * paths.
 */
import { commonFolder, createGlobTest } from '../../../core/content.ts'
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

/**
 * The files that match a pattern and no pattern with `!`: the deepest folder that contains all of them, as
 * `commonFolder` gives it, and a test of their paths.
 */
export function matchGlob(patterns: readonly string[]) {
  const plain = patterns.map((pattern) => pattern.replace(/^(!?)(?:\.\/)+/, '$1'))
  const wanted = plain.filter((pattern) => !pattern.startsWith('!'))
  const wantedTests = wanted.map((pattern) => createGlobTest(pattern, 'glob'))
  const others = plain.filter((pattern) => pattern.startsWith('!')).map((pattern) => createGlobTest(pattern.slice(1), 'glob'))
  return {
    // A name with a wildcard, and what is below it, is no folder.
    folder: commonFolder(wanted.map((pattern) => pattern.replace(/[^/]*[*?[{(][^]*$/, ''))),
    isEntry: (path: string) => wantedTests.some((fits) => fits(path)) && !others.some((fits) => fits(path)),
  }
}
