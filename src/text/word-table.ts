/**
 * Words in texts -> small numbers. A word is looked up in place, by its UTF-16 units, without making a string of it: a
 * site's text is millions of words, and few different ones.
 *
 * Open addressing with linear probing. Words are in one column of units, each after its length and number, so that a
 * lookup reads two parts of memory: most of its time is waiting for these.
 */
import { grown16, grown32, u16At, u32At } from './column.ts'

/** The hash of no units, of 32 bits with a sign. */
export const FIRST_HASH = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193
const INITIAL_WORDS = 2_048
/** The table doubles when more than 1 / 2 of its slots are in use. */
const SLOTS_PER_WORD = 2

/** Numbers of words by their text. */
export interface WordTable {
  /**
   * Number of the word `text[from]` to before `text[to]`: from 0, in the order in which words are first met. `hash` is
   * its hash where that is known.
   */
  readonly numberOf: (text: Uint16Array, from: number, to: number, hash?: number) => number
  /** The word of a number that was given. */
  readonly textOf: (number: number) => string
}

/** A range of units. */
interface Units {
  readonly text: Uint16Array
  readonly from: number
  readonly to: number
}

/** Units in front of each word: its length and its number, each in two. */
const HEAD_UNITS = 4
/** Most units made into a string at once. */
const PIECE_UNITS = 1_024

/** An empty table. */
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
    // Loops over variables of the closure would load and check them in each turn.
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

  /** Appends a word, puts it into a free slot and returns its number. */
  function add(slot: number, hash: number, { text, from, to }: Units): number {
    const word = end
    const length = to - from
    if (word + length + HEAD_UNITS > units.length) units = grown16(units, word + length + HEAD_UNITS)
    const words = units
    words[word - 4] = length
    words[word - 3] = length >>> 16
    words[word - 2] = size
    words[word - 1] = size >>> 16
    // Words are short: a view of one and a call to copy it take longer.
    for (let i = 0; i < length; i += 1) words[word + i] = u16At(text, from + i)
    if (size === offsets.length) offsets = grown32(offsets, size + 1)
    offsets[size] = word
    slots[slot] = hash
    slots[slot + 1] = word
    end = word + length + HEAD_UNITS
    size += 1
    if (2 * SLOTS_PER_WORD * size > slots.length) spread()
    return size - 1
  }

  /** Doubles the slots and gives each word its new one. */
  function spread(): void {
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

/** The hash of UTF-16 units for `numberOf`: FNV-1a. */
export function hashOf(text: Uint16Array, from: number, to: number): number {
  let hash = FIRST_HASH
  for (let i = from; i < to; i += 1) hash = nextHash(hash, u16At(text, i))
  return hash
}

/** The hash of units with one more at the end. */
export function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME)
}
