/**
 * Prose about a section and the section itself -> what the prose makes up: a
 * literal (code in backticks, number, flag, address) that the section lacks.
 * Words can be put differently, exact strings can't.
 */
import { foldSpace } from '../../base/fold-space.ts'

/** UTF-16 units of prose that are read; more is no summary. */
const MAX_READ = 4_000

/** Group 1, else all of the match, is the literal. No repetition stands inside another. */
const LITERALS: readonly RegExp[] = [
  /`([^`\n]{1,300})`/g,
  /\bhttps?:\/\/[^\s<>()"'`]{1,300}[\w/]/g,
  /(?<![\w-])--?[A-Za-z][\w-]{0,60}/g,
  // With its parts: `1.2.3` and `8,192` are one number each.
  /(?<![\p{L}\p{N}_.-])v?\d[\d.,:]{0,30}/gu,
]

/** In the order of the prose, each once. `source` is all text that the prose may rest on. */
export function inventedLiterals(prose: string, source: string): string[] {
  const known = foldSpace(source)
  const found = new Map<string, number>()
  for (const pattern of LITERALS) {
    for (const match of prose.slice(0, MAX_READ).matchAll(pattern)) {
      const literal = (match[1] ?? match[0]).replace(/[.,:;]+$/, '')
      if (!holds(known, foldSpace(literal))) found.set(literal, Math.min(match.index, found.get(literal) ?? Infinity))
    }
  }
  return [...found].sort(([, a], [, b]) => a - b).map(([literal]) => literal)
}

/** Whole words and numbers count: `30` is not in `300`, `-p` not in `--port`, `1.2` not in `1.2.3`. */
function holds(source: string, literal: string): boolean {
  const exact = /^v\d/.test(literal) ? literal.slice(1) : literal
  for (let at = source.indexOf(exact); at !== -1; at = source.indexOf(exact, at + 1)) {
    const end = at + exact.length
    if (isBorder(source.slice(Math.max(0, at - 2), at), exact[0]!) && isBorder(reversed(source.slice(end, end + 2)), exact.at(-1)!)) return true
  }
  return false
}

/** Whether a literal may end at a character that has these two neighbours, the nearer one last. */
function isBorder(neighbours: string, edge: string): boolean {
  if (/\d/.test(edge)) return !/[\d]$|\d[.,]$/.test(neighbours)
  if (edge === '-') return !/[\w-]$/.test(neighbours)
  return !/[\p{L}_]/u.test(edge) || !/[\p{L}\p{N}_]$/u.test(neighbours)
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}
