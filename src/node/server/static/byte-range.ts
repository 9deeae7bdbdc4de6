/** The header `Range` of a request -> the bytes of a file that it asks for (RFC 9110, 14). */

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** One range. A request for several gets the whole file, as it would without the header. */
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i

/**
 * The range of a file of `size` bytes. Null without a readable range: then the whole file is sent; `unsatisfiable` for
 * a range that begins after its end.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < end ? { start, end } : 'unsatisfiable'
}
