/**
 * A text -> the same text in memory of its own. Engines keep a part of a string as a reference to the whole, so one
 * heading would keep the text of its file in memory.
 */
export function copyText(text: string): string {
  return ` ${text}`.slice(1)
}

/** The same for a text that may be missing. */
export function copyTextOrNull(text: string | null): string | null {
  return text === null ? null : copyText(text)
}
