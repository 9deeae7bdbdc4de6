/**
 * Patterns of paths, as site generators are configured with them -> tests of paths. Each dialect is made an expression:
 * git-scm.com/docs/gitignore, github.com/micromatch/picomatch, docs.python.org/3/library/fnmatch, Sphinx' `matching.py`.
 *
 * The test of an expression is one that no expression can make slow: each part takes all positions that the parts before
 * it reach to those that it reaches, so that none is tried twice. Read is what Go, Python and JavaScript have in common
 * and a regular language has: no references, no look-around, no `\b`.
 */

/** Patterns of one site; more are not read. */
export const MAX_PATTERNS = 2_000
/** UTF-16 units of a glob that is read. */
const MAX_GLOB_LENGTH = 1_000

/**
 * The way in which a generator reads a pattern: a line of ignored paths; a glob with choices; Sphinx' own, in which `**`
 * is any text; the one of Python and Ruby, in which `*` is; that of Jekyll, which leaves out what begins with it, too;
 * an expression, of Go from anywhere in the path, of Python from its start.
 */
export type PatternDialect = 'ignored' | 'glob' | 'sphinx' | 'fnmatch' | 'jekyll' | 'go' | 'python'

/**
 * The dialect of a key's patterns; `options` for a list of which only the options of its items have patterns; `wanted`
 * for globs of the pages, those behind `!` without; `collections` for a map of these with the globs of their pages.
 */
export type ExclusionForm = PatternDialect | 'options' | 'wanted' | 'collections'

/** Paths that a pattern fits. Of several patterns that fit, the last counts. */
export interface PathPattern {
  readonly written: string
  /** What the pages are that it leaves out. */
  readonly reason: 'draft' | 'excluded'
  /** True for one that takes paths in again: `!a.md`. */
  readonly isTaken: boolean
  /** False for one that can't be read: it leaves out all paths with the text that it needs, and takes nothing in. */
  readonly isRead: boolean
  /** Null for a path whose test takes too long. */
  readonly fits: (path: string) => boolean | null
}

/** Programs in Go compare the path on disk, of which this is known; any folder may be its start. */
const GO_ROOT = '/content/'

/** A pattern that leaves a path out; `isSure` is false if the test of the path takes too long. */
export interface Exclusion {
  readonly pattern: PathPattern
  readonly isSure: boolean
}

/** What leaves a path out; null for a path that stays. What is not published is not found either. */
export function exclusionOf(path: string, patterns: readonly PathPattern[]): Exclusion | null {
  return lastOf(path, patterns, 'draft') ?? lastOf(path, patterns, 'excluded')
}

/** Of the patterns of a kind, the last that fits decides. */
function lastOf(path: string, patterns: readonly PathPattern[], reason: PathPattern['reason']): Exclusion | null {
  for (const pattern of patterns.toReversed()) {
    const fits = pattern.reason === reason ? pattern.fits(path) : false
    if (fits ?? !pattern.isTaken) return pattern.isTaken ? null : { pattern, isSure: fits !== null }
  }
  return null
}

