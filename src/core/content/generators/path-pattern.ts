/**
 * Patterns of paths, as site generators are configured with them -> tests of paths. Each dialect is made an expression:
 * git-scm.com/docs/gitignore, github.com/micromatch/picomatch, docs.python.org/3/library/fnmatch, Sphinx' `matching.py`.
 */
import { createExpressionTest } from './path-expression.ts'

/** Patterns of one site; more are not read. */
export const MAX_PATTERNS = 2_000

/**
 * The way in which a generator reads a pattern: a line of ignored paths; a glob with choices; Sphinx' own, in which `**`
 * is any text; the one of Python and Ruby, in which `*` is; that of Jekyll, which leaves out what begins with it, too;
 * an expression, of Go from anywhere in the path, of Python from its start.
 */
export type PatternDialect = 'ignored' | 'glob' | 'sphinx' | 'fnmatch' | 'jekyll' | 'go' | 'python'

/** Paths that a pattern fits. Of several patterns that fit, the last counts. */
export interface PathPattern {
  readonly written: string
  /** True for one that takes paths in again: `!a.md`. */
  readonly isTaken: boolean
  /** Null for a pattern that can't be read: it leaves out all. */
  readonly fits: ((path: string) => boolean) | null
}

/** Programs in Go compare the path on disk, of which this is known; any folder may be its start. */
const GO_ROOT = '/content/'

/** True for a path that the patterns leave out. */
export function isExcluded(path: string, patterns: readonly PathPattern[]): boolean {
  return patterns.findLast(({ fits, isTaken }) => fits?.(path) ?? !isTaken)?.isTaken === false
}

/** The pattern of a line or text. */
export function pathPattern(line: string, dialect: PatternDialect): PathPattern {
  const isTaken = /^!(?!\()/.test(line) && (dialect === 'ignored' || dialect === 'glob')
  const expression = expressionOf(isTaken ? line.slice(1) : line, dialect)
  const fits = expression === null ? null : createExpressionTest(expression)
  return { written: line, isTaken, fits: fits !== null && dialect === 'go' ? (path) => fits(GO_ROOT + path) : fits }
}

/** The patterns in a text with one a line. */
export function ignoredPaths(text: string): PathPattern[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return lines.slice(0, MAX_PATTERNS).map((line) => pathPattern(line, 'ignored'))
}

/** A test of whole paths; no path fits a glob that can't be read. */
export function createGlobTest(glob: string, dialect: 'ignored' | 'sphinx' = 'ignored'): (path: string) => boolean {
  return createExpressionTest(`^${globExpression(glob, dialect) ?? ''}$`) ?? (() => false)
}

function expressionOf(pattern: string, dialect: PatternDialect): string | null {
  if (dialect === 'go') return pattern.replace(/(?<![[\\])\^/g, '(?:^|/)')
  if (dialect === 'python') return pattern.replace(/^(\(\?[a-z]+\))?([^]*)$/i, '$1^(?:$2)')
  const isAnywhere = dialect === 'ignored' && !pattern.slice(0, -1).includes('/')
  const path = pattern.replace(/^(?:\.?\/)+|\/$/g, '')
  const expression = globExpression(path, dialect)
  if (expression === null) return null
  const ofStart = dialect === 'jekyll' ? `|${literal(path)}` : ''
  return `${isAnywhere ? '(?:^|/)' : '^'}(?:${expression}(?:/|$)${ofStart})`
}

/** `**` with the slashes that it stands for; sets, marks of choices, and characters that are what they are. */
const PIECE = new RegExp(
  /\/\*\*(?=\/|$)|(?<=^|\/)\*\*\/|\*+|\\[^]|\[!?\]?(?:\\[^]|[^\]])*\]|/.source +
    /\{[^{}]*\.\.[^{}]*\}|[@?*+!]\((?=[^]*\))|[^]/.source,
  'g',
)

/** Null for a glob that no expression stands for. */
function globExpression(glob: string, dialect: PatternDialect): string | null {
  const hasChoices = dialect === 'glob'
  const isText = dialect === 'fnmatch' || dialect === 'jekyll'
  /** The brackets that close those that are open, each with what they are in the expression. */
  const open: string[] = []
  let isRead = true

  function read(piece: string): string {
    if (piece.includes('**')) return readDeep(piece)
    if (piece === '*') return isText ? '.*' : '[^/]*'
    if (piece === '?') return isText ? '.' : '[^/]'
    if (piece.length > 1 && piece.startsWith('[')) return piece.replace(/^\[!/, '[^')
    if (piece.length > 1 && piece.startsWith('\\')) return literal(piece.slice(1))
    if (piece.length > 1 && !hasChoices) return [...piece].map(read).join('')
    if (piece.startsWith('!(') || piece.includes('..')) isRead = false
    if (open.at(-1)?.startsWith(piece)) return open.pop()?.slice(1) ?? ''
    if (piece.endsWith('(') && piece.length > 1) open.push(`))${piece[0] === '@' ? '' : piece[0]}`)
    else if (hasChoices && piece === '{') open.push('})')
    else return (piece === ',' || piece === '|') && open.length > 0 ? '|' : literal(piece)
    return '(?:'
  }

  /** Any number of segments, where `**` is a whole one; else what `*` is, in Sphinx any text. */
  function readDeep(piece: string): string {
    if (isText || dialect === 'sphinx') return piece.replace(/\*+/, '.*')
    return piece.startsWith('/') ? '(?:/.*)?' : piece.endsWith('/') ? '(?:.*/)?' : glob === piece ? '.*' : '[^/]*'
  }

  const expression = (glob.match(PIECE) ?? []).map(read).join('')
  return isRead && open.length === 0 ? expression : null
}

/** An expression for a text as it is. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
