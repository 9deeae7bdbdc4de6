/** No Bloom filter: the words of the parts that are loaded are few, so each is compared. */

/** A filter of nothing. */
export function createBloomFilter(): Uint32Array {
  return new Uint32Array(0)
}