/** The pattern of a line or text. */
export function pathPattern(line: string, dialect: PatternDialect): PathPattern {
  const isTaken = /^!(?!\()/.test(line) && (dialect === 'ignored' || dialect === 'glob')
  const { expression, isWidened } = expressionOf(isTaken ? line.slice(1) : line, dialect)
  const test = createExpressionTest(expression)
  const isRead = test.isRead && !isWidened
  const fits = dialect === 'go' ? (path: string) => test.fits(GO_ROOT + path) : test.fits
  return { written: line, reason: 'draft', isTaken, isRead, fits: isTaken && !isRead ? () => false : fits }
}

/** The patterns in a text with one a line. */
export function ignoredPaths(text: string): PathPattern[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return lines.slice(0, MAX_PATTERNS).map((line) => pathPattern(line, 'ignored'))
}

/** A test of whole paths; no path fits a glob that can't be read. */
export function createGlobTest(glob: string, dialect: PatternDialect = 'ignored'): (path: string) => boolean {
  const expression = globExpression(glob, dialect)
  const test = createExpressionTest(`^(?:${expression ?? ''})$`)
  return (path) => expression !== null && test.isRead && test.fits(path) === true
}

function expressionOf(pattern: string, dialect: PatternDialect): { expression: string; isWidened: boolean } {
  if (dialect === 'go') {
    return { expression: pattern.replace(TOKEN, (token) => (token === '^' ? '(?:^|/)' : token)), isWidened: false }
  }
  if (dialect === 'python') {
    return { expression: pattern.replace(/^(\(\?[a-z]+\))?([^]*)$/i, '$1^(?:$2)'), isWidened: false }
  }
  const isAnywhere = dialect === 'ignored' && !pattern.slice(0, -1).includes('/')
  const path = pattern.replace(/^(?:\.?\/)+|\/$/g, '')
  const exact = globExpression(path, dialect)
  const ofStart = dialect === 'jekyll' ? `|${literal(path)}` : ''
  const expression = `${isAnywhere ? '(?:^|/)' : '^'}(?:(?:${exact ?? widened(path, dialect)})(?:/|$)${ofStart})`
  return { expression, isWidened: exact === null }
}

/** For a glob that no expression stands for: any text from the first of its brackets to the last. */
function widened(glob: string, dialect: PatternDialect): string {
  // Of choices outside of brackets each is another glob.
  if (dialect === 'glob' && /(?:^|\))[^()]*\|/.test(glob.slice(0, MAX_GLOB_LENGTH))) return '.*'
  const isCut = glob.length > MAX_GLOB_LENGTH
  const known = glob.slice(0, MAX_GLOB_LENGTH)
  const start = known.search(/\\|[@?*+!]?[[{(]/)
  const end = Math.max(...['\\', ']', '}', ')'].map((mark) => known.lastIndexOf(mark)))
  const after = known.slice(end + 1).replace(/^[+?]+/, '')
  const before = start === -1 ? known : known.slice(0, start)
  return [before, isCut || /[[{(]/.test(after) ? '' : after].map((part) => globExpression(part, dialect) ?? '').join('.*')
}

/** Braces without a choice, which picomatch reads as they are. */
const PLAIN_BRACES = /(?<!\\)\{((?:(?!\.\.)[^{},\\])*)\}/g
/** `**` with the slashes that it stands for; marks of choices, sets, and characters that are what they are. */
const PIECE = /\/\*\*(?=\/|$)|(?<=^|\/)\*\*\/|[@?*+!]\(|\*+|\\[^]|\[[!^]?\]?(?:\\[^]|[^\]\\])*\]|\.\.|[^]/g

/** Null for a glob that no expression stands for. */
function globExpression(glob: string, dialect: PatternDialect): string | null {
  if (glob.length > MAX_GLOB_LENGTH) return null
  const hasChoices = dialect === 'glob'
  const isText = dialect === 'fnmatch' || dialect === 'jekyll'
  /** The brackets that close those that are open, each with what they are in the expression. */
  const open: string[] = []
  /** The piece before. */
  let before = ''
  let isRead = true

  function read(piece: string): string {
    if (piece.length > 1 && piece.startsWith('[')) return readSet(piece)
    if (piece.includes('**')) return readDeep(piece)
    if (piece === '*') return isText ? '.*' : '[^/]*'
    if (hasChoices && isQuantifier(piece)) return piece
    if (piece === '?') return isText ? '.' : '[^/]'
    if (piece.length > 1 && piece.startsWith('\\')) return literal(piece.slice(1))
    if (piece.length > 1 && !hasChoices) return [...piece].map(read).join('')
    return readBracket(piece)
  }

  /** The brackets of choices, what is between two, and characters. */
  function readBracket(piece: string): string {
    const closer = open.at(-1) ?? ''
    if (piece === '!(' || (piece === '..' && closer === '})')) isRead = false
    if (closer.startsWith(piece)) {
      open.pop()
      return closer.slice(1)
    }
    const mark = piece.slice(0, -1)
    if (hasChoices && piece === '{') open.push('})')
    else if (hasChoices && piece.endsWith('(')) open.push(`))${mark === '@' ? '' : mark}`)
    else return hasChoices && piece === (closer === '})' ? ',' : '|') ? '|' : literal(piece)
    return '(?:'
  }

  /** `(a|b)+`, `(a|b)?`, `[a-z]+`: the same as in an expression; `(?:a)` and `**(a)` are others. */
  function isQuantifier(piece: string): boolean {
    if ((piece.startsWith('?') && before.endsWith('(')) || (piece === '(' && before.endsWith('**'))) isRead = false
    return (piece === '+' && /^[^\\]*[\])}]$/.test(before)) || (piece === '?' && before === ')')
  }

  /** A set of characters: `!` is `^` of expressions, which Python has as a character; picomatch means either by `!`. */
  function readSet(piece: string): string {
    const isNegated = piece[1] === '!' || (piece[1] === '^' && dialect !== 'fnmatch' && dialect !== 'sphinx')
    if (piece.includes('[:') || (hasChoices && piece[1] === '!')) isRead = false
    const chars = piece.slice(isNegated ? 2 : 1, -1).replace(/\\([^])|[\\\]^[]/g, (mark, escaped: string = mark) => {
      return /\w/.test(escaped) ? escaped : `\\${escaped}`
    })
    return `[${isNegated ? '^' : ''}${chars}]`
  }

  /** Any number of segments, where `**` is a whole one; else what `*` is, in Sphinx any text. */
  function readDeep(piece: string): string {
    if (isText || dialect === 'sphinx') return piece.replace(/\*+/, '.*')
    return piece.startsWith('/') ? '(?:/.*)?' : piece.endsWith('/') ? '(?:.*/)?' : glob === piece ? '.*' : '[^/]*'
  }

  const plain = hasChoices ? glob.replace(PLAIN_BRACES, '\\{$1\\}') : glob
  const expression = (plain.match(PIECE) ?? []).map((piece) => {
    const part = read(piece)
    before = piece
    return part
  }).join('')
  return isRead && open.length === 0 ? expression : null
}

/** An expression for a text as it is. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** UTF-16 units of an expression, groups in groups, and characters with what is repeated; one with more is not read. */
const MAX_LENGTH = 4_000
const MAX_OPEN = 100
const MAX_SIZE = 4_000
/** UTF-16 units of a text, and positions that parts look at; of a text that needs more nothing is known. */
const MAX_TEXT_LENGTH = 1_024
const MAX_WORK = 200_000
const POSITIONS = Array.from({ length: MAX_TEXT_LENGTH + 1 }, (_, position) => position)

const FLAGS = /^\(\?([a-z]+)\)/i
/** A set is one of at most 200 characters. */
const TOKEN = new RegExp(
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[pPN](?:\{\w{0,50}\}|[^])|\d+|[^])/.source +
    /|\[\^?\]?(?:\\[^]|\[:\^?\w{0,20}:\]|[^\]\\]){0,200}\]|\((?:\?(?:P?<\w+>|[ims]*:))?|\{\d+(?:,\d*)?\}|[^]/.source,
  'g',
)
/** A token for one character; a set has no classes of POSIX or Unicode. */
const ESCAPED = /\\(?:[dDwWsSntrfv]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^a-zA-Z\d])/.source
const CHARACTER = new RegExp(`^(?:${ESCAPED}|[^\\\\[\\](){}*+?^$|]|\\[(?:${ESCAPED}|(?!\\[:)[^\\\\])*\\])$`)
const LITERAL = /^(?:[^.[\\]|\\[^a-z])$/i
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})$/
const START = /^(?:\^|\\A)$/
const END = /^(?:\$|\\[zZ])$/

