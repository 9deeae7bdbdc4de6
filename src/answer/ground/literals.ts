/**
 * Code in an answer -> the literals that occur in no section the answer rests on:
 * an invented flag, a command that is not in the documentation. Literals are code
 * spans, lines of code blocks, and `--flags` in the text. A literal is supported
 * if it occurs as it is, apart from white space.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { findCodeSpans } from './code-spans.ts'

/** Distinct literals of one answer that are checked. */
const MAX_LITERALS = 500

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/
const FLAG = /(?<![\w-])--[A-Za-z][\w-]*/g
/** The minimum content of a literal: a line of brackets is not one. */
const WORD = /[\p{L}\p{N}]{2}/u

/** The distinct literals of a Markdown answer that occur in none of the texts, with single spaces. */
export function unsupportedLiterals(answer: string, texts: readonly string[]): readonly string[] {
  const sources = texts.map(foldSpace)
  return [...literalsOf(answer)].filter((literal) => !sources.some((text) => text.includes(literal)))
}

/** A part of an answer: text outside of code, one code span without its backticks, or one line of a code block. */
export interface CodePart {
  readonly type: 'text' | 'span' | 'block'
  readonly text: string
}

/** The parts of a Markdown answer; lines of code blocks come when their block ends the prose before it. */
export function codeOf(answer: string): readonly CodePart[] {
  const parts: CodePart[] = []
  const prose: string[] = []
  let fence = ''

  function endProse(): void {
    const text = prose.splice(0).map((line) => `${line}\n`).join('')
    let at = 0
    for (const [start, end] of findCodeSpans(text)) {
      parts.push({ type: 'text', text: text.slice(at, start) })
      parts.push({ type: 'span', text: text.slice(start, end).replace(/^`+|`+$/g, '') })
      at = end
    }
    parts.push({ type: 'text', text: text.slice(at) })
  }

  for (const line of answer.split('\n')) {
    const run = FENCE.exec(line)?.[1] ?? ''
    if (fence === '' && run === '') prose.push(line)
    else if (fence === '') {
      endProse()
      fence = run
    } else if (run.startsWith(fence)) fence = ''
    else parts.push({ type: 'block', text: line.replace(/^[ \t]*>[ \t]?/, '') })
  }
  endProse()
  return parts
}

function literalsOf(answer: string): ReadonlySet<string> {
  const literals = new Set<string>()
  const parts = codeOf(answer)
  for (const { type, text } of parts) if (type === 'block') addLiteral(literals, text)
  for (const { type, text } of parts) if (type === 'span') addLiteral(literals, text)
  const plain = parts.filter(({ type }) => type === 'text').map(({ text }) => text).join(' ')
  for (const [flag] of plain.matchAll(FLAG)) addLiteral(literals, flag)
  return literals
}

function addLiteral(literals: Set<string>, code: string): void {
  const literal = foldSpace(code)
  if (WORD.test(literal) && literals.size < MAX_LITERALS) literals.add(literal)
}
