/**
 * Patterns of paths, as in files of ignored paths (git-scm.com/docs/gitignore) and globs of configurations: they are
 * compared without a regular expression, in time proportional to the path.
 */

/** Patterns of one site; more are not read. */
export const MAX_PATTERNS = 2_000

/**
 * From the first to the last of `?`, `[a-z]`, `{1..3}`, `+(a|b)` and `\*` in a segment: any text. A page that is left
 * out by mistake is missed, one that is published by mistake is read.
 */
const SETS = /[*+@!]?[?[{(\\](?:.*[?\]})\\])?/s
/** A choice that goes on in the next segment: `@(a|b/c)`. */
const OPEN = /[*+@!?]\([^()]*$/

/** Paths that a pattern fits, with all below them. Of several patterns that fit, the last counts. */
export interface PathPattern {
  readonly segments: readonly string[]
  /** True for one that takes paths in again: `!a.md`. */
  readonly isTaken: boolean
  /** True for one that may fit more paths than its generator means. */
  readonly isWidened: boolean
}

/** True for a path that the patterns leave out. */
export function isExcluded(path: string, patterns: readonly PathPattern[]): boolean {
  const segments = path.split('/')
  return patterns.findLast((pattern) => fitsPattern(segments, pattern.segments))?.isTaken === false
}

/** The patterns in a text with one a line; one without a slash fits in any folder. */
export function ignoredPaths(text: string): PathPattern[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return lines.slice(0, MAX_PATTERNS).map((line) => {
    const isTaken = line.startsWith('!')
    const path = line.replace(/^!/, '').replace(/\/$/, '')
    const written = path.split('/').filter((segment) => segment !== '' && segment !== '.')
    // What takes paths in again is read as it stands.
    const isWidened = !isTaken && written.some((segment) => SETS.test(segment))
    const segments = isWidened ? widened(written) : written
    return { segments: [...(path.includes('/') ? [] : ['**']), ...segments, '**'], isTaken, isWidened }
  })
}

function widened(segments: readonly string[]): readonly string[] {
  const open = segments.findIndex((segment) => OPEN.test(segment))
  return segments.slice(0, open === -1 ? segments.length : open).map((segment) => segment.replace(SETS, '*'))
}

/** UTF-16 units of a regular expression that is read. */
const MAX_EXPRESSION = 1_000
const PIECE = /\\[^]|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|[^]/g
const LITERAL = /^(?:\\[^a-zA-Z0-9]|[^\\.^$*+?|()[\]{}])$/
/** A choice that is no part of another, and stands once: `(a|b)`, `(?:a|b)`. */
const CHOICE = /(?<!\\)\((?:\?:)?([^()?]*)\)(?![*+?{])/
/** Expressions that the choices of one make. */
const MAX_CHOICES = 64
/** A quantifier that makes the character before it optional. */
const OPTIONAL = /^[*?{]/

/**
 * The patterns of a regular expression, which is not run: each of its alternatives fits all paths with the longest text
 * that it needs; one that needs none fits nothing.
 */
export function expressionPaths(expression: string): PathPattern[] {
  return withChoices(expression.slice(0, MAX_EXPRESSION)).flatMap(plainPaths)
}

/** `(a|b)c` -> `ac`, `bc`; the choices that make more than `MAX_CHOICES` stay. */
function withChoices(expression: string): readonly string[] {
  for (let all = [expression]; ; ) {
    const next = all.flatMap((one) => {
      const [group, choices = ''] = CHOICE.exec(one) ?? []
      return group === undefined ? [one] : choices.split('|').map((choice) => one.replace(group, () => choice))
    })
    if (next.length > MAX_CHOICES || !all.some((one) => CHOICE.test(one))) return all
    all = next
  }
}

function plainPaths(expression: string): PathPattern[] {
  /** The texts of each alternative. */
  const alternatives: string[][] = [['']]
  for (const [piece] of expression.matchAll(PIECE)) {
    const texts = alternatives.at(-1) ?? []
    const text = texts.at(-1) ?? ''
    if (LITERAL.test(piece)) texts[texts.length - 1] = text + piece.slice(-1)
    else if (piece === '|') alternatives.push([''])
    else {
      if (OPTIONAL.test(piece)) texts[texts.length - 1] = text.slice(0, -1)
      texts.push('')
    }
  }
  return alternatives.flatMap((texts) => {
    const [longest = ''] = texts.toSorted((a, b) => b.length - a.length)
    const isText = longest.replaceAll('/', '').trim() !== ''
    return isText ? ignoredPaths(`**/*${longest}*`).map((pattern) => ({ ...pattern, isWidened: true })) : []
  })
}

/** True if the segments of a path fit those of a pattern; `*` is any part of one, `**` any number of them. */
export function fitsPattern(path: readonly string[], pattern: readonly string[]): boolean {
  let at = 0
  /** The last `**`, and the segment after those that it stands for; only the last one needs to give segments back. */
  let last = { at: -1, end: 0 }
  for (let next = 0; next < path.length; ) {
    const part = pattern[at]
    if (part === '**') last = { at, end: next }
    else if (part !== undefined && fitsSegment(path[next] ?? '', part.split('*'))) next += 1
    else if (last.at === -1) return false
    else {
      at = last.at
      next = last.end += 1
    }
    at += 1
  }
  return pattern.slice(at).every((part) => part === '**')
}

/** True if a segment has the parts of a pattern around its stars, in their order. */
function fitsSegment(segment: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return segment === first
  if (!segment.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const next = segment.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  return segment.length >= at + last.length && segment.endsWith(last)
}
