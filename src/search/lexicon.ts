/**
 * Look-ups in a sorted string table: one string, or all that begin alike, each
 * in as many comparisons as the logarithm of its size.
 */
import { encodeString, sizeOf } from './string-table.ts'
import type { StringTable } from './string-table.ts'

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
  if (first === sizeOf(table) || lengthAt(table, first) !== key.length) return -1
  return compareBeginning(table, first, key) === 0 ? first : -1
}

/** All strings of a sorted table that begin with `prefix`. */
export function findPrefix(table: StringTable, prefix: string): Range {
  const key = encodeString(prefix)
  return { from: firstNotBelow(table, key, 0), to: firstNotBelow(table, key, 1) }
}

/** Bytes of a string, the measure by which a completion is longer than what was typed. */
export function lengthAt({ offsets }: StringTable, number: number): number {
  return offsets[number + 1]! - offsets[number]!
}

/** The first string whose beginning compares with the key as `order` or higher. */
function firstNotBelow(table: StringTable, key: Uint8Array, order: 0 | 1): number {
  let from = 0
  let to = sizeOf(table)
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compareBeginning(table, middle, key) < order) from = middle + 1
    else to = middle
  }
  return from
}

/** Order of a string's beginning and a key: 0 where the string begins with the key, else -1 or 1. */
function compareBeginning({ bytes, offsets }: StringTable, number: number, key: Uint8Array): number {
  const start = offsets[number]!
  const length = offsets[number + 1]! - start
  for (let i = 0; i < key.length; i += 1) {
    if (i === length) return -1
    const difference = bytes[start + i]! - key[i]!
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
