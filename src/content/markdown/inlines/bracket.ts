/**
 * Square brackets -> links, images and footnote references (CommonMark 6.3 and
 * 6.4, footnotes of GFM). The text inside stays, addresses and titles go.
 */
import { endOfLabel, endOfResource, MAX_LABEL_LENGTH, normalizeLabel } from '../syntax/link.ts'
import { addText, type InlineState, type OpenBracket } from './inline-state.ts'
import type { Bracket } from './inline.ts'

const FOOTNOTE = /\[\^([^\]\s[]{1,200})\]/y

/** Parses `[` or `![`. */
export function openBracket({ brackets, inlines, emphasis }: InlineState, at: number, mark: '[' | '!['): number {
  const bracket: Bracket = { type: 'bracket', text: mark, role: 'text' }
  const outer = brackets.at(-1)
  if (outer !== undefined) outer.hasBracketInside = true
  inlines.push(bracket)
  brackets.push({ bracket, start: at + mark.length, runBefore: emphasis.last(), hasBracketInside: false })
  return at + mark.length
}

/** Parses `]` with the target after it; text where no link or image ends here. */
export function closeBracket(state: InlineState, at: number): number {
  const { brackets, inlines, emphasis } = state
  const open = brackets.pop()
  const isImage = open?.bracket.text === '!['
  const isLinkable = open !== undefined && (isImage || brackets.length >= state.unlinkable)
  state.unlinkable = Math.min(state.unlinkable, brackets.length)
  const end = isLinkable ? endOfTarget(state, at, open) : -1
  if (open === undefined || end === -1) {
    addText(state, ']')
    return at + 1
  }
  open.bracket.role = isImage ? 'image' : 'link'
  emphasis.resolve(open.runBefore)
  if (isImage) inlines.push({ type: 'image-end' })
  else state.unlinkable = brackets.length
  return end
}

/** Parses `[^label]` of a known footnote, else null. */
export function parseFootnote({ text, inlines, footnotes }: InlineState, at: number): number | null {
  FOOTNOTE.lastIndex = at
  const label = FOOTNOTE.exec(text)?.[1]
  if (label === undefined || !footnotes.has(normalizeLabel(label))) return null
  inlines.push({ type: 'footnote', label: normalizeLabel(label) })
  return FOOTNOTE.lastIndex
}

/** Offset after the target of the link whose text ends at `at`; -1 where it is no link. */
function endOfTarget({ text, references }: InlineState, at: number, { start, hasBracketInside }: OpenBracket): number {
  const resource = endOfResource(text, at + 1)
  if (resource !== -1) return resource
  const label = endOfLabel(text, at + 1)
  if (label !== -1) return references.has(normalizeLabel(text.slice(at + 2, label - 1))) ? label : -1
  if (hasBracketInside || at - start > MAX_LABEL_LENGTH) return -1
  if (!references.has(normalizeLabel(text.slice(start, at)))) return -1
  return text.startsWith('[]', at + 1) ? at + 3 : at + 1
}
