/** A seeded generator: the same seed gives the same numbers on every machine. */

/** Pseudo-random numbers in [0, 1) by mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed) {
  let state = seed >>> 0

  return function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same items in an order that depends on the seed alone (Fisher and Yates). */
export function shuffled(items, seed) {
  const next = createRandom(seed)
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}
