/**
 * Many strings -> one block of bytes. Each string is written as its difference from the one before (front coding),
 * which is short in sorted lists, and in ids by page.
 *
 *   block     16 strings, the last block fewer
 *   string    varint: bytes shared with the string before, 0 for the first of a block; varint: other bytes; these
 *
 * Each UTF-16 unit is written separately, as UTF-8 would write it (CESU-8), so that every string is preserved, even one
 * with lone surrogates, and the order of the bytes is the order in which JavaScript sorts strings. Any bytes decode to
 * some strings.
 *
 * In a sorted dictionary, a string or all strings with a prefix are found by a binary search for their block, whose
 * first string is written in full; the block is then read to its end.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import { u32At, u8At } from '../../text/column.ts'
import { createByteBuffer, pushBytes, pushVarint, readVarint } from './bits.ts'

export const BLOCK_STRINGS = 16
const INITIAL_BYTES = 64
/** Most bytes of a UTF-16 unit. */
const MAX_UNIT_BYTES = 3

/** Strings by number, from 0. */
export interface StringDictionary {
  readonly bytes: Uint8Array
  /** Offset in `bytes` at which each block begins, and at the end the number of strings. */
  readonly blocks: Uint32Array
}

/** A position among the strings of a dictionary. */
export interface StringCursor {
  readonly dictionary: StringDictionary
  /** Number of the current string. */
  number: number
  /** Its bytes: the first `length` of `bytes`. */
  bytes: Uint8Array
  length: number
  /** Number of bytes shared with the previous string; 0 at the beginning of a block. */
  shared: number
  /** Offset of the next string. */
  next: number
}

/** Writes strings in the order given. */
export function createStringDictionary(strings: readonly string[]): StringDictionary {
  const buffer = createByteBuffer()
  const blocks = new Uint32Array(Math.ceil(strings.length / BLOCK_STRINGS) + 1)
  const longest = strings.reduce((most, { length }) => Math.max(most, length), 0)
  let before = new Uint8Array(MAX_UNIT_BYTES * longest)
  let beforeLength = 0
  let current = new Uint8Array(before.length)
  for (let i = 0; i < strings.length; i += 1) {
    const isFirst = i % BLOCK_STRINGS === 0
    if (isFirst) blocks[i / BLOCK_STRINGS] = buffer.size
    const length = putString(current, strings[i] ?? '')
    const most = isFirst ? 0 : Math.min(beforeLength, length)
    let shared = 0
    while (shared < most && u8At(before, shared) === u8At(current, shared)) shared += 1
    pushVarint(buffer, shared)
    pushVarint(buffer, length - shared)
    pushBytes(buffer, current, { from: shared, to: length })
    ;[before, current] = [current, before]
    beforeLength = length
  }
  blocks[blocks.length - 1] = strings.length
  return { bytes: buffer.bytes.slice(0, buffer.size), blocks }
}

/** Number of strings. */
export function sizeOf({ blocks }: StringDictionary): number {
  return u32At(blocks, blocks.length - 1)
}

/** The string of a number; the empty string for a number out of range. */
export function stringAt(dictionary: StringDictionary, number: number): string {
  const cursor = openStrings(dictionary, number)
  return nextString(cursor) ? textOf(cursor) : ''
}

/** All strings of a dictionary, in its order. */
export function stringsOf(dictionary: StringDictionary): string[] {
  const strings: string[] = []
  for (const cursor = openStrings(dictionary, 0); nextString(cursor); ) strings.push(textOf(cursor))
  return strings
}

/** A cursor before the string of a number; `nextString` moves it there. */
export function openStrings(dictionary: StringDictionary, number: number): StringCursor {
  const size = sizeOf(dictionary)
  const block = Math.floor(number / BLOCK_STRINGS)
  const isInside = number >= 0 && number < size
  const first = isInside ? block * BLOCK_STRINGS : size
  const next = isInside ? u32At(dictionary.blocks, block) : dictionary.bytes.length
  const bytes = new Uint8Array(INITIAL_BYTES)
  const cursor: StringCursor = { dictionary, number: first - 1, bytes, length: 0, shared: 0, next }
  if (isInside) while (cursor.number + 1 < number) nextString(cursor)
  return cursor
}

/** Moves to the next string; false after the last. */
export function nextString(cursor: StringCursor): boolean {
  const { bytes, blocks } = cursor.dictionary
  if (cursor.number + 1 >= u32At(blocks, blocks.length - 1)) return false
  cursor.number += 1
  const isFirst = cursor.number % BLOCK_STRINGS === 0
  if (isFirst) cursor.next = u32At(blocks, cursor.number / BLOCK_STRINGS)
  const shared = readLength(cursor)
  cursor.shared = isFirst ? 0 : Math.min(shared, cursor.length)
  const added = Math.min(readLength(cursor), Math.max(0, bytes.length - cursor.next))
  const length = cursor.shared + added
  if (length > cursor.bytes.length) {
    const larger = new Uint8Array(2 * length)
    larger.set(cursor.bytes)
    cursor.bytes = larger
  }
  for (let i = 0; i < added; i += 1) cursor.bytes[cursor.shared + i] = u8At(bytes, cursor.next + i)
  cursor.length = length
  cursor.next += added
  return true
}

/**
 * Skips the following strings of the block that share their first `length` bytes with the current one, and leaves
 * these in `cursor.bytes`. True when all strings up to the end of the block do.
 */
