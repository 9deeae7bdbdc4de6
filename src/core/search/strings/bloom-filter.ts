/**
 * A Bloom filter over the words of dictionaries, without the marks of their languages: a few bits for each. If it
 * rejects a word, no dictionary has it; it accepts about one in thirty of the words that no dictionary has. (Bloom,
 * Space/time trade-offs in hash coding with allowable errors, 1970.)
 *
 * A word is hashed as a number whose digits are its bytes, to a base of 32 bits, so that look-ups of words with the same
 * beginning hash it once.
 */
import { u32At, u8At } from '../../text/column.ts'
import { unmarkedLength } from '../../text/stemmer.ts'
import { type StringDictionary, nextString, openStrings, sizeOf } from './front-coded-dictionary.ts'

/** Bits of the filter for each string, and the number of bits that a string sets. */
const BITS_PER_STRING = 8
const PROBES = 3
/** An odd number without a pattern, so that each digit affects all bits. */
const BASE = 0x9e37_79b1

/** Hash of some bytes: 32 bits, with or without sign. */
export type Hash = number

export const EMPTY_HASH: Hash = 0

/** The hash after one more byte is appended. */
export function extendHash(hash: Hash, byte: number): Hash {
  // Bytes count from one, or leading zeros would not count.
  return (Math.imul(hash, BASE) + byte + 1) | 0
}

export function createBloomFilter(dictionaries: readonly StringDictionary[]): Uint32Array {
  const strings = dictionaries.reduce((sum, dictionary) => sum + sizeOf(dictionary), 0)
  const filter = new Uint32Array(Math.ceil((strings * BITS_PER_STRING) / 32))
  for (const dictionary of dictionaries) {
    for (const cursor = openStrings(dictionary, 0); nextString(cursor); ) {
      const length = unmarkedLength(cursor.bytes, cursor.length)
      let hash = EMPTY_HASH
      for (let i = 0; i < length; i += 1) hash = extendHash(hash, u8At(cursor.bytes, i))
      let probe = mixed(hash)
      for (let i = 0; i < PROBES; i += 1, probe = nextProbe(probe)) {
        const bit = bitOf(filter, probe)
        filter[bit >>> 5] = u32At(filter, bit >>> 5) | (1 << (bit & 31))
      }
    }
  }
  return filter
}

/** False if no string with this hash is in the dictionaries. */
export function mayContain(filter: Uint32Array, hash: Hash): boolean {
  let probe = mixed(hash)
  for (let i = 0; i < PROBES; i += 1, probe = nextProbe(probe)) {
    const bit = bitOf(filter, probe)
    if ((u32At(filter, bit >>> 5) & (1 << (bit & 31))) === 0) return false
  }
  return true
}

/** The first probe: a hash, its bits spread by the finalizer of MurmurHash3. */
function mixed(hash: Hash): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return bits ^ (bits >>> 16)
}

function nextProbe(probe: number): number {
  return Math.imul(probe, BASE) + 1
}

/** The bit of a probe: its part of 2^32 as a part of all bits, which takes no division. */
function bitOf({ length }: Uint32Array, probe: number): number {
  return Math.floor((probe >>> 0) * (length * 2 ** -27))
}
