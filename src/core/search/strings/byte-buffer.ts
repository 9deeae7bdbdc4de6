/** Small numbers <-> bits of a byte buffer, the lowest bit of a byte first. Reads beyond the end give 0. */
import { u8At } from '../../text/column.ts'

const INITIAL_BYTES = 1_024

/** Bytes that grow at the end. */
export interface ByteBuffer {
  bytes: Uint8Array
  /** Bytes in use. */
  size: number
}

/** A writer of bits at the end of a buffer. */
export interface BitWriter {
  readonly buffer: ByteBuffer
  /** Bits not written yet, and their number. */
  pending: number
  pendingBits: number
}

/** A position among bits. */
export interface BitReader {
  readonly bytes: Uint8Array
  /** Next byte, and the end of the bytes that may be read. */
  at: number
  end: number
  /** Bits taken from the bytes and not read yet, and their number. */
  pending: number
  pendingBits: number
}

export function createByteBuffer(): ByteBuffer {
  return { bytes: new Uint8Array(INITIAL_BYTES), size: 0 }
}

export function pushByte(buffer: ByteBuffer, byte: number): void {
  if (buffer.size === buffer.bytes.length) makeRoom(buffer)
  buffer.bytes[buffer.size] = byte
  buffer.size += 1
}

/** Doubles the room. */
function makeRoom(buffer: ByteBuffer): void {
  const larger = new Uint8Array(2 * buffer.bytes.length)
  larger.set(buffer.bytes)
  buffer.bytes = larger
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

/** A number of 32 bits, the lowest byte first; bytes past the end are 0. */
export function readUint32(bytes: Uint8Array, at: number): number {
  const low = u8At(bytes, at) | (u8At(bytes, at + 1) << 8)
  return (low | (u8At(bytes, at + 2) << 16) | (u8At(bytes, at + 3) << 24)) >>> 0
}

/** Writes the lowest `width` bits of a number, at most 25: with up to 7 pending bits they fit into 32. */
export function writeBits(writer: BitWriter, value: number, width: number): void {
  writer.pending |= value << writer.pendingBits
  writer.pendingBits += width
  while (writer.pendingBits >= 8) {
    pushByte(writer.buffer, writer.pending & 0xff)
    writer.pending >>>= 8
    writer.pendingBits -= 8
  }
}

/** Writes the pending bits, filled up with 0 to a whole byte. */
export function flushBits(writer: BitWriter): void {
  if (writer.pendingBits > 0) pushByte(writer.buffer, writer.pending & 0xff)
  writer.pending = 0
  writer.pendingBits = 0
}

/** Reads a number of `width` bits, at most 25. */
export function readBits(reader: BitReader, width: number): number {
  while (reader.pendingBits < width) {
    if (reader.at < reader.end) reader.pending |= u8At(reader.bytes, reader.at) << reader.pendingBits
    reader.at += 1
    reader.pendingBits += 8
  }
  const value = reader.pending & ((1 << width) - 1)
  reader.pending >>>= width
  reader.pendingBits -= width
  return value
}

/** Reads ones up to a zero and returns their number; gives up soon after `limit`. */
export function readUnary(reader: BitReader, limit: number): number {
  let ones = 0
  for (;;) {
    while (reader.pendingBits <= 24 && reader.at < reader.end) {
      reader.pending |= u8At(reader.bytes, reader.at) << reader.pendingBits
      reader.at += 1
      reader.pendingBits += 8
    }
    const zero = ~reader.pending & -~reader.pending
    const run = Math.min(reader.pendingBits, zero === 0 ? 32 : 31 - Math.clz32(zero))
    ones += run
    const isEnd = run < reader.pendingBits || reader.pendingBits === 0 || ones >= limit
    const read = Math.min(reader.pendingBits, isEnd ? run + 1 : run)
    reader.pending = read === 32 ? 0 : reader.pending >>> read
    reader.pendingBits -= read
    if (isEnd) return ones
  }
}
