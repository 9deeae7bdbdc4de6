/**
 * Columns and buffers of numbers: typed arrays that are read by position and grow as they are filled.
 *
 * Each type has its own reader, so that the engine can specialize it for that type and inline it. Callers must stay
 * within the bounds: outside, the result is undefined, which bit operations treat as 0.
 */
import { AskError } from '../base/errors.ts'

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

const INITIAL_BYTES = 1_024
/** Most bytes of a buffer: an index counts places of half a byte, in 32 bits. */
const MAX_BYTES = 2 ** 31

/** Bytes that grow at the end, and numbers of several bytes in them. */
export interface ByteBuffer {
  bytes: Uint8Array
  /** Bytes in use. */
  size: number
}

export function createByteBuffer(): ByteBuffer {
  return { bytes: new Uint8Array(INITIAL_BYTES), size: 0 }
}

export function pushByte(buffer: ByteBuffer, byte: number): void {
  if (buffer.size === buffer.bytes.length) buffer.bytes = grown8(buffer.bytes)
  buffer.bytes[buffer.size] = byte
  buffer.size += 1
}

/** Throws `AskError('content')` above the maximum. */
function grown8(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= MAX_BYTES) {
    throw new AskError('content', 'The content is too large for one index; serve it as several sites.')
  }
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}

/** Appends a number of up to 32 bits as 1 to 5 bytes of 7 bits each, the lowest first. */
export function pushVarint(buffer: ByteBuffer, value: number): void {
  let remaining = value
  while (remaining > 0x7f) {
    pushByte(buffer, (remaining & 0x7f) | 0x80)
    remaining >>>= 7
  }
  pushByte(buffer, remaining)
}

/** The number that starts at a byte, and the offset at which it ends. */
export function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let at = start
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = u8At(bytes, at)
    at += 1
    value |= (byte & 0x7f) << shift
    if ((byte & 0x80) === 0) break
  }
  return { value: value >>> 0, end: at }
}

/** A number of 32 bits, the lowest byte first. */
export function readUint32(bytes: Uint8Array, at: number): number {
  const low = u8At(bytes, at) | (u8At(bytes, at + 1) << 8)
  return (low | (u8At(bytes, at + 2) << 16) | (u8At(bytes, at + 3) << 24)) >>> 0
}