function skipInBlock(cursor: StringCursor, length: number): boolean {
  const size = sizeOf(cursor.dictionary)
  while ((cursor.number + 1) % BLOCK_STRINGS !== 0) {
    if (cursor.number + 1 >= size) return false
    const start = cursor.next
    const shared = readLength(cursor)
    if (shared < length) {
      cursor.next = start
      return false
    }
    const added = readLength(cursor)
    cursor.next += added
    cursor.length = shared + added
    cursor.number += 1
  }
  return cursor.number + 1 < size
}

/** The bytes that a string has in a dictionary. */
export function encodeString(string: string): Uint8Array {
  const bytes = new Uint8Array(MAX_UNIT_BYTES * string.length)
  return bytes.slice(0, putString(bytes, string))
}

/** Puts a string at the start of bytes that have room for it; returns the number of bytes it takes. */
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

function readLength(cursor: StringCursor): number {
  const { value, end } = readVarint(cursor.dictionary.bytes, cursor.next)
  cursor.next = end
  return value
}

function textOf({ bytes, length }: StringCursor): string {
  let string = ''
  let at = 0
  while (at < length) {
    const lead = u8At(bytes, at)
    if (lead < 0x80) {
      string += String.fromCharCode(lead)
      at += 1
    } else if (lead < 0xe0) {
      string += String.fromCharCode(((lead & 0x1f) << 6) | (u8At(bytes, at + 1) & 0x3f))
      at += 2
    } else {
      const [middle, last] = [u8At(bytes, at + 1) & 0x3f, u8At(bytes, at + 2) & 0x3f]
      string += String.fromCharCode(((lead & 0x0f) << 12) | (middle << 6) | last)
      at += 3
    }
  }
  return string
}

/** A half-open range of string numbers. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Number of a string in a sorted dictionary; -1 if it is absent. */
export function findString(dictionary: StringDictionary, string: string): number {
  const key = encodeString(string)
  // Of all strings that begin with the key, the key itself is the first.
  const { number, length, order } = locate(dictionary, key, 0)
  return order === 0 && length === key.length ? number : -1
}

/** All strings of a sorted dictionary that begin with `prefix`. */
export function findPrefix(dictionary: StringDictionary, prefix: string): Range {
  const key = encodeString(prefix)
  const from = lowerBound(dictionary, key, 0)
  return { from, to: Math.max(from, lowerBound(dictionary, key, 1)) }
}

/**
 * The first string whose beginning compares with the key as `order` or higher. With 0 that is the first string that
 * begins with the key or comes later; with 1 the first after all strings that begin with it.
 */
export function lowerBound(dictionary: StringDictionary, key: Uint8Array, order: 0 | 1): number {
  return locate(dictionary, key, order).number
}

/** A string of a sorted dictionary: its length in bytes, and how its beginning compares with a key. */
interface Located {
  readonly number: number
  readonly length: number
  readonly order: -1 | 0 | 1
}

/** The string that `lowerBound` gives; -1 as its order when there is no such string. */
function locate(dictionary: StringDictionary, key: Uint8Array, order: 0 | 1): Located {
  // The last block whose first string is below the bound has the bound in it, or right after it.
  const blocks = { from: 0, to: dictionary.blocks.length - 1 }
  const block = partitionPoint(blocks, (at) => compareFirst(dictionary, at, key) < order)
  const cursor = openStrings(dictionary, Math.max(0, block - 1) * BLOCK_STRINGS)
  while (nextString(cursor)) {
    const { number, length, bytes } = cursor
    const compared = compareBytes(bytes, { from: 0, to: length }, key)
    if (compared >= order) return { number, length, order: compared }
  }
  return { number: sizeOf(dictionary), length: 0, order: -1 }
}

/**
 * Moves a cursor over a sorted dictionary forward, to just before the next string that does not begin with the first
 * `length` bytes of the current one. Only the lengths of the strings in between are read.
 */
export function skipPrefix(cursor: StringCursor, length: number): void {
  while (skipInBlock(cursor, length)) {
    // All strings of the block have the prefix, so those of many further blocks may have it as well. The last of these
    // blocks is found by doubling steps and then by bisection of the last step.
    let block = (cursor.number + 1) / BLOCK_STRINGS
    if (!hasPrefix(cursor, length, block)) return
    let step = 1
    for (; hasPrefix(cursor, length, block + step); step *= 2) block += step
    for (step >>= 1; step > 0; step >>= 1) if (hasPrefix(cursor, length, block + step)) block += step
    cursor.number = block * BLOCK_STRINGS - 1
    nextString(cursor)
  }
}

/** How the beginning of a block's first string compares with a key: 0 if it begins with the key. */
function compareFirst({ bytes, blocks }: StringDictionary, block: number, key: Uint8Array): -1 | 0 | 1 {
  const { value, end } = readVarint(bytes, u32At(blocks, block) + 1)
  return compareBytes(bytes, { from: end, to: end + value }, key)
}

function compareBytes(bytes: Uint8Array, { from, to }: Range, key: Uint8Array): -1 | 0 | 1 {
  for (let i = 0; i < key.length; i += 1) {
    if (from + i >= to) return -1
    const difference = u8At(bytes, from + i) - u8At(key, i)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}

/** True if the first string of a block begins with the first `length` bytes of the current one. */
function hasPrefix({ dictionary, bytes }: StringCursor, length: number, block: number): boolean {
  return block < dictionary.blocks.length - 1 && compareFirst(dictionary, block, bytes.subarray(0, length)) === 0
}
