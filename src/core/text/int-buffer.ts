/** A growable buffer of signed 32-bit numbers. It lies outside the heap, so the garbage collector does not scan it. */
import { doubledInts } from './column.ts'

/** Initial capacity, in numbers. */
const INITIAL_NUMBERS = 4_096

/** A buffer of signed 32-bit numbers. */
export interface IntBuffer {
  /** The numbers in use, then free capacity. */
  numbers: Int32Array
  /** Count of the numbers in use. */
  size: number
}

/** An empty buffer. */
export function createIntBuffer(): IntBuffer {
  return { numbers: new Int32Array(INITIAL_NUMBERS), size: 0 }
}

/** Appends a number. */
export function pushInt(buffer: IntBuffer, number: number): void {
  if (buffer.size === buffer.numbers.length) buffer.numbers = doubledInts(buffer.numbers)
  buffer.numbers[buffer.size] = number
  buffer.size += 1
}

/** The numbers in use, as a view of the buffer and not a copy. */
export function intsOf({ numbers, size }: IntBuffer): Int32Array {
  return numbers.subarray(0, size)
}
