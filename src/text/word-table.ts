/**
 * Words cut out of texts -> small numbers. A word is looked up where it stands,
 * by its UTF-16 units, without making a string of it: a site's text is millions
 * of words, and few different ones.
 *
 * Open addressing with linear probing. Words lie one behind another in one
 * column of units, each behind its length and number, so that a known word is two
 * places in memory: most of what a lookup takes is waiting for these.
 */
import { grown16 } from './column.ts'

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const INITIAL_WORDS = 2_048
/** Share of slots in use from which on the table doubles: 1 / 2. */
const SLOTS_PER_WORD = 2

/** Numbers of words by their text. */
export interface WordTable {
  /** Number of the word `text[from]` to before `text[to]`: from 0, in the order in which words are first met. */
  readonly numberOf: (text: string, from: number, to: number) => number
}

/** Units in front of each word: its length and its number, each in two. */
const HEAD_UNITS = 4

/** An empty table. */
export function createWordTable(): WordTable {
  /** For each slot the hash of its word, and where it lies in `units`, 0 where the slot is free. */
  let slots = new Uint32Array(2 * SLOTS_PER_WORD * INITIAL_WORDS)
  let units: Uint16Array = new Uint16Array(8 * INITIAL_WORDS)
  let end = HEAD_UNITS
  let size = 0

  function numberOf(text: string, from: number, to: number): number {
    let state = FNV_OFFSET
    for (let i = from; i < to; i += 1) state = Math.imul(state ^ text.charCodeAt(i), FNV_PRIME)
    const hash = (state ^ (state >>> 15)) >>> 0
    const mask = slots.length - 1
    for (let slot = (2 * hash) & mask; ; slot = (slot + 2) & mask) {
      const word = slots[slot + 1]!
      if (word === 0) {
        slots[slot] = hash
        slots[slot + 1] = add(text, from, to)
        if (2 * SLOTS_PER_WORD * size > slots.length) spread()
        return size - 1
      }
      if (slots[slot] === hash && isSame(word, text, { from, to })) return units[word - 2]! | (units[word - 1]! << 16)
    }
  }

  function isSame(word: number, text: string, { from, to }: { from: number; to: number }): boolean {
    if ((units[word - 4]! | (units[word - 3]! << 16)) !== to - from) return false
    for (let i = from; i < to; i += 1) if (units[word + i - from] !== text.charCodeAt(i)) return false
    return true
  }

  /** Puts a word behind the others, and tells where. */
  function add(text: string, from: number, to: number): number {
    const length = to - from
    const word = end
    if (word + length + HEAD_UNITS > units.length) units = grown16(units, word + length + HEAD_UNITS)
    units[word - 4] = length
    units[word - 3] = length >>> 16
    units[word - 2] = size
    units[word - 1] = size >>> 16
    for (let i = 0; i < length; i += 1) units[word + i] = text.charCodeAt(from + i)
    end = word + length + HEAD_UNITS
    size += 1
    return word
  }

  /** Doubles the slots and gives each word its new one. */
  function spread(): void {
    const before = slots
    slots = new Uint32Array(2 * before.length)
    const mask = slots.length - 1
    for (let from = 0; from < before.length; from += 2) {
      if (before[from + 1] === 0) continue
      let to = (2 * before[from]!) & mask
      while (slots[to + 1] !== 0) to = (to + 2) & mask
      slots[to] = before[from]!
      slots[to + 1] = before[from + 1]!
    }
  }

  return { numberOf }
}
