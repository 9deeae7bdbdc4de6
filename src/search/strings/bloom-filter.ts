/**
 * Which strings tables have, told from a few bits for each of them: a Bloom filter.
 * What it denies no table has; what it grants one of them has but for about one of
 * thirty. (Bloom, Space/time trade-offs in hash coding with allowable errors, 1970.)
 *
 * It is asked by hashes, which can be made of those of parts: a string is hashed
 * as a number whose digits are its bytes, to a base of 32 bits.
 */
import { nextString, openStrings, sizeOf } from './front-coded-dictionary.ts'
import type { StringTable } from './front-coded-dictionary.ts'

/** Bits for each string, and how many of them it sets. */
const BITS_PER_STRING = 8
const PROBES = 3
/** An odd number without pattern, so that digits reach all bits. */
const BASE = 0x9e37_79b1

/** Hash of some bytes, 32 bits, with or without sign. */
export type Hash = number

/** The hash of no bytes. */
export const EMPTY_HASH: Hash = 0

/** The hash of bytes that are followed by one more. */
export function extendHash(hash: Hash, byte: number): Hash {
  // Bytes count from one, or leading zeros would be nothing.
  return (Math.imul(hash, BASE) + byte + 1) | 0
}

/** The hash of bytes that are followed by others: `power` is `powersOf` the number of these. */
export function joinHashes(hash: Hash, power: number, following: Hash): Hash {
  return (Math.imul(hash, power) + following) | 0
}

/** The base to the power of 0 to `most`. */
export function powersOf(most: number): Int32Array {
  const powers = new Int32Array(most + 1).fill(1)
  for (let i = 1; i <= most; i += 1) powers[i] = Math.imul(powers[i - 1]!, BASE)
  return powers
}

/** The filter of all strings of some tables; of each as many of its first bytes as `lengthOf` tells. */
export function createWordFilter(tables: readonly StringTable[], lengthOf: (bytes: Uint8Array, length: number) => number): Uint32Array {
  const strings = tables.reduce((sum, table) => sum + sizeOf(table), 0)
  const filter = new Uint32Array(Math.ceil((strings * BITS_PER_STRING) / 32))
  for (const table of tables) {
    for (const cursor = openStrings(table, 0); nextString(cursor); ) {
      const length = lengthOf(cursor.bytes, cursor.length)
      let hash = EMPTY_HASH
      for (let i = 0; i < length; i += 1) hash = extendHash(hash, cursor.bytes[i]!)
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = bitOf(filter, hash, probe)
        filter[bit >>> 5]! |= 1 << (bit & 31)
      }
    }
  }
  return filter
}

/** Whether a string of such a hash may be in the tables. */
export function mayHave(filter: Uint32Array, hash: Hash): boolean {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = bitOf(filter, hash, probe)
    if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return false
  }
  return true
}

/** A bit for each probe, spread by the finaliser of MurmurHash3, whose second half is the distance between probes. */
function bitOf({ length }: Uint32Array, hash: Hash, probe: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  mixed ^= mixed >>> 16
  const step = Math.imul(mixed, BASE) | 1
  return ((mixed + probe * step) >>> 0) % (length * 32)
}
