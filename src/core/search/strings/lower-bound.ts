/**
 * Look-ups in a sorted dictionary: one string, or all strings with a prefix. The first string of each block is written
 * in full, so binary search finds the block, which is then read to the end.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import { u32At, u8At } from '../../text/column.ts'
import { readVarint } from './bits.ts'
import { BLOCK_STRINGS, encodeString, nextString, sizeOf, skipInBlock } from './front-coded-dictionary.ts'
import type { StringCursor, StringDictionary } from './front-coded-dictionary.ts'

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
  const { bytes, blocks } = dictionary
  // The last block whose first string is below the bound has the bound in it, or right after it.
  const last = blocks.length - 1
  const block = partitionPoint({ from: 0, to: last }, (at) => compareFirst(dictionary, at, key) < order)
  const inside = block === 0 ? null : locateInBlock(dictionary, block - 1, { key, order })
  if (inside !== null) return inside
  const number = Math.min(block * BLOCK_STRINGS, sizeOf(dictionary))
  if (block === last) return { number, length: 0, order: -1 }
  const { value: length } = readVarint(bytes, u32At(blocks, block) + 1)
  return { number, length, order: compareFirst(dictionary, block, key) }
}

/**
 * The lower bound within one block; null if all of its strings are below. Strings are compared without being decoded:
 * bytes that a string shares with the one before it compare as they did there.
 */
function locateInBlock(
  { bytes, blocks }: StringDictionary,
  block: number,
  { key, order }: { readonly key: Uint8Array; readonly order: 0 | 1 },
): Located | null {
  const size = Math.min(BLOCK_STRINGS, u32At(blocks, blocks.length - 1) - block * BLOCK_STRINGS)
  let at = u32At(blocks, block)
  /** First bytes of the string before that equal those of the key. */
  let matched = 0
  for (let i = 0; i < size; i += 1) {
    const shared = readVarint(bytes, at)
    const added = readVarint(bytes, shared.end)
    const start = added.end
    at = start + added.value
    // It shares the byte by which the string before it is below the key.
    if (i > 0 && shared.value > matched && matched < key.length) continue
    let compared: -1 | 0 | 1 = 0
    if (i > 0 && shared.value < matched && shared.value < key.length) {
      compared = 1
    } else {
      while (compared === 0 && matched < key.length) {
        const next = start + matched - (i === 0 ? 0 : shared.value)
        const difference = next >= at ? -1 : u8At(bytes, next) - u8At(key, matched)
        if (difference === 0) matched += 1
        else compared = difference < 0 ? -1 : 1
      }
    }
    if (compared >= order) {
      const length = (i === 0 ? 0 : shared.value) + added.value
      return { number: block * BLOCK_STRINGS + i, length, order: compared }
    }
  }
  return null
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
  for (let i = 0; i < key.length; i += 1) {
    if (i >= value) return -1
    const difference = u8At(bytes, end + i) - u8At(key, i)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}

/** True if the first string of a block begins with the first `length` bytes of the current one. */
function hasPrefix({ dictionary, bytes }: StringCursor, length: number, block: number): boolean {
  return block < dictionary.blocks.length - 1 && compareFirst(dictionary, block, bytes.subarray(0, length)) === 0
}
