/**
 * `{` -> expressions of MDX, shortcodes and attribute lists of site generators.
 */
import { endOfShortcode } from '../generators/admonition.ts'
import { readAttributeList } from '../syntax/attribute-list.ts'
import { createFlowScanner, scanJsx } from '../syntax/jsx-scanner.ts'
import { anchorTag, readAttributes } from '../syntax/tag.ts'
import { parseFrontmatterValue, parseLiteral } from './extension.ts'
import { addText, type Inline, type InlineState } from './inline-state.ts'

/** The last character of markup that an attribute list can follow. */
const ATTRIBUTED = /[)\]`*_>]/
/** Inlines before a list whose place is the start of its text; after more it is that of the list. */
const MAX_BEFORE = 1_000

/** Parses the markup in braces at `at`; any other `{` is text. */
export function parseBrace(state: InlineState, at: number): number {
  const { text, inlines, isMdx } = state
  const literal = isMdx ? null : parseLiteral(state, at) ?? parseFrontmatterValue(state, at)
  if (literal !== null) return literal
  const end = isMdx ? endOfFlow(state, at) : endOfGeneratorMarkup(state, at)
  if (end === -1) {
    addText(state, '{')
    return at + 1
  }
  if (isMdx) inlines.push({ type: 'expression', source: text.slice(at + 1, end - 1), otherwise: '' })
  return end
}

/** Offset after the JSX tag or expression at `at`, -1 if there is none. */
export function endOfFlow({ text, budget }: InlineState, at: number): number {
  const scanner = budget.isSpent() ? null : createFlowScanner(text, at)
  if (scanner === null) return -1
  const end = scanJsx(scanner, text, at + 1)
  if (end < 0) budget.consume(text.length - at)
  return end < 0 ? -1 : end
}

/** Offset after the shortcode or attribute list at `at`, -1 if there is none. A shortcode is kept as a tag. */
function endOfGeneratorMarkup({ text, inlines, budget }: InlineState, at: number): number {
  const shortcode = endOfShortcode(text, at, budget)
  if (shortcode !== -1) {
    const attributes = readAttributes(text.slice(at + 3, shortcode - 3))
    inlines.push({ type: 'tag', tag: { name: 'shortcode', element: null, kind: 'empty', attributes } })
    return shortcode
  }
  const list = at > 0 ? readAttributeList(text, at) : null
  // After white space it is that of the whole text, at its end.
  const isLast = list !== null && /\s/.test(text.charAt(at - 1)) && text.slice(list.end).trim() === ''
  const isOfText = isLast && list.id !== null
  if (list === null || !(isOfText || ATTRIBUTED.test(text.charAt(at - 1)))) return -1
  const place: Inline[] = list.id === null ? [] : [{ type: 'tag', tag: anchorTag(list.id) }]
  if (inlines.length < MAX_BEFORE) inlines.unshift(...place)
  else inlines.push(...place)
  return list.end
}
