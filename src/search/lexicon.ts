/**
 * Look-ups in a sorted string table: one string, or all that begin alike. The
 * first string of each block stands there in full, so a block is found in as many
 * comparisons as the logarithm of their number, and read to the end.
 */
import { readVarint } from './bits.ts'
import { BLOCK_STRINGS, encodeString, nextString, openStrings, sizeOf, skipInBlock } from './string-table.ts'
import type { StringCursor, StringTable } from './string-table.ts'

/** Numbers of strings next to each other, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Number of a string in a sorted table, -1 where it isn't there. */
export function findString(table: StringTable, string: string): number {
  const key = encodeString(string)
  // Of all strings that begin with the key, the key itself is the first.
  const first = firstNotBelow(table, key, 0)
  const cursor = openStrings(table, first)
  return nextString(cursor) && cursor.length === key.length && compareBeginning(cursor.bytes, key, key.length) === 0 ? first : -1
}

/** All strings of a sorted table that begin with `prefix`. */
export function findPrefix(table: StringTable, prefix: string): Range {
  const key = encodeString(prefix)
  const from = firstNotBelow(table, key, 0)
  return { from, to: Math.max(from, firstNotBelow(table, key, 1)) }
}

/** The first string whose beginning compares with the key as `order` or higher: 0 begins with it, 1 comes behind those. */
export function firstNotBelow(table: StringTable, key: Uint8Array, order: 0 | 1): number {
  // The last block whose first string is below: what is looked for is in it, or begins the next.
  let from = 0
  let to = table.heads.length - 1
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compareHead(table, middle, key) < order) from = middle + 1
    else to = middle
  }
  if (from === 0) return 0
  const cursor = openStrings(table, (from - 1) * BLOCK_STRINGS)
  while (nextString(cursor)) {
    if (cursor.number >= from * BLOCK_STRINGS) break
    if (compareBeginning(cursor.bytes, key, cursor.length) >= order) return cursor.number
  }
  return Math.min(from * BLOCK_STRINGS, sizeOf(table))
}

/**
 * Leads a cursor over a sorted table to before the next string that does not begin
 * with the first `length` bytes of the current one. Strings passed over are not
 * read, but for what they share with their neighbours.
 */
export function skipAlike(cursor: StringCursor, length: number): void {
  const { table } = cursor
  for (;;) {
    if (!skipInBlock(cursor, length)) return
    // All of the block were alike, so many more blocks may be.
    const first = (cursor.number + 1) / BLOCK_STRINGS
    const prefix = cursor.bytes.subarray(0, length)
    let block = first
    for (let step = 1; isHeadAlike(table, block, prefix); step *= 2) block += step
    while (block > first && !isHeadAlike(table, block, prefix)) block -= 1
    if (block === first && !isHeadAlike(table, block, prefix)) return
    cursor.number = block * BLOCK_STRINGS - 1
    nextString(cursor)
  }
}

/** Order of the first string of a block and a key, as in `compareBeginning`. */
function compareHead({ bytes, heads }: StringTable, block: number, key: Uint8Array): number {
  const { value, end } = readVarint(bytes, heads[block]! + 1)
  for (let i = 0; i < key.length; i += 1) {
    if (i >= value) return -1
    const difference = bytes[end + i]! - key[i]!
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}

function isHeadAlike(table: StringTable, block: number, prefix: Uint8Array): boolean {
  return block < table.heads.length - 1 && compareHead(table, block, prefix) === 0
}

/** Order of the beginning of a string of so many bytes and a key: 0 where the string begins with the key, else -1 or 1. */
function compareBeginning(bytes: Uint8Array, key: Uint8Array, length: number): number {
  for (let i = 0; i < key.length; i += 1) {
    if (i >= length) return -1
    const difference = bytes[i]! - key[i]!
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}
