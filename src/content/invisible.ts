/**
 * Invisible characters: zero-width and bidirectional marks, soft hyphens, tags,
 * control characters. They split words for the search and can carry text that
 * only a model reads. Joiners (U+200C, U+200D) stay, because scripts and emoji
 * need them; so does white space, which separates words.
 */

const INVISIBLE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064` +
    // U+E0000 to U+E007F as UTF-16: a Unicode pattern takes three times as long.
    String.raw`\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]`,
  'g',
)

/** The text without its invisible characters. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}