/** The positions that a part of an expression reaches from others. */
type Reach = (from: readonly number[], text: string) => readonly number[]

interface Part {
  readonly reach: Reach
  /** The only character that the part fits; null for any other part. */
  readonly literal: string | null
  /** Texts of which any text has one that the part fits. */
  readonly needed: readonly string[]
  /** Characters, with what is repeated. */
  readonly size: number
}

const MAX_NEEDED = 64
const ANY: readonly string[] = ['']
const NOWHERE: Reach = () => []

/** The texts of which an expression that can't be read needs one, or others: those that leave out less. */
function longer(a: readonly string[], b: readonly string[]): readonly string[] {
  const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length))
  return shortest(b) > shortest(a) ? b : a
}

/**
 * The test of an expression: `fits` is true for a text with a place where it fits, null for one whose test takes too
 * long. `isRead` is false for an expression that can't be read: it fits all texts with the longest text that it needs.
 */
function createExpressionTest(expression: string) {
  const [written = '', flags = ''] = FLAGS.exec(expression) ?? []
  const tokens = expression.slice(written.length, MAX_LENGTH).match(TOKEN) ?? []
  const isCut = expression.length > MAX_LENGTH
  // The next character may say that the last one is optional.
  if (isCut) tokens.pop()
  let at = 0
  let open = 0
  let workLeft = 0
  let ignoresCase = flags.includes('i')
  let isRead = !isCut
  /** False if not even the parts of the expression are known. */
  let isKnown = /^[ims]*$/.test(flags) && !expression.slice(MAX_LENGTH).includes('|')

  function readChoice(): Part {
    const parts = [readSequence()]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    const [only] = parts
    if (parts.length === 1 && only !== undefined) return only
    const needed = parts.flatMap((part) => part.needed)
    const reach: Reach = (from, text) => [...new Set(parts.flatMap((part) => reachCounted(part, from, text)))]
    return { ...composed(reach, parts), needed: needed.length > MAX_NEEDED ? ANY : needed }
  }

  function readSequence(): Part {
    const parts: Part[] = []
    let run = ''
    let needed = ANY
    while (isKnown && at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') {
      const part = readQuantified(readAtom())
      parts.push(part)
      run = part.literal === null ? '' : run + part.literal
      needed = longer(longer(needed, part.needed), [run])
    }
    const reach: Reach = (from, text) => parts.reduce((reached, part) => reachCounted(part, reached, text), from)
    return { ...composed(reach, parts), needed }
  }

  function composed(reach: Reach, parts: readonly Part[]): Part {
    return { reach, literal: null, needed: ANY, size: parts.reduce((sum, { size }) => sum + size, 0) }
  }

  function reachCounted({ reach }: Part, from: readonly number[], text: string): readonly number[] {
    workLeft -= from.length
    return from.length === 0 || workLeft < 0 ? [] : reach(from, text)
  }

  function readAtom(): Part {
    const token = tokens[at] ?? ''
    at += 1
    if (token.startsWith('(')) return readGroup(token)
    if (START.test(token)) return composed((from) => from.filter((position) => position === 0), [])
    if (END.test(token)) return composed((from, { length }) => from.filter((position) => position === length), [])
    const fits = CHARACTER.test(token) ? characterTest(token, ignoresCase) : null
    isRead &&= fits !== null
    isKnown &&= token !== '['
    if (fits === null) return composed(NOWHERE, [])
    const literal = LITERAL.test(token) ? token.slice(-1) : null
    const reach: Reach = (from, text) => {
      return from.filter((position) => fits(text.charAt(position))).map((position) => position + 1)
    }
    return { reach, literal, needed: [literal ?? ''], size: 1 }
  }

  function readGroup(token: string): Part {
    const ofAll = ignoresCase
    ignoresCase ||= /^\(\?[ms]*i/.test(token)
    open += 1
    isKnown &&= open <= MAX_OPEN
    // Look-around and others: `(?!a)`.
    const isOther = tokens[at] === '?'
    if (isOther) at += 1
    isRead &&= !isOther
    const inner = readChoice()
    isKnown &&= tokens[at] === ')'
    at += 1
    open -= 1
    ignoresCase = ofAll
    return isOther ? composed(NOWHERE, []) : { ...inner, literal: null }
  }

  function readQuantified(part: Part): Part {
    const [token, mark, from = '0', comma, to = ''] = QUANTIFIER.exec(tokens[at] ?? '') ?? []
    if (token === undefined) return part
    // One that takes few, `*?`, fits the same texts.
    at += tokens[at + 1] === '?' ? 2 : 1
    const min = mark === '+' ? 1 : Number(from)
    const isEndless = mark === '*' || mark === '+' || (comma === ',' && to === '')
    const max = isEndless ? Infinity : mark === '?' ? 1 : to === '' ? min : Number(to)
    const size = part.size * Math.max(1, isEndless ? min : max)
    isRead &&= size <= MAX_SIZE
    return { reach: repeat, literal: null, needed: min === 0 ? ANY : part.needed, size }

    function repeat(start: readonly number[], text: string): readonly number[] {
      const reached = new Set(min === 0 ? start : [])
      let next = start
      for (let count = 1; count <= max && next.length > 0 && workLeft > 0; count += 1) {
        next = reachCounted(part, next, text).filter((position) => !reached.has(position))
        if (count >= min) for (const position of next) reached.add(position)
      }
      return [...reached]
    }
  }

  const whole = readChoice()
  isKnown &&= at >= tokens.length
  isRead &&= isKnown
  const needed = (isKnown ? whole.needed : ANY).map((text) => text.toUpperCase())
  const mayFit = (text: string) => {
    const upper = text.toUpperCase()
    return needed.some((one) => upper.includes(one))
  }
  if (!isRead) return { isRead, fits: mayFit }
  return {
    isRead,
    fits: (text: string) => {
      if (!mayFit(text)) return false
      if (text.length > MAX_TEXT_LENGTH) return null
      workLeft = MAX_WORK
      const isFound = whole.reach(POSITIONS.slice(0, text.length + 1), text).length > 0
      return workLeft < 0 ? null : isFound
    },
  }
}

/** The test of the character that a token means; null for a set that no program reads. */
function characterTest(token: string, ignoresCase: boolean): ((char: string) => boolean) | null {
  const only = token.slice(-1)
  if (!ignoresCase && LITERAL.test(token)) return (char) => char === only
  if (token === '[^/]') return (char) => char !== '/' && char !== ''
  try {
    // A bracket that closes at once is one of the characters: `[]x]`.
    const pattern = new RegExp(`^${token.replace(/^(\[\^?)\]/, '$1\\]')}$`, ignoresCase ? 'is' : 's')
    return (char) => pattern.test(char)
  } catch {
    return null
  }
}
