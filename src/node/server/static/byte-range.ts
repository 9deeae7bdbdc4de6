/** The header `Range` of a request -> the requested bytes of a file (RFC 9110, 14). */

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A header with one range. A request for several ranges gets the whole file. */
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i

/**
 * The range in a file of `size` bytes; null for no readable range, so that the whole file is sent; `unsatisfiable` for
 * a range that begins after the end of the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < end ? { start, end } : 'unsatisfiable'
}
