/**
 * The text of an Astro project's `src/content.config` -> the files of its collections, if they are written as plain
 * values such as `glob({ base: './docs', pattern: '*.md' })`. The text is never run.
 */

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

// A string or comment without its end reaches to the end of the text, so that no text is scanned twice.
const STRING = /(['"`])((?:\\[^]|(?!\1)[^\\])*)(?:\1|\\?$)/
const COMMENT_OR_STRING = new RegExp(`\\/\\/[^\\n]*|\\/\\*(?:[^]*?\\*\\/|[^]*)|${STRING.source}`, 'g')
const STRINGS = new RegExp(STRING.source, 'g')
const STRING_AT = new RegExp(STRING.source, 'y')
const DEFINITION = /(?<![\w$-])([\w$-]+)['"]?\s*[:=]\s*defineCollection\s*(?=\()/g
const COLLECTIONS = /\bcollections\s*=\s*(?=\{)/
const ALIASES = /(?<![\w$-])([\w$-]+)['"]?\s*:\s*([\w$]+)\s*[,}]/g

/** Globs by collection; without collections of other loaders, and without computed values. */
export function readContentConfig(config: string): Map<string, CollectionGlob> {
  const text = config.replace(COMMENT_OR_STRING, (piece) => (piece.startsWith('/') ? '' : piece))
  const globs = new Map<string, CollectionGlob>()
  for (const [name, definition] of definitionsIn(text)) {
    const glob = globOf(definition)
    if (glob !== null) globs.set(name, glob)
  }
  const exported = COLLECTIONS.exec(text)
  const names = exported === null ? '' : bracketed(text, exported.index + exported[0].length)
  for (const [, name = '', variable = ''] of names.matchAll(ALIASES)) {
    const glob = globs.get(variable)
    if (glob !== undefined) globs.set(name, glob)
  }
  return globs
}

/** Name and arguments of each top-level definition; one without its closing bracket ends at the next definition. */
function* definitionsIn(text: string): Generator<[name: string, definition: string]> {
  const ends = bracketEnds(text)
  const matches = [...text.matchAll(DEFINITION)]
  let end = 0
  for (const [i, { index, 0: { length }, 1: name = '' }] of matches.entries()) {
    if (index < end) continue
    const start = index + length
    end = ends.get(start) ?? matches[i + 1]?.index ?? text.length
    yield [name, text.slice(start, end)]
  }
}

function globOf(definition: string): CollectionGlob | null {
  if (/\bdocsLoader\s*\(/.test(definition)) return STARLIGHT_DOCS
  const call = /\bglob\s*(?=\()/.exec(definition)
  if (call === null) return null
  const options = bracketed(definition, call.index + call[0].length)
  const patterns = stringsAfter(options, /\bpattern\s*:\s*/)
  const base = stringsAfter(options, /\bbase\s*:\s*/)
  // A URL is relative to the configuration file.
  const urlBase = stringsAfter(options, /\bbase\s*:\s*new\s+URL\s*\(\s*/)
  if (patterns.length === 0) return null
  if (urlBase.length > 0) return { base: `src/${urlBase[0]}`, patterns }
  return /\bbase\b/.test(options) && base.length === 0 ? null : { base: base[0] ?? '.', patterns }
}

/** Values of the string literal or list of string literals after a name; empty for anything else. */
function stringsAfter(options: string, name: RegExp): string[] {
  const match = name.exec(options)
  if (match === null) return []
  const start = match.index + match[0].length
  const value = options[start] === '[' ? bracketed(options, start) : stringAt(options, start)
  const texts = [...value.matchAll(STRINGS)].map(([, , text = '']) => text)
  return texts.some((text) => text.includes('${')) ? [] : texts
}

/** The text from the bracket at `start` to its closing bracket, or to the end. */
function bracketed(text: string, start: number): string {
  const tail = text.slice(start)
  return tail.slice(0, bracketEnds(tail).get(0))
}

/** Offset of each opening bracket -> the offset after its closing bracket. */
function bracketEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const literal = stringAt(text, at)
    if (literal !== '') at += literal.length - 1
    else if ('([{'.includes(text.charAt(at))) open.push(at)
    else if (')]}'.includes(text.charAt(at))) {
      const opener = open.pop()
      if (opener !== undefined) ends.set(opener, at + 1)
    }
  }
  return ends
}

/** The string literal at an offset, empty for none. */
function stringAt(text: string, at: number): string {
  STRING_AT.lastIndex = at
  return STRING_AT.exec(text)?.[0] ?? ''
}
