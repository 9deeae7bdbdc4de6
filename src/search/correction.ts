/**
 * A word that the index doesn't have -> terms of the words it may be a slip of:
 * those fewest edits away. An edit is a letter put in, left out or changed, or two
 * neighbours exchanged (the restricted Damerau-Levenshtein distance).
 *
 * All words of the index are passed over, most of them on their length or on the
 * set of their letters alone: an edit changes the length by one at most and the
 * set by two letters at most. So the work grows with the number of distinct
 * words, a few hundred thousand where there are a million sections, and the
 * table of distances is made for few of them.
 */
import type { InvertedIndex } from './inverted-index.ts'
import { encodeString, sizeOf } from './string-table.ts'
import type { StringTable } from './string-table.ts'
import { docFreq } from './term.ts'
import type { Meaning } from './term.ts'

/** Least bytes of a word that is corrected: what is shorter is near to everything. */
const MIN_LENGTH = 4
/** Bytes from which on two edits are a slip, too. */
const LONG_LENGTH = 8
/** A longer word is a name that nobody types by heart, and would cost by its length. */
const MAX_LENGTH = 32
/** Most words, of terms and of other words each, whose distance is worked out for one slip. */
const MAX_COMPARED = 20_000
/** Most corrections of one word: those that most chunks have. */
const MAX_CORRECTIONS = 16
/** How surely a word one edit away is meant, to the power of the edits. */
const SHARE_PER_EDIT = 0.9
/** Names with digits are exact: `E_CONN_43` is not `E_CONN_42`. */
const DIGIT = /\p{N}/u

/** The nearest terms, all at one distance: 1, or 2 for long words. None for short words and for names with digits. */
export function findCorrections(index: InvertedIndex, word: string): Meaning[] {
  const key = encodeString(word)
  if (key.length < MIN_LENGTH || key.length > MAX_LENGTH || DIGIT.test(word)) return []
  const allowed = key.length < LONG_LENGTH ? 1 : 2
  const near = [
    ...findNear(index.terms, key, allowed),
    ...findNear(index.words, key, allowed).map(({ number, edits }) => ({ number: index.wordTerms[number]!, edits })),
  ]
  const least = near.reduce((fewest, { edits }) => Math.min(fewest, edits), allowed)
  const terms = new Set(near.flatMap(({ number, edits }) => (edits === least ? number : [])))
  return [...terms]
    .sort((a, b) => docFreq(index, b) - docFreq(index, a) || a - b)
    .slice(0, MAX_CORRECTIONS)
    .map((term) => ({ term, share: SHARE_PER_EDIT ** least }))
}

/** Strings at most `allowed` edits away from the key. Edits are of bytes, so that of a letter beyond ASCII may count two. */
function findNear(table: StringTable, key: Uint8Array, allowed: number) {
  const { offsets } = table
  const letters = lettersOf(key, 0, key.length)
  const distance = createDistance(key, allowed)
  const near: { readonly number: number; readonly edits: number }[] = []
  let left = MAX_COMPARED
  for (let number = 0; number < sizeOf(table) && left > 0; number += 1) {
    const start = offsets[number]!
    const end = offsets[number + 1]! - markLength(table.bytes, offsets[number + 1]!)
    if (Math.abs(end - start - key.length) > allowed) continue
    if (countBits(lettersOf(table.bytes, start, end) ^ letters) > 2 * allowed) continue
    left -= 1
    const edits = distance(table.bytes, start, end)
    if (edits <= allowed) near.push({ number, edits })
  }
  return near
}

/** Bytes of the mark of its language that a string ends in, which is no part of the word. */
function markLength(bytes: Uint8Array, end: number): number {
  return bytes[end - 1]! < 0x20 ? 1 : 0
}

/** The set of a string's letters, one bit each; `a` to `z` have bits of their own. */
function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0
  for (let at = start; at < end; at += 1) letters |= 1 << (bytes[at]! & 31)
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Edits between the key and a range of bytes; any number above `allowed` where they are more. */
function createDistance(key: Uint8Array, allowed: number) {
  const width = key.length + 1
  let beforeLast = new Uint8Array(width)
  let last = new Uint8Array(width)
  let row = new Uint8Array(width)

  return function distance(bytes: Uint8Array, start: number, end: number): number {
    for (let j = 0; j < width; j += 1) last[j] = j
    for (let i = 1; i <= end - start; i += 1) {
      const byte = bytes[start + i - 1]!
      let least = (row[0] = i)
      for (let j = 1; j < width; j += 1) {
        let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (byte === key[j - 1] ? 0 : 1))
        const isExchange = i > 1 && j > 1 && byte === key[j - 2] && bytes[start + i - 2] === key[j - 1]
        if (isExchange) edits = Math.min(edits, beforeLast[j - 2]! + 1)
        row[j] = edits
        if (edits < least) least = edits
      }
      if (least > allowed) return least
      const spare = beforeLast
      beforeLast = last
      last = row
      row = spare
    }
    return last[key.length]!
  }
}
