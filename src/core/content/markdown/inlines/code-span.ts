/**
 * Runs of backticks -> code spans (CommonMark 6.1).
 */
import { addText, type InlineState } from './inline-state.ts'

const BACKTICKS = /`+/g
/** The language of code in MkDocs: `#!js a()`. */
const LANGUAGE = /^#![A-Za-z][\w+#.-]* +(?=\S)/

/** Parses the code span at `at`; backticks without a closing run of the same length are text. */
export function parseCodeSpan(state: InlineState, at: number): number {
  const { text, inlines } = state
  let start = at + 1
  while (text[start] === '`') start += 1
  if (state.lastBackticks === null || (state.lastBackticks.get(start - at) ?? 0) > at) {
    BACKTICKS.lastIndex = start
    for (let run = BACKTICKS.exec(text); run !== null; run = BACKTICKS.exec(text)) {
      if (run[0].length !== start - at) continue
      inlines.push({ type: 'code', text: codeText(text.slice(start, run.index)) })
      return BACKTICKS.lastIndex
    }
  }
  state.lastBackticks ??= findLastBackticks(text)
  addText(state, text.slice(at, start))
  return start
}

/** Offset of the last run of backticks of each length: after it no code span of that length can end. */
function findLastBackticks(text: string): ReadonlyMap<number, number> {
  const runs = new Map<number, number>()
  for (const run of text.matchAll(/`+/g)) runs.set(run[0].length, run.index)
  return runs
}

/** Line ends are spaces; one space on each side only separates backticks; a language is not part of the code. */
function codeText(source: string): string {
  const code = source.replaceAll('\n', ' ')
  const isSpaced = code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return (isSpaced ? code.slice(1, -1) : code).replace(LANGUAGE, '')
}
