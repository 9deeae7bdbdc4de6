/**
 * Words cut out of texts -> small numbers. A word is looked up where it stands,
 * by its UTF-16 units, without making a string of it: a site's text is millions
 * of words, and few different ones.
 *
 * Open addressing with linear probing. Words lie one behind another in one
 * column of units.
 */

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const INITIAL_SLOTS = 4_096
/** Share of slots in use from which on the table doubles: 1 / 2. */
const SLOTS_PER_WORD = 2

/** Numbers of words by their text. */
export interface WordTable {
  /** Number of the word `text[from]` to before `text[to]`: from 0, in the order in which words are first met. */
  readonly numberOf: (text: string, from: number, to: number) => number
}

/** An empty table. */
export function createWordTable(): WordTable {
  /** Number of the word in each slot plus one, 0 where it is free. */
  let slots = new Uint32Array(INITIAL_SLOTS)
  let hashes = new Uint32Array(INITIAL_SLOTS)
  /** Where each word begins; one more than there are words. */
  let starts = new Uint32Array(INITIAL_SLOTS)
  let units = new Uint16Array(8 * INITIAL_SLOTS)
  let size = 0

  function numberOf(text: string, from: number, to: number): number {
    let state = FNV_OFFSET
    for (let i = from; i < to; i += 1) state = Math.imul(state ^ text.charCodeAt(i), FNV_PRIME)
    const hash = (state ^ (state >>> 15)) >>> 0
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1
      if (number < 0) {
        slots[slot] = size + 1
        return add(text, { from, to, hash })
      }
      if (hashes[number] === hash && isSame(number, text, { from, to })) return number
    }
  }

  function isSame(number: number, text: string, { from, to }: { from: number; to: number }): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== to - from) return false
    for (let i = from; i < to; i += 1) if (units[start + i - from] !== text.charCodeAt(i)) return false
    return true
  }

  function add(text: string, { from, to, hash }: { from: number; to: number; hash: number }): number {
    const number = size
    const start = starts[number]!
    const end = start + to - from
    if (end > units.length) units = grown(units, new Uint16Array(2 * end))
    for (let i = from; i < to; i += 1) units[start + i - from] = text.charCodeAt(i)
    if (number + 2 > starts.length) starts = grown(starts, new Uint32Array(2 * starts.length))
    if (number + 1 > hashes.length) hashes = grown(hashes, new Uint32Array(2 * hashes.length))
    starts[number + 1] = end
    hashes[number] = hash
    size += 1
    if (SLOTS_PER_WORD * size > slots.length) spread()
    return number
  }

  /** Doubles the slots and gives each word its new one. */
  function spread(): void {
    slots = new Uint32Array(2 * slots.length)
    const mask = slots.length - 1
    for (let number = 0; number < size; number += 1) {
      let slot = hashes[number]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
  }

  return { numberOf }
}

function grown<Column extends Uint16Array | Uint32Array>(column: Column, larger: Column): Column {
  larger.set(column)
  return larger
}
