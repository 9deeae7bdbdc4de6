/** A text on one line: each run of white space becomes one space, and both ends are trimmed. */
export function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
