/**
 * Small numbers <-> bits of a row of bytes, the lowest bit of a byte first. What
 * is read behind the end of the bytes is 0.
 */

/** Most bits that are written or read at once: with up to 7 that wait they fit into 32. */
export const MAX_WIDTH = 25

/** A growing row of bytes. */
export interface ByteRow {
  bytes: Uint8Array
  /** Bytes in use. */
  size: number
}

/** Writes bits behind a row of bytes. */
export interface BitWriter {
  readonly row: ByteRow
  /** Bits not written yet, and how many. */
  rest: number
  count: number
}

/** A place among bits. */
export interface BitReader {
  readonly bytes: Uint8Array
  /** Next byte, and the end of those that may be read. */
  at: number
  end: number
  rest: number
  count: number
}

/** An empty row. */
export function createByteRow(): ByteRow {
  return { bytes: new Uint8Array(1_024), size: 0 }
}

/** Puts a byte behind the others. */
export function pushByte(row: ByteRow, byte: number): void {
  if (row.size === row.bytes.length) {
    const larger = new Uint8Array(2 * row.size)
    larger.set(row.bytes)
    row.bytes = larger
  }
  row.bytes[row.size] = byte
  row.size += 1
}

/** Puts a number of up to 32 bits behind, in 1 to 5 bytes of 7 bits each, the lowest first. */
export function pushVarint(row: ByteRow, value: number): void {
  let rest = value
  while (rest > 0x7f) {
    pushByte(row, (rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  pushByte(row, rest)
}

/** The number that starts at a byte, and where it ends. */
export function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let at = start
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at]!
    at += 1
    value |= (byte & 0x7f) << shift
    if ((byte & 0x80) === 0) break
  }
  return { value: value >>> 0, end: at }
}

/** Writes the lowest `width` bits of a number, at most `MAX_WIDTH`. */
export function writeBits(writer: BitWriter, value: number, width: number): void {
  writer.rest |= value << writer.count
  writer.count += width
  while (writer.count >= 8) {
    pushByte(writer.row, writer.rest & 0xff)
    writer.rest >>>= 8
    writer.count -= 8
  }
}

/** Writes what waits, filled up with 0 to a whole byte. */
export function flushBits(writer: BitWriter): void {
  if (writer.count > 0) pushByte(writer.row, writer.rest & 0xff)
  writer.rest = 0
  writer.count = 0
}

/** Reads a number of `width` bits, at most `MAX_WIDTH`. */
export function readBits(reader: BitReader, width: number): number {
  while (reader.count < width) {
    if (reader.at < reader.end) reader.rest |= reader.bytes[reader.at]! << reader.count
    reader.at += 1
    reader.count += 8
  }
  const value = reader.rest & ((1 << width) - 1)
  reader.rest >>>= width
  reader.count -= width
  return value
}

/** Reads ones up to a zero and tells how many, at most about `most`. Behind the end there are zeros. */
export function readUnary(reader: BitReader, most: number): number {
  let ones = 0
  for (;;) {
    while (reader.count <= 24 && reader.at < reader.end) {
      reader.rest |= reader.bytes[reader.at]! << reader.count
      reader.at += 1
      reader.count += 8
    }
    const zero = ~reader.rest & -~reader.rest
    const run = Math.min(reader.count, zero === 0 ? 32 : 31 - Math.clz32(zero))
    ones += run
    const isEnd = run < reader.count || reader.count === 0 || ones >= most
    const read = Math.min(reader.count, isEnd ? run + 1 : run)
    reader.rest = read === 32 ? 0 : reader.rest >>> read
    reader.count -= read
    if (isEnd) return ones
  }
}
