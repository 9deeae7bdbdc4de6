/** No Bloom filter: the words of the parts that are loaded are few, so each is compared. */

/** A filter of nothing. */
export function createBloomFilter(): Uint32Array {
  return new Uint32Array(0)
}

/** The hash of all bytes. */
export const EMPTY_HASH = 0

/** The same hash. */
export function extendHash(): number {
  return EMPTY_HASH
}

/** The same hash. */
export function joinHashes(): number {
  return EMPTY_HASH
}

/** No powers. */
export function powersOf(): Int32Array {
  return new Int32Array(0)
}
