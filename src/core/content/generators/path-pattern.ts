/**
 * Patterns of paths, as site generators are configured with them -> tests of paths. Each dialect is made an expression:
 * git-scm.com/docs/gitignore, github.com/micromatch/picomatch, docs.python.org/3/library/fnmatch, Sphinx' `matching.py`.
 */
import { createExpressionTest, TOKEN } from './path-expression.ts'

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
  let fits: boolean | null = null
  const pattern = patterns.findLast((one) => {
    fits = one.reason === reason ? one.fits(path) : false
    return fits ?? !one.isTaken
  })
  return pattern === undefined || pattern.isTaken ? null : { pattern, isSure: fits !== null }
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
export function createGlobTest(glob: string, dialect: 'ignored' | 'sphinx' = 'ignored'): (path: string) => boolean {
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
const PIECE = /\/\*\*(?=\/|$)|(?<=^|\/)\*\*\/|[@?*+!]\(|\*+|\\[^]|\[[!^]?\]?(?:\\[^]|[^\]])*\]|\.\.|[^]/g

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
