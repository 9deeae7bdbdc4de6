/** Numbers and strings <-> bytes: the primitives of the parts of a static index. */
import {
  BLOCK_STRINGS, type ByteBuffer, createStringDictionary, pushByte, pushVarint, readVarint, stringsOf,
} from '../../core/search.ts'

/** A position among bytes. */
export interface ByteReader {
  readonly bytes: Uint8Array
  at: number
}

/** Thrown for bytes that no writer produces. */
export class DamagedPart extends Error {}

/** The bytes of a buffer that are in use. */
export function bytesOf({ bytes, size }: ByteBuffer): Uint8Array {
  return bytes.slice(0, size)
}

/** Reads a number of up to 32 bits. Throws a `DamagedPart` past the end. */
export function readNumber(reader: ByteReader): number {
  const { value, end } = readVarint(reader.bytes, reader.at)
  if (end > reader.bytes.length) throw new DamagedPart()
  reader.at = end
  return value
}

/** Reads the number of items that follow. Throws a `DamagedPart` if there are fewer bytes left than items. */
export function readCount(reader: ByteReader): number {
  const count = readNumber(reader)
  if (count > reader.bytes.length - reader.at) throw new DamagedPart()
  return count
}

/** Reads a number of bytes without a copy. Throws a `DamagedPart` past the end. */
export function readBytes(reader: ByteReader, length: number): Uint8Array {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new DamagedPart()
  const bytes = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return bytes
}

/** Writes strings in the given order; strings that share a prefix with the previous one take less space. */
export function writeStrings(buffer: ByteBuffer, strings: readonly string[]): void {
  const { bytes, blocks } = createStringDictionary(strings)
  pushVarint(buffer, strings.length)
  blocks.forEach((offset, block) => {
    if (block + 1 < blocks.length) pushVarint(buffer, offset - (blocks[block - 1] ?? 0))
  })
  pushVarint(buffer, bytes.length)
  for (const byte of bytes) pushByte(buffer, byte)
}

/** Reads what `writeStrings` wrote. */
export function readStrings(reader: ByteReader): string[] {
  const size = readCount(reader)
  const blocks = new Uint32Array(Math.ceil(size / BLOCK_STRINGS) + 1)
  for (let block = 0, offset = 0; block + 1 < blocks.length; block += 1) {
    offset += readNumber(reader)
    blocks[block] = offset
  }
  blocks[blocks.length - 1] = size
  return stringsOf({ bytes: readBytes(reader, readNumber(reader)), blocks })
}

/** Writes 32 bits, the lowest byte first. */
export function pushUint32(buffer: ByteBuffer, value: number): void {
  for (let shift = 0; shift < 32; shift += 8) pushByte(buffer, (value >>> shift) & 0xff)
}
