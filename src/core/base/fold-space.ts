/** A text on one line: each run of white space becomes one space, and both ends are trimmed. */
export function foldSpace(text: string): string {
  // Most text needs no change, and replacing every space is slow.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
