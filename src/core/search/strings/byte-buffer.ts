/** Bytes that grow at the end, and numbers of several bytes in them. Bytes beyond the end are read as 0. */
import { AskError } from '../../base/errors.ts'
import { u8At } from '../../text/column.ts'

const INITIAL_BYTES = 1_024
/** Most bytes: an index counts places of half a byte, in 32 bits. */
const MAX_BYTES = 2 ** 31

export interface ByteBuffer {
  bytes: Uint8Array
  /** Bytes in use. */
  size: number
}

export function createByteBuffer(): ByteBuffer {
  return { bytes: new Uint8Array(INITIAL_BYTES), size: 0 }
}

export function pushByte(buffer: ByteBuffer, byte: number): void {
  if (buffer.size === buffer.bytes.length) makeRoom(buffer)
  buffer.bytes[buffer.size] = byte
  buffer.size += 1
}

/** Doubles the room. Throws `AskError('content')` above the maximum. */
function makeRoom(buffer: ByteBuffer): void {
  if (buffer.bytes.length >= MAX_BYTES) throw new AskError('content', 'The content is too large for one index.')
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

/** A number of 32 bits, the lowest byte first. */
export function readUint32(bytes: Uint8Array, at: number): number {
  const low = u8At(bytes, at) | (u8At(bytes, at + 1) << 8)
  return (low | (u8At(bytes, at + 2) << 16) | (u8At(bytes, at + 3) << 24)) >>> 0
}
