/** Numbers and strings <-> bytes: the primitives of the parts of a static index. */
import { isString, parseJson } from '../../core/base.ts'
import { type ByteBuffer, pushByte, pushVarint, readVarint } from '../../core/text.ts'

/** A position among bytes. */
export interface ByteReader {
  readonly bytes: Uint8Array
  at: number
}

/** Thrown if an index can't be used; the message is a sentence for readers. */
export class StaticIndexError extends Error {}

/** Thrown for bytes that no writer produces. */
export class DamagedPart extends StaticIndexError {
  override readonly message = 'The search index is damaged.'
}

/** Reads a number of up to 32 bits. Throws a `DamagedPart` past the end. */
export function readNumber(reader: ByteReader): number {
  const { value, end } = readVarint(reader.bytes, reader.at)
  if (end > reader.bytes.length) throw new DamagedPart()
  reader.at = end
  return value
}

/** Reads a number of bytes without a copy. Throws a `DamagedPart` past the end. */
export function readBytes(reader: ByteReader, length: number): Uint8Array {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new DamagedPart()
  const bytes = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return bytes
}

/** A value as JSON: strings that share a prefix compress better in it than with a coding of their own. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** The value in bytes; undefined for other bytes. */
export function decodeJson(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(bytes))
}

/** The list in a value, whose items pass a test. Throws a `DamagedPart` for another value. */
export function itemsOf<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  if (!Array.isArray(value) || !value.every(isItem)) throw new DamagedPart()
  return value
}

export function decodeStrings(bytes: Uint8Array): readonly string[] {
  return itemsOf(decodeJson(bytes), isString)
}

export function writeStrings(buffer: ByteBuffer, strings: readonly string[]): void {
  const bytes = encodeJson(strings)
  pushVarint(buffer, bytes.length)
  for (const byte of bytes) pushByte(buffer, byte)
}

/** Reads what `writeStrings` wrote. */
export function readStrings(reader: ByteReader): readonly string[] {
  return decodeStrings(readBytes(reader, readNumber(reader)))
}

/** Writes 32 bits, the lowest byte first. */
export function pushUint32(buffer: ByteBuffer, value: number): void {
  for (let shift = 0; shift < 32; shift += 8) pushByte(buffer, (value >>> shift) & 0xff)
}
