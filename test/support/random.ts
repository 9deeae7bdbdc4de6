/**
 * A small seeded generator for property tests: the same seed gives the same
 * cases on every machine, so that a failure can be run again.
 */

/** Pseudo-random numbers by mulberry32 (Tommy Ettinger, public domain). */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  readonly below: (end: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  /** Between 0 and `most` picks, joined. */
  readonly text: (from: readonly string[], most: number) => string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const text = (from: readonly string[], most: number) => Array.from({ length: below(most + 1) }, () => pick(from)).join('')
  return { below, pick, text }
}
