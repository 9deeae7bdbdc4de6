/** A Bloom filter without bits: the loaded parts have few words, so each of them is compared. */

/** An empty filter. */
export function createBloomFilter(): Uint32Array {
  return new Uint32Array(0)
}
