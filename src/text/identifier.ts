/**
 * A compound word -> the names it is found by: the whole, the names inside it,
 * and its single words.
 *
 *   http.createServer    http.createServer, createServer, http, create, Server
 *   --no-emit            --no-emit, no-emit, no, emit
 *   @astrojs/node        @astrojs/node, astrojs/node, astrojs, node
 *   src/.env.local       src/.env.local, .env.local, env.local, src, env, local
 */
import { CharClass, classAt, widthAt } from './char-class.ts'
import type { ClassTable } from './char-class.ts'

/** How strongly the characters between two words part them; a name is a group held together more strongly. */
const CASE = 1
const DASH = 2
const DOT = 3
const SLASH = 4
const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...'-_\u2010\u2011'].map((char): [string, number] => [char, DASH]),
  ...[...'.@#$+'].map((char): [string, number] => [char, DOT]),
  ...[...'/\\:~'].map((char): [string, number] => [char, SLASH]),
])
const SIGILS = '-.@#$_+'
const INNER_DASHES = /[-_\u2010\u2011]+/g
/** A version is its numbers: `v1.2.3` is found by `1.2.3`. */
const VERSION = /^v(?=\d+\.\d)/i

/** One name inside a compound; offsets are relative to it. */
export interface Name {
  /**
   * As written, but without the hyphens and underscores between its words, so
   * that `no-emit`, `no_emit` and `noEmit` are one name, and without the v of a version.
   */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Number of single words before it. */
  readonly position: number
  /** More than a single word: several of them, or one with its sigil. */
  readonly isWhole: boolean
}

interface Leaf {
  readonly start: number
  end: number
  /** Strongest of what parts it from the next leaf. */
  gap: number
}

/**
 * The names of a compound: its single words in order, then the wholes, longest
 * last. A compound of one bare word has one name.
 */
export function splitIdentifier(compound: string, table: ClassTable): Name[] {
  const leaves = splitLeaves(compound, table)
  const names = leaves.map(({ start, end }, position): Name => {
    return { text: compound.slice(start, end), start, end, position, isWhole: false }
  })
  for (let strength = CASE; strength <= SLASH; strength += 1) {
    // Sigils stand around dotted names, whether there are dots in them or not.
    if (strength === DOT || leaves.some(({ gap }) => gap === strength)) pushGroups(names, { compound, leaves, strength })
  }
  return names
}

/** Single words, cut at connectors, at the humps of camel case, and behind the v of a version. */
function splitLeaves(compound: string, table: ClassTable): Leaf[] {
  const leaves: Leaf[] = []
  let gap = 0
  let before: number = CharClass.BREAK
  for (let at = 0; at < compound.length; at += widthAt(compound, at)) {
    const kind = classAt(compound, at, table)
    const last = leaves.at(-1)
    const end = at + widthAt(compound, at)
    if (kind === CharClass.CONNECTOR) {
      gap = Math.max(gap, STRENGTHS.get(compound.charAt(at)) ?? DASH)
    } else if (last !== undefined && gap === 0 && !startsPart({ compound, at, kind, before, table }, last)) {
      last.end = end
    } else {
      if (last !== undefined) last.gap = Math.max(gap, CASE)
      leaves.push({ start: at, end, gap: 0 })
      gap = 0
    }
    if (kind !== CharClass.MARK) before = kind
  }
  return leaves
}

interface Place {
  readonly compound: string
  readonly at: number
  readonly kind: number
  /** Class of the character before, marks aside. */
  readonly before: number
  readonly table: ClassTable
}

/** Whether a new word starts inside a run of letters and digits: at a hump, or behind the v of a version. */
function startsPart(place: Place, { start }: Leaf): boolean {
  const { compound, at, kind } = place
  const isVersion = kind === CharClass.DIGIT && at === start + 1 && 'vV'.includes(compound.charAt(start))
  return isVersion || startsHump(place)
}

/** Whether a new word starts at a capital: `create|Server`, `HTML|Element`, `S3|Bucket`, but `URLs` and `E2E` whole. */
function startsHump({ compound, at, kind, before, table }: Place): boolean {
  if (kind !== CharClass.UPPER) return false
  if (before === CharClass.LOWER || before === CharClass.APOSTROPHE) return true
  const next = at + widthAt(compound, at)
  if (classAt(compound, next, table) !== CharClass.LOWER) return false
  return compound.charAt(next) !== 's' || classAt(compound, next + 1, table) === CharClass.LOWER
}

interface Grouping {
  readonly compound: string
  readonly leaves: readonly Leaf[]
  readonly strength: number
}

/** Names whose words are parted by nothing stronger than `strength`, and somewhere by just that. */
function pushGroups(names: Name[], { compound, leaves, strength }: Grouping): void {
  let position = 0
  let strongest = 0
  leaves.forEach(({ end, gap }, index) => {
    const isLast = index + 1 === leaves.length
    if (gap <= strength && !isLast) {
      strongest = Math.max(strongest, gap)
      return
    }
    const { start } = leaves[position]!
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
  })
}

/** A name without what may be left out of it. */
function bareName(text: string): string {
  const joined = text.replace(INNER_DASHES, '')
  return joined.startsWith('v') || joined.startsWith('V') ? joined.replace(VERSION, '') : joined
}

function sigilStart(compound: string, start: number): number {
  let begin = start
  while (begin > 0 && SIGILS.includes(compound.charAt(begin - 1))) begin -= 1
  return begin
}
