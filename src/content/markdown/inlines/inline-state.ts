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
  /** Normalized labels of link reference definitions. */
  readonly references: ReadonlySet<string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
  readonly budget: ScanBudget
}

/** A bracket without its closing bracket. */
export interface OpenBracket {
  readonly bracket: Bracket
  /** Offset of the text inside. */
  readonly start: number
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
  /** Offset of the last run of backticks of each length; null until the text's first backtick. */
  lastBackticks: ReadonlyMap<number, number> | null
}

/** The state for the texts of one page. */
export function createInlineState({ isMdx, references, footnotes, budget }: InlineContext): InlineState {
  return {
    isMdx, references, footnotes, budget,
    emphasis: createEmphasis(),
    text: '',
    inlines: [],
    brackets: [],
    unlinkable: 0,
    lastBackticks: null,
  }
}

/** Prepares the state for the next text. */
export function resetInlineState(state: InlineState, text: string): void {
  state.text = text
  state.inlines = []
  state.brackets = []
  state.unlinkable = 0
  state.lastBackticks = null
}

/** Adds plain text to the inlines. */
export function addText({ inlines }: InlineState, text: string): void {
  if (text !== '') inlines.push({ type: 'text', text })
}
