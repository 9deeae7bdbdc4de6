/** Columns of numbers that grow as they are filled. */

/** A column of at least `length`, twice as long as before or longer, that begins with the numbers of this one. */
export function grown32(column: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(Math.max(length, 2 * column.length))
  larger.set(column)
  return larger
}

/** The same for numbers of 16 bits. */
export function grown16(column: Uint16Array, length: number): Uint16Array {
  const larger = new Uint16Array(Math.max(length, 2 * column.length))
  larger.set(column)
  return larger
}
