/**
 * Columns of numbers: typed arrays that are read by position and grow as they are filled.
 *
 * Each type has its own reader, so that the engine can specialize it for that type and inline it. Callers must stay
 * within the bounds: outside, the result is undefined, which bit operations treat as 0.
 */

export function u8At(column: Uint8Array, position: number): number {
  return column[position]!
}

export function u16At(column: Uint16Array, position: number): number {
  return column[position]!
}

export function u32At(column: Uint32Array, position: number): number {
  return column[position]!
}

export function i32At(column: Int32Array, position: number): number {
  return column[position]!
}

export function f32At(column: Float32Array, position: number): number {
  return column[position]!
}

export function f64At(column: Float64Array, position: number): number {
  return column[position]!
}

/** A longer copy of a column: at least `length` numbers, and at least twice as many as before. */
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

const INITIAL_NUMBERS = 4_096

/** A buffer of signed 32-bit numbers. */
export interface IntBuffer {
  /** The numbers in use, then free capacity. */
  numbers: Int32Array
  /** Count of the numbers in use. */
  size: number
}

export function createIntBuffer(): IntBuffer {
  return { numbers: new Int32Array(INITIAL_NUMBERS), size: 0 }
}

export function pushInt(buffer: IntBuffer, number: number): void {
  if (buffer.size === buffer.numbers.length) makeRoom(buffer)
  buffer.numbers[buffer.size] = number
  buffer.size += 1
}

function makeRoom(buffer: IntBuffer): void {
  const larger = new Int32Array(2 * buffer.numbers.length)
  larger.set(buffer.numbers)
  buffer.numbers = larger
}

/** The numbers in use, as a view of the buffer and not a copy. */
export function intsOf({ numbers, size }: IntBuffer): Int32Array {
  return numbers.subarray(0, size)
}
