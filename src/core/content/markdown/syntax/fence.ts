/** The lines that open and close a block of code: CommonMark 0.31 chapter 4.5, and templates of generators. */

const FENCE = /^(?:(`{3,})([^`]*)$|(~{3,})(.*))/

/** The opening fence of a code block. `end` is a run of its character that may be longer, or a template tag. */
export interface Fence {
  readonly end: { readonly char: string; readonly length: number } | { readonly tag: string }
  readonly info: string
}

/** Parses an opening fence. */
export function fenceStart(text: string): Fence | null {
  const char = text[0]
  if (char !== '`' && char !== '~') return null
  const match = FENCE.exec(text)
  const length = (match?.[1] ?? match?.[3])?.length
  if (length === undefined) return null
  return { end: { char, length }, info: (match?.[2] ?? match?.[4] ?? '').trim() }
}

/** True for the line that closes the fence. */
export function isFenceEnd(text: string, { end }: Fence): boolean {
  // Hugo: `{{< / highlight >}}`.
  if ('tag' in end) return text.startsWith('{') && text.replace(/\/[ \t]+/, '/').includes(end.tag)
  if (!text.startsWith(end.char)) return false
  const marks = text.trimEnd()
  return marks.length >= end.length && marks === end.char.repeat(marks.length)
}

/** The fence that is open after a line, by the one before it; empty outside of a block. */
export function fenceAfter(fence: string, line: string): string {
  const text = line.replace(/^[ \t]{0,3}/, '').replace(/\n$/, '')
  if (fence !== '') return isFenceEnd(text, { end: { char: fence.charAt(0), length: fence.length }, info: '' }) ? '' : fence
  const end = fenceStart(text)?.end
  return end === undefined || 'tag' in end ? '' : end.char.repeat(end.length)
}
