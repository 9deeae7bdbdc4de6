/**
 * The state of the inline parser: the text that is parsed, the inlines so far,
 * and the brackets and delimiter runs that may still pair.
 */
import type { ScanBudget } from '../syntax/scan-budget.ts'
import { createEmphasis, type Emphasis, type RunEntry } from './emphasis.ts'
import type { Bracket, Inline } from './inline.ts'

/** Dialect, labels and bounds of the whole page. */
export interface InlineContext {
  readonly isMdx: boolean
  /** Addresses of link reference definitions, by normalized label. */
  readonly references: ReadonlyMap<string, string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
  readonly budget: ScanBudget
  /** Whether the page has cross-references of MkDocs to objects of an API. */
  readonly hasCrossReferences: boolean
}

/** A bracket without its closing bracket. */
export interface OpenBracket {
  readonly bracket: Bracket
  /** Offset of the text inside. */
  readonly start: number
  /** Its line in the text, from 0. */
  readonly line: number
  /** The last delimiter run before the bracket. */
  readonly runBefore: RunEntry | null
  hasBracketInside: boolean
}

/** State that all parts of the inline parser share. It is the same object for all texts of a page. */
export interface InlineState extends InlineContext {
  readonly emphasis: Emphasis
  text: string
  inlines: Inline[]
  /** Innermost last. */
  brackets: OpenBracket[]
  /** Number of outer brackets that can't start a link any more: links hold no links. */
  unlinkable: number
  /** Offset of the last run of backticks of each length; null until a run has no end. */
  lastBackticks: ReadonlyMap<number, number> | null
  /** An offset and its line, from 0; lines are counted from there on. */
  counted: { readonly at: number; readonly line: number }
}

const TEXT_START = { at: 0, line: 0 }

/** The state for the texts of one page. */
export function createInlineState(context: InlineContext): InlineState {
  const { isMdx, references, footnotes, budget, hasCrossReferences } = context
  return {
    isMdx, references, footnotes, budget, hasCrossReferences,
    emphasis: createEmphasis(),
    text: '',
    inlines: [],
    brackets: [],
    unlinkable: 0,
    lastBackticks: null,
    counted: TEXT_START,
  }
}

/** Prepares the state for the next text. */
export function resetInlineState(state: InlineState, text: string): void {
  state.text = text
  state.inlines = []
  state.brackets = []
  state.unlinkable = 0
  state.lastBackticks = null
  state.counted = TEXT_START
}

/** The line of an offset, from 0; offsets must come in ascending order. */
export function lineOf(state: InlineState, at: number): number {
  const { text, counted } = state
  let { line } = counted
  for (let end = text.indexOf('\n', counted.at); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  state.counted = { at, line }
  return line
}

/** Adds plain text to the inlines. */
export function addText({ inlines }: InlineState, text: string): void {
  if (text !== '') inlines.push({ type: 'text', text })
}
