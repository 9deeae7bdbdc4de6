/**
 * The text of an Astro project's `src/content.config` -> where its collections
 * are, as far as that stands there in plain words, such as `glob({ base:
 * './docs', pattern: '*.md' })`. It is read, never run.
 */

/** Where a collection's files are. */
export interface CollectionPlace {
  /** Relative to the project; may lead out of it. */
  readonly base: string
  /** Relative to the base. */
  readonly patterns: readonly string[]
}

/** What Starlight's `docsLoader()` stands for. */
const STARLIGHT_DOCS: CollectionPlace = { base: 'src/content/docs', patterns: ['**/[^_]*'] }

// What is never closed reaches to the end, so that nothing behind it is gone through again.
const TEXT = /(['"`])((?:\\[^]|(?!\1)[^\\])*)(?:\1|\\?$)/
const COMMENT_OR_TEXT = new RegExp(`\\/\\/[^\\n]*|\\/\\*(?:[^]*?\\*\\/|[^]*)|${TEXT.source}`, 'g')
const TEXTS = new RegExp(TEXT.source, 'g')
const TEXT_HERE = new RegExp(TEXT.source, 'y')
const DEFINITION = /(?<![\w$-])([\w$-]+)['"]?\s*[:=]\s*defineCollection\s*(?=\()/g
const COLLECTIONS = /\bcollections\s*=\s*(?=\{)/
const RENAMED = /(?<![\w$-])([\w$-]+)['"]?\s*:\s*([\w$]+)\s*[,}]/g

/** Collection -> its place; without those of other loaders, and those of which only running it would tell. */
export function readContentConfig(config: string): Map<string, CollectionPlace> {
  const text = config.replace(COMMENT_OR_TEXT, (piece) => (piece.startsWith('/') ? '' : piece))
  const places = new Map<string, CollectionPlace>()
  for (const [name, definition] of definitionsIn(text)) {
    const place = placeOf(definition)
    if (place !== null) places.set(name, place)
  }
  const exported = COLLECTIONS.exec(text)
  const names = exported === null ? '' : bracketed(text, exported.index + exported[0].length)
  for (const [, name = '', variable = ''] of names.matchAll(RENAMED)) {
    const place = places.get(variable)
    if (place !== undefined) places.set(name, place)
  }
  return places
}

/** Name and brackets of each definition that is in no other; one that isn't closed ends where the next begins. */
function* definitionsIn(text: string): Generator<[name: string, definition: string]> {
  const ends = bracketEnds(text)
  const found = [...text.matchAll(DEFINITION)]
  let end = 0
  for (const [i, { index, 0: { length }, 1: name = '' }] of found.entries()) {
    if (index < end) continue
    const start = index + length
    end = ends.get(start) ?? found[i + 1]?.index ?? text.length
    yield [name, text.slice(start, end)]
  }
}

function placeOf(definition: string): CollectionPlace | null {
  if (/\bdocsLoader\s*\(/.test(definition)) return STARLIGHT_DOCS
  const call = /\bglob\s*(?=\()/.exec(definition)
  if (call === null) return null
  const options = bracketed(definition, call.index + call[0].length)
  const patterns = textsOf(options, /\bpattern\s*:\s*/)
  const base = textsOf(options, /\bbase\s*:\s*/)
  // An address is relative to the configuration itself.
  const beside = textsOf(options, /\bbase\s*:\s*new\s+URL\s*\(\s*/)
  if (patterns.length === 0) return null
  if (beside.length > 0) return { base: `src/${beside[0]}`, patterns }
  return /\bbase\b/.test(options) && base.length === 0 ? null : { base: base[0] ?? '.', patterns }
}

/** The string literal, or the list of them, behind a name; none where something else is there. */
function textsOf(options: string, name: RegExp): string[] {
  const found = name.exec(options)
  if (found === null) return []
  const start = found.index + found[0].length
  const value = options[start] === '[' ? bracketed(options, start) : textAt(options, start)
  const texts = [...value.matchAll(TEXTS)].map(([, , text = '']) => text)
  return texts.some((text) => text.includes('${')) ? [] : texts
}

/** From the bracket at `start` to the one that closes it, or to the end. */
function bracketed(text: string, start: number): string {
  const rest = text.slice(start)
  return rest.slice(0, bracketEnds(rest).get(0))
}

/** Offset of each bracket that is closed -> the one behind its closing bracket. */
function bracketEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const literal = textAt(text, at)
    if (literal !== '') at += literal.length - 1
    else if ('([{'.includes(text[at]!)) open.push(at)
    else if (')]}'.includes(text[at]!)) {
      const opener = open.pop()
      if (opener !== undefined) ends.set(opener, at + 1)
    }
  }
  return ends
}

/** The string literal that starts here, empty where none does. */
function textAt(text: string, at: number): string {
  TEXT_HERE.lastIndex = at
  return TEXT_HERE.exec(text)?.[0] ?? ''
}
