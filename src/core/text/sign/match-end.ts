/** The end of a sticky pattern's match at an offset; 0 if it does not match there. */
export function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  pattern.test(text)
  return pattern.lastIndex
}
