/**
 * Many strings -> one block of bytes, each string written as what it adds to the
 * one before it (front coding), which in sorted tables, and in ids by page, is
 * little.
 *
 *   block     16 strings, the last block fewer
 *   string    varint: bytes shared with the string before, 0 for the first of a block; varint: bytes of its own; these
 *
 * Each UTF-16 unit is written by itself as UTF-8 would write it (CESU-8), so that
 * any string survives, lone surrogates too, and the order of the bytes is the
 * order in which JavaScript sorts strings. Any bytes read as some strings.
 */
import { createByteRow, pushByte, pushVarint } from './bits.ts'

/** Strings of a block. */
export const BLOCK_STRINGS = 16
const INITIAL_BYTES = 64
/** Most bytes of a UTF-16 unit. */
const MAX_UNIT_BYTES = 3

/** Strings by number, from 0. */
export interface StringTable {
  readonly bytes: Uint8Array
  /** Where each block begins in `bytes`; behind them the number of strings. */
  readonly heads: Uint32Array
}

/** A way through the strings of a table. */
export interface StringCursor {
  readonly table: StringTable
  /** Number of the current string. */
  number: number
  /** Its bytes: the first `length` of `bytes`. */
  bytes: Uint8Array
  length: number
  /** How many of them are those of the string before; 0 at the beginning of a block. */
  shared: number
  /** Where the next string begins. */
  next: number
}

/** Writes strings in the order given. */
export function createStringTable(strings: readonly string[]): StringTable {
  const row = createByteRow()
  const heads = new Uint32Array(Math.ceil(strings.length / BLOCK_STRINGS) + 1)
  const longest = strings.reduce((most, { length }) => Math.max(most, length), 0)
  let before = new Uint8Array(MAX_UNIT_BYTES * longest)
  let beforeLength = 0
  let own = new Uint8Array(before.length)
  strings.forEach((string, i) => {
    const isFirst = i % BLOCK_STRINGS === 0
    if (isFirst) heads[i / BLOCK_STRINGS] = row.size
    const length = putString(own, string)
    const most = isFirst ? 0 : Math.min(beforeLength, length)
    let shared = 0
    while (shared < most && before[shared] === own[shared]) shared += 1
    pushVarint(row, shared)
    pushVarint(row, length - shared)
    for (let at = shared; at < length; at += 1) pushByte(row, own[at]!)
    ;[before, own] = [own, before]
    beforeLength = length
  })
  heads[heads.length - 1] = strings.length
  return { bytes: row.bytes.slice(0, row.size), heads }
}

/** How many strings there are. */
export function sizeOf({ heads }: StringTable): number {
  return heads[heads.length - 1]!
}

/** The string of a number; the empty string for one that isn't there. */
export function stringAt(table: StringTable, number: number): string {
  const cursor = openStrings(table, number)
  return nextString(cursor) ? textOf(cursor) : ''
}

/** All strings of a table, in its order. */
export function stringsOf(table: StringTable): string[] {
  const strings: string[] = []
  for (const cursor = openStrings(table, 0); nextString(cursor); ) strings.push(textOf(cursor))
  return strings
}

/** A cursor before the string of a number; `nextString` leads to it. */
export function openStrings(table: StringTable, number: number): StringCursor {
  const block = Math.floor(number / BLOCK_STRINGS)
  const isThere = number >= 0 && number < sizeOf(table)
  const first = isThere ? block * BLOCK_STRINGS : sizeOf(table)
  const next = isThere ? table.heads[block]! : table.bytes.length
  const cursor: StringCursor = { table, number: first - 1, bytes: new Uint8Array(INITIAL_BYTES), length: 0, shared: 0, next }
  if (isThere) while (cursor.number + 1 < number) nextString(cursor)
  return cursor
}

/** Goes to the next string; false behind the last. */
export function nextString(cursor: StringCursor): boolean {
  const { bytes, heads } = cursor.table
  if (cursor.number + 1 >= heads[heads.length - 1]!) return false
  cursor.number += 1
  const isFirst = cursor.number % BLOCK_STRINGS === 0
  if (isFirst) cursor.next = heads[cursor.number / BLOCK_STRINGS]!
  const shared = readLength(cursor)
  cursor.shared = isFirst ? 0 : Math.min(shared, cursor.length)
  const own = Math.min(readLength(cursor), Math.max(0, bytes.length - cursor.next))
  const length = cursor.shared + own
  if (length > cursor.bytes.length) {
    const larger = new Uint8Array(2 * length)
    larger.set(cursor.bytes)
    cursor.bytes = larger
  }
  for (let i = 0; i < own; i += 1) cursor.bytes[cursor.shared + i] = bytes[cursor.next + i]!
  cursor.length = length
  cursor.next += own
  return true
}

/**
 * Passes over the strings behind the current one, in its block, that share their
 * first `length` bytes with it, and leaves these in `cursor.bytes`. True where all
 * do to the end of the block.
 */
export function skipInBlock(cursor: StringCursor, length: number): boolean {
  const size = sizeOf(cursor.table)
  while ((cursor.number + 1) % BLOCK_STRINGS !== 0) {
    if (cursor.number + 1 >= size) return false
    const start = cursor.next
    const shared = readLength(cursor)
    if (shared < length) {
      cursor.next = start
      return false
    }
    const own = readLength(cursor)
    cursor.next += own
    cursor.length = shared + own
    cursor.number += 1
  }
  return cursor.number + 1 < size
}

/** The bytes a string has in a table. */
export function encodeString(string: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MAX_UNIT_BYTES * string.length)
  return bytes.slice(0, putString(bytes, string))
}

/** Puts a string at the start of bytes that have room for it; returns how many it takes. */
function putString(bytes: Uint8Array, string: string): number {
  let at = 0
  for (let i = 0; i < string.length; i += 1) {
    const unit = string.charCodeAt(i)
    if (unit < 0x80) {
      bytes[at++] = unit
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6)
      bytes[at++] = 0x80 | (unit & 0x3f)
    } else {
      bytes[at++] = 0xe0 | (unit >> 12)
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f)
      bytes[at++] = 0x80 | (unit & 0x3f)
    }
  }
  return at
}

/** A varint of up to four bytes: no string of a table is longer. */
function readLength(cursor: StringCursor): number {
  const { bytes } = cursor.table
  let value = 0
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[cursor.next]!
    cursor.next += 1
    value |= (byte & 0x7f) << shift
    if ((byte & 0x80) === 0) break
  }
  return value
}

function textOf({ bytes, length }: StringCursor): string {
  let string = ''
  let at = 0
  while (at < length) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      string += String.fromCharCode(lead)
      at += 1
    } else if (lead < 0xe0) {
      string += String.fromCharCode(((lead & 0x1f) << 6) | (bytes[at + 1]! & 0x3f))
      at += 2
    } else {
      string += String.fromCharCode(((lead & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f))
      at += 3
    }
  }
  return string
}
