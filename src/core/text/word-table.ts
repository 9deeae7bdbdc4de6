/**
 * Words in texts -> consecutive numbers. A word is looked up by its UTF-16 units where it stands in the text, without a
 * string of it: the texts of a site have millions of words, but few different ones.
 *
 * A hash table with open addressing and linear probing. The words lie in one column of units, each after its length and
 * number. So a lookup reads only two parts of memory; waiting for them is most of its time.
 */
import { FNV_PRIME } from '../base/bytes.ts'
import { grown16, grown32, u16At, u32At } from './column.ts'

/** The hash of an empty word, a signed 32-bit number. */
export const FIRST_HASH = 0x811c9dc5 | 0
const INITIAL_WORDS = 2_048
/** Slots for each word at least: the table doubles when more than half of its slots are in use. */
const SLOTS_PER_WORD = 2

/** Numbers of words by their text. */
export interface WordTable {
  /**
   * Number of the word in the half-open range `from` to `to` of the text. Numbers start at 0 and follow the order in
   * which words are first looked up. `hash` is the `hashOf` of the word, if the caller has it.
   */
  readonly numberOf: (text: Uint16Array, from: number, to: number, hash?: number) => number
  /** The word with a number that `numberOf` returned. */
  readonly textOf: (number: number) => string
}

interface Units {
  readonly text: Uint16Array
  readonly from: number
  readonly to: number
}

/** UTF-16 units before each word: its length and its number, two units each. */
const HEAD_UNITS = 4
/** Most units that one call makes into a string. */
const PIECE_UNITS = 1_024

export function createWordTable(): WordTable {
  /** For each slot the hash of its word, and its offset in `units`, 0 for a free slot. */
  let slots = new Uint32Array(2 * SLOTS_PER_WORD * INITIAL_WORDS)
  let units: Uint16Array = new Uint16Array(8 * INITIAL_WORDS)
  /** Offset of each word in `units`, by its number. */
  let offsets: Uint32Array = new Uint32Array(INITIAL_WORDS)
  let end = HEAD_UNITS
  let size = 0

  function numberOf(text: Uint16Array, from: number, to: number, unmixed = hashOf(text, from, to)): number {
    const hash = (unmixed ^ (unmixed >>> 15)) >>> 0
    // Local copies: a loop would load and check the variables of the closure in each round.
    const [table, words] = [slots, units]
    const mask = table.length - 1
    const length = to - from
    for (let slot = (2 * hash) & mask; ; slot = (slot + 2) & mask) {
      const word = u32At(table, slot + 1)
      if (word === 0) return add(slot, hash, { text, from, to })
      if (table[slot] !== hash || (u16At(words, word - 4) | (u16At(words, word - 3) << 16)) !== length) continue
      let i = 0
      while (i < length && words[word + i] === text[from + i]) i += 1
      if (i === length) return u16At(words, word - 2) | (u16At(words, word - 1) << 16)
    }
  }

  function add(slot: number, hash: number, { text, from, to }: Units): number {
    const word = end
    const length = to - from
    if (word + length + HEAD_UNITS > units.length) units = grown16(units, word + length + HEAD_UNITS)
    const words = units
    words[word - 4] = length
    words[word - 3] = length >>> 16
    words[word - 2] = size
    words[word - 1] = size >>> 16
    // A loop: for short words, creating a view and copying from it takes longer.
    for (let i = 0; i < length; i += 1) words[word + i] = u16At(text, from + i)
    if (size === offsets.length) offsets = grown32(offsets, size + 1)
    offsets[size] = word
    slots[slot] = hash
    slots[slot + 1] = word
    end = word + length + HEAD_UNITS
    size += 1
    if (2 * SLOTS_PER_WORD * size > slots.length) doubleSlots()
    return size - 1
  }

  function doubleSlots(): void {
    const before = slots
    slots = new Uint32Array(2 * before.length)
    const mask = slots.length - 1
    for (let from = 0; from < before.length; from += 2) {
      if (before[from + 1] === 0) continue
      let to = (2 * u32At(before, from)) & mask
      while (slots[to + 1] !== 0) to = (to + 2) & mask
      slots[to] = u32At(before, from)
      slots[to + 1] = u32At(before, from + 1)
    }
  }

  function textOf(number: number): string {
    const word = u32At(offsets, number)
    const to = word + (u16At(units, word - 4) | (u16At(units, word - 3) << 16))
    let text = ''
    for (let at = word; at < to; at += PIECE_UNITS) {
      // Spreading a plain array takes a seventh of the time of a typed one.
      const piece: number[] = []
      for (let i = at; i < Math.min(at + PIECE_UNITS, to); i += 1) piece.push(u16At(units, i))
      text += String.fromCharCode(...piece)
    }
    return text
  }

  return { numberOf, textOf }
}

/** The hash of a range of UTF-16 units, for `numberOf`. Method: FNV-1a. */
export function hashOf(text: Uint16Array, from: number, to: number): number {
  let hash = FIRST_HASH
  for (let i = from; i < to; i += 1) hash = nextHash(hash, u16At(text, i))
  return hash
}

/** The hash after one more unit, given the hash of the units before it. */
export function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME)
}
