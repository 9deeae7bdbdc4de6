/**
 * What no reader of a page sees, and what could therefore carry text that only
 * a model reads: invisible characters and hidden elements of HTML.
 *
 * Invisible characters are zero-width and bidirectional marks, soft hyphens, tags, control characters; they also split
 * words for the search. Joiners (U+200C, U+200D) stay, because scripts and emoji need them; so do one selector of a
 * variant behind an ideograph, and white space, which separates words.
 */
import { foldSpace } from '../base/text.ts'

const IDEOGRAPH = String.raw`(?:[\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud8bf][\udc00-\udfff])`
const INVISIBLE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e` +
    // U+E0000 to U+E01EF as UTF-16: a Unicode pattern takes three times as long.
    String.raw`\u2060-\u2064\u2066-\u206f\ufeff]|\udb40[\udc00-\uddef](?<!${IDEOGRAPH}\udb40[\udd00-\uddef])`,
  'g',
)
/** A declaration of an inline style that hides its element, in CSS or in an object of JSX. */
const HIDING_STYLE = /(?:^|[;{,])\s*(?:["']?display["']?\s*:\s*["']?none|["']?visibility["']?\s*:\s*["']?hidden)\b/i

/** The text without its invisible characters. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** The visible text on one line, null if there is none. */
export function visibleLine(text: string | null): string | null {
  const line = foldSpace(stripInvisible(text ?? ''))
  return line === '' ? null : line
}

/** A text that is shown without markup, without the marks around its code. */
export function withoutCodeMarks<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replace(/(`{1,20})([^`]+)\1/g, '$2')
}

/**
 * True if an attribute hides the element. Readers can open a closed tab, a part below a heading that is a button
 * (w3.org/WAI/ARIA/apg/patterns/accordion), and what an inline style hides if it has an id, which a control names.
 */
export function isHiddenByAttributes(attributes: ReadonlyMap<string, string>): boolean {
  // vuejs.org/api/built-in-directives
  if (attributes.get('v-if') === 'false' || attributes.get('v-show') === 'false') return true
  const role = attributes.get('role')
  if (role === 'tabpanel' || (role === 'region' && attributes.has('aria-labelledby'))) return false
  if (attributes.get('aria-hidden') === 'true') return true
  if (attributes.has('hidden')) return attributes.get('hidden') !== 'until-found'
  return !attributes.has('id') && HIDING_STYLE.test(attributes.get('style') ?? '')
}
