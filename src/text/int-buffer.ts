/** Numbers of 32 bits with a sign that grow at the end, outside of the heap: the garbage collector has no work with them. */
import { doubledInts } from './column.ts'

/** Numbers that a buffer has room for at first. */
const INITIAL_NUMBERS = 4_096

/** A buffer. */
export interface IntBuffer {
  /** The numbers in use, and room for further ones. */
  numbers: Int32Array
  /** Numbers in use. */
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

/** A view of the numbers in use, valid until numbers before its end change. */
export function intsOf({ numbers, size }: IntBuffer): Int32Array {
  return numbers.subarray(0, size)
}
