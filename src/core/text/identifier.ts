/**
 * A compound word -> the names by which it can be found: the whole, the names inside it, and its single words.
 *
 *   http.createServer    http.createServer, createServer, http, create, Server
 *   --no-emit            --no-emit, no-emit, no, emit
 *   @astrojs/node        @astrojs/node, astrojs/node, astrojs, node
 *   src/.env.local       src/.env.local, .env.local, env.local, src, env, local
 *   HTTP2Server          HTTP2Server, HTTP2, HTTP, 2, Server
 *   1,048,576            1048576, 1, 048, 576
 */
import {
  APOSTROPHE, BREAK, classAt, type ClassTable, CONNECTOR, DIGIT, joinGroups, LOWER, MARK, UPPER, widthAt,
} from './character.ts'

/** Strength of a separator between two words. Words joined by separators up to one strength form a name. */
const SEAM = 1
const CASE = 2
const DASH = 3
const DOT = 4
const SLASH = 5
const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...'-_\u2010\u2011'].map((char): [string, number] => [char, DASH]),
  ...[...'.@#$+'].map((char): [string, number] => [char, DOT]),
  ...[...'/\\:~'].map((char): [string, number] => [char, SLASH]),
])
const SIGILS = '-.@#$_+'
const INNER_DASHES = /[-_\u2010\u2011]+/g
const NUMBER = /\p{N}/u
/** The v of a version, which is dropped: `1.2.3` finds `v1.2.3`. */
const VERSION = /^v(?=\d+\.\d)/i

/** One name inside a compound; offsets are relative to it. */
export interface Name {
  /**
   * As written, but without the hyphens and underscores between its words, so that `no-emit`, `no_emit` and `noEmit`
   * are one name, without the signs between groups of digits, and without the v of a version.
   */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Number of single words before it. */
  readonly position: number
  /** True for several words, or one word with its sigil. */
  readonly isWhole: boolean
}

interface SubWord {
  readonly start: number
  end: number
  /** Strength of the separator before the next word. */
  separator: number
  /** Offsets where letters and digits meet. */
  seams: number[]
}

/** The names of a compound: its single words in order, then the wholes, longest last. One bare word has one name. */
export function splitIdentifier(compound: string, table: ClassTable): Name[] {
  const words = splitWords(compound, table).flatMap(splitSeam)
  const names = words.map(({ start, end }, position): Name => {
    return { text: compound.slice(start, end), start, end, position, isWhole: false }
  })
  const strengths = words.reduce((bits, { separator }) => bits | (1 << separator), 0)
  for (let strength = SEAM; strength <= SLASH; strength += 1) {
    // Sigils are around dotted names, with or without dots in them.
    if (strength !== DOT && (strengths & (1 << strength)) === 0) continue
    // A line of code without spaces may have more groups than a call takes arguments.
    for (const name of groupsOf(compound, words, strength)) names.push(name)
  }
  return names
}

/** Words of the compound, which is cut at connectors, at signs between groups of digits, and at humps of camel case. */
function splitWords(compound: string, table: ClassTable): SubWord[] {
  const words: SubWord[] = []
  let last: SubWord | null = null
  let separator = 0
  let before: number = BREAK
  let width = 1
  for (let at = 0; at < compound.length; at += width) {
    const kind = classAt(compound, at, table)
    width = widthAt(compound, at)
    if (kind === CONNECTOR || (before === DIGIT && (kind === BREAK || kind === APOSTROPHE))) {
      separator = Math.max(separator, STRENGTHS.get(compound.charAt(at)) ?? DASH)
    } else if (last !== null && separator === 0 && !startsHump({ compound, at, kind, before, table })) {
      last.end = at + width
      if (kind !== MARK && (kind === DIGIT) !== (before === DIGIT)) last.seams.push(at)
    } else {
      if (last !== null) last.separator = Math.max(separator, CASE)
      last = { start: at, end: at + width, separator: 0, seams: [] }
      words.push(last)
      separator = 0
    }
    if (kind !== MARK) before = kind
  }
  return words
}

/** A word in two at its only seam. One with more is a code: `E2E`, `i18n`, a digest. */
function splitSeam(word: SubWord): SubWord[] {
  const [seam, another] = word.seams
  if (seam === undefined || another !== undefined) return [word]
  return [{ ...word, end: seam, separator: SEAM }, { ...word, start: seam }]
}

interface Character {
  readonly compound: string
  readonly at: number
  readonly kind: number
  /** Class of the last character before it that is not a mark. */
  readonly before: number
  readonly table: ClassTable
}

/**
 * True if a new word starts at a capital: `create|Server`, `HTML|Element`, `S3|Bucket`, but not in `URLs` or `E2E`; or
 * at the v of a version after one: `TLS|v1.3`.
 */
function startsHump({ compound, at, kind, before, table }: Character): boolean {
  const isVersion = (v: number) => compound.charAt(v) === 'v' && classAt(compound, v + 1, table) === DIGIT
  if (kind === LOWER) return before === UPPER && isVersion(at)
  if (kind !== UPPER) return false
  if (before === LOWER || before === APOSTROPHE) return true
  const next = at + widthAt(compound, at)
  if (classAt(compound, next, table) !== LOWER || isVersion(next)) return false
  return compound.charAt(next) !== 's' || classAt(compound, next + 1, table) === LOWER
}

/** Names whose strongest separator is `strength`. */
function groupsOf(compound: string, words: readonly SubWord[], strength: number): Name[] {
  const names: Name[] = []
  let position = 0
  let strongest = 0
  let start: number | null = null
  words.forEach(({ start: wordStart, end, separator }, index) => {
    start ??= wordStart
    const isLast = index + 1 === words.length
    if (separator <= strength && !isLast) {
      strongest = Math.max(strongest, separator)
      return
    }
    const text = bareName(compound.slice(start, end))
    if (strongest === strength) names.push({ text, start, end, position, isWhole: true })
    if (strength === DOT || strongest === SLASH) {
      // The sigil belongs to each segment of a path and to the whole path.
      const begin = sigilStart(compound, start)
      const finish = isLast ? compound.length : end
      const decorated = compound.slice(begin, start) + text + compound.slice(end, finish)
      if (decorated !== text) names.push({ text: decorated, start: begin, end: finish, position, isWhole: true })
    }
    position = index + 1
    strongest = 0
    start = null
  })
  return names
}

/** A name without its optional characters. */
function bareName(text: string): string {
  const joined = text.replace(INNER_DASHES, '')
  if (!NUMBER.test(joined)) return joined
  const grouped = joinGroups(joined)
  return grouped.startsWith('v') || grouped.startsWith('V') ? grouped.replace(VERSION, '') : grouped
}

function sigilStart(compound: string, start: number): number {
  let begin = start
  while (begin > 0 && SIGILS.includes(compound.charAt(begin - 1))) begin -= 1
  return begin
}
