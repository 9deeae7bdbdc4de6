/**
 * Look-ups in a sorted string table: one string, or all that begin alike. The
 * first string of each block stands there in full, so a block is found in as many
 * comparisons as the logarithm of their number, and read to the end.
 */
import { readVarint } from './bits.ts'
import { BLOCK_STRINGS, encodeString, nextString, sizeOf, skipInBlock } from './front-coded-dictionary.ts'
import type { StringCursor, StringTable } from './front-coded-dictionary.ts'

/** Numbers of strings next to each other, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Number of a string in a sorted table, -1 where it isn't there. */
export function findString(table: StringTable, string: string): number {
  const key = encodeString(string)
  // Of all strings that begin with the key, the key itself is the first.
  const { number, length, order } = locate(table, key, 0)
  return order === 0 && length === key.length ? number : -1
}

/** All strings of a sorted table that begin with `prefix`. */
export function findPrefix(table: StringTable, prefix: string): Range {
  const key = encodeString(prefix)
  const from = firstNotBelow(table, key, 0)
  return { from, to: Math.max(from, firstNotBelow(table, key, 1)) }
}

/** The first string whose beginning compares with the key as `order` or higher: 0 begins with it, 1 comes behind those. */
export function firstNotBelow(table: StringTable, key: Uint8Array, order: 0 | 1): number {
  return locate(table, key, order).number
}

/** A string of a sorted table: its length in bytes, and how its beginning compares with a key. */
interface Located {
  readonly number: number
  readonly length: number
  readonly order: -1 | 0 | 1
}

/** What `firstNotBelow` finds; -1 as its order where there is no such string. */
function locate(table: StringTable, key: Uint8Array, order: 0 | 1): Located {
  // The last block whose first string is below: what is looked for is in it, or begins the next.
  let from = 0
  let to = table.heads.length - 1
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compareHead(table, middle, key) < order) from = middle + 1
    else to = middle
  }
  const found = from === 0 ? null : locateInBlock(table, from - 1, { key, order })
  if (found !== null) return found
  const number = Math.min(from * BLOCK_STRINGS, sizeOf(table))
  if (from === table.heads.length - 1) return { number, length: 0, order: -1 }
  return { number, length: readVarint(table.bytes, table.heads[from]! + 1).value, order: compareHead(table, from, key) }
}

/**
 * The same in one block, null where all of it is below. Strings are compared without
 * being put together: what one shares with the string before compares as it did.
 */
function locateInBlock({ bytes, heads }: StringTable, block: number, { key, order }: { key: Uint8Array; order: 0 | 1 }): Located | null {
  const size = Math.min(BLOCK_STRINGS, heads[heads.length - 1]! - block * BLOCK_STRINGS)
  let at = heads[block]!
  /** First bytes of the string before that are those of the key. */
  let matched = 0
  for (let i = 0; i < size; i += 1) {
    const shared = readVarint(bytes, at)
    const own = readVarint(bytes, shared.end)
    const start = own.end
    at = start + own.value
    // It has the byte by which the string before is below.
    if (i > 0 && shared.value > matched && matched < key.length) continue
    let compared: -1 | 0 | 1 = 0
    if (i > 0 && shared.value < matched && shared.value < key.length) {
      compared = 1
    } else {
      while (compared === 0 && matched < key.length) {
        const next = start + matched - (i === 0 ? 0 : shared.value)
        const difference = next >= at ? -1 : bytes[next]! - key[matched]!
        if (difference === 0) matched += 1
        else compared = difference < 0 ? -1 : 1
      }
    }
    if (compared >= order) {
      return { number: block * BLOCK_STRINGS + i, length: (i === 0 ? 0 : shared.value) + own.value, order: compared }
    }
  }
  return null
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
function compareHead({ bytes, heads }: StringTable, block: number, key: Uint8Array): -1 | 0 | 1 {
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
