/**
 * Code in an answer -> the literals that occur in no section the answer rests on:
 * an invented flag, a command that is not in the documentation. Literals are code
 * spans, lines of code blocks, and `--flags` in the text. A literal is supported
 * where it occurs as it is, apart from white space.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { findCodeSpans } from './code-spans.ts'

/** Distinct literals of one answer that are checked. */
const MAX_LITERALS = 500

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/
const FLAG = /(?<![\w-])--[A-Za-z][\w-]*/g
/** The least that makes a literal: a line of brackets is none. */
const WORD = /[\p{L}\p{N}]{2}/u

/** The distinct literals of a Markdown answer that occur in none of the texts, with single spaces. */
export function unsupportedLiterals(answer: string, texts: readonly string[]): readonly string[] {
  const sources = texts.map(foldSpace)
  return [...literalsOf(answer)].filter((literal) => !sources.some((text) => text.includes(literal)))
}

function literalsOf(answer: string): ReadonlySet<string> {
  const literals = new Set<string>()
  const prose: string[] = []
  let fence = ''
  for (const line of answer.split('\n')) {
    const run = FENCE.exec(line)?.[1] ?? ''
    if (fence === '' && run === '') prose.push(line)
    else if (fence === '') fence = run
    else if (run.startsWith(fence)) fence = ''
    else addLiteral(literals, line.replace(/^[ \t]*>[ \t]?/, ''))
  }
  const text = prose.join('\n')
  const plain: string[] = []
  let at = 0
  for (const [start, end] of findCodeSpans(text)) {
    addLiteral(literals, text.slice(start, end).replace(/^`+|`+$/g, ''))
    plain.push(text.slice(at, start))
    at = end
  }
  plain.push(text.slice(at))
  for (const [flag] of plain.join(' ').matchAll(FLAG)) addLiteral(literals, flag)
  return literals
}

function addLiteral(literals: Set<string>, code: string): void {
  const literal = foldSpace(code)
  if (WORD.test(literal) && literals.size < MAX_LITERALS) literals.add(literal)
}
