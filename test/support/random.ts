/**
 * A small seeded generator for property tests: the same seed gives the same cases on every machine, so that a failure can
 * be run again. The runner's `--seed` moves all of them.
 */

/** The runner's seed: 0, unless the random tests run with other cases than last time. */
const RUN_SEED = Number(process.env['ASK_SEED'] ?? 0)
/** Odd, so that no two run seeds lead to the same cases (2 ** 32 by the golden ratio, as in Fibonacci hashing). */
const SPREAD = 0x9e3779b1

/** Pseudo-random numbers by mulberry32 (Tommy Ettinger, public domain). */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  readonly below: (end: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  /** Between 0 and `most` picks, joined. */
  readonly text: (from: readonly string[], most: number) => string
}

export function createRandom(seed: number): Random {
  let state = (seed + Math.imul(RUN_SEED, SPREAD)) >>> 0

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
