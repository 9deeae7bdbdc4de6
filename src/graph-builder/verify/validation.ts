/**
 * A summary and the evidence for it -> the literals (code in backticks, numbers,
 * flags, addresses) of the summary that the evidence lacks. A summary may use
 * other words than its section, but only the same literals.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Evidence } from './evidence.ts'

/** UTF-16 units of a summary that are read. */
const MAX_READ_LENGTH = 4_000

/** The literal is group 1, else the whole match. No repetition is nested in another. */
const LITERALS: readonly RegExp[] = [
  /`([^`\n]{1,300})`/g,
  /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>()"'`]*[\p{L}\p{N}\p{M}_/]/gu,
  /(?<![\p{L}\p{N}\p{M}_-])--?[A-Za-z][\p{L}\p{N}\p{M}_-]*/gu,
  // With its parts: `1.2.3` and `8,192` are one number each.
  /(?<![\p{L}\p{N}_.-]|\d[,:])v?\d[\d.,:]*/gu,
]

/** The literals without evidence in the order of the prose, each once. */
export function inventedLiterals(prose: string, evidence: Evidence): string[] {
  /** Literal -> offset of its first occurrence. */
  const invented = new Map<string, number>()
  for (const pattern of LITERALS) {
    for (const match of prose.slice(0, MAX_READ_LENGTH).matchAll(pattern)) {
      const literal = (match[1] ?? match[0]).replace(/[.,:;]+$/, '')
      const start = match.index + match[0].indexOf(literal)
      const neighbors = neighborsOf(prose, start, start + literal.length)
      if (evidence.some((source) => holdsLiteral(source, foldSpace(literal), neighbors))) continue
      invented.set(literal, Math.min(match.index, invented.get(literal) ?? Infinity))
    }
  }
  return [...invented].sort(([, a], [, b]) => a - b).map(([literal]) => literal)
}

/** The characters around a literal, the nearest one last; white space of any kind is a space. */
interface Neighbors {
  readonly before: string
  readonly after: string
}

function neighborsOf(text: string, start: number, end: number): Neighbors {
  const before = text.slice(Math.max(0, start - 2), start).replace(/\s/g, ' ')
  return { before, after: reversed(text.slice(end, end + 2).replace(/\s/g, ' ')) }
}

/**
 * Whole words and numbers count: `30` is not in `300`, `-p` not in `--port`, `1.2` not in `1.2.3`. Where the prose has
 * the literal as a part of something, the same part counts: `--x1` of `--x1.5`.
 */
function holdsLiteral(source: string, literal: string, inProse: Neighbors): boolean {
  const exact = /^v\d/.test(literal) ? literal.slice(1) : literal
  const [first, last] = [exact.charAt(0), exact.slice(-1)]
  for (let at = source.indexOf(exact); at !== -1; at = source.indexOf(exact, at + 1)) {
    const { before, after } = neighborsOf(source, at, at + exact.length)
    if (!isBorder(before, first) && before !== inProse.before) continue
    if (isBorder(after, last) || after === inProse.after) return true
  }
  return false
}

/** True if a literal may end at the character `edge` with these two neighbors, the nearer one last. */
function isBorder(neighbors: string, edge: string): boolean {
  if (/\d/.test(edge)) return !/[\d]$|\d[.,]$/.test(neighbors)
  if (edge === '-') return !/[\w-]$/.test(neighbors)
  return !/[\p{L}_]/u.test(edge) || !/[\p{L}\p{N}_]$/u.test(neighbors)
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}
