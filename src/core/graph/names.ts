/**
 * The comparison of names. Equal are those that differ in compatibility forms, case and white space alone; accents make
 * a difference. Similar are those that share trigrams (Dice's coefficient), in time linear in the length of all names.
 */
import { foldSpace } from '../base/text.ts'

const MAX_NAMES = 5
/** Minimum similarity, 0 to 1. */
const MIN_SIMILARITY = 0.35
/** UTF-16 units of a name that are compared. */
const MAX_LENGTH = 200
/** Values of a trigram's hash, of 16 bits: counting by array is cheap, and a collision harmless. */
const HASHES = 65_536

/**
 * The comparison key of a term. Lower-casing, then upper-casing makes letters equal that
 * only these unify (ẞ, ß and SS; ς and σ); no step needs a locale.
 */
export function foldTerm(term: string): string {
  return foldSpace(term.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'))
}

/** At most five names, the most similar first; of equally similar names the first. */
export function nearestNames(unknown: string, names: Iterable<string>): readonly string[] {
  const unknownTrigrams = trigramsOf(unknown)
  const counts = new Uint8Array(HASHES)
  const best: { readonly name: string; readonly similarity: number }[] = []
  for (const name of names) {
    const similarity = similarityOf(trigramsOf(name), unknownTrigrams, counts)
    if (similarity < MIN_SIMILARITY || similarity <= (best[MAX_NAMES - 1]?.similarity ?? 0)) continue
    const rank = best.findIndex((other) => similarity > other.similarity)
    best.splice(rank === -1 ? best.length : rank, 0, { name, similarity })
    best.length = Math.min(best.length, MAX_NAMES)
  }
  return [...new Set(best.map(({ name }) => name))]
}

/** Hashes of a name's trigrams, in lower case, with one blank for each run of other characters. */
function trigramsOf(name: string): Uint16Array {
  const words = ` ${name.slice(0, MAX_LENGTH).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
  const trigrams = new Uint16Array(Math.max(0, words.length - 2))
  for (let at = 0; at < trigrams.length; at += 1) {
    trigrams[at] = words.charCodeAt(at) * 961 + words.charCodeAt(at + 1) * 31 + words.charCodeAt(at + 2)
  }
  return trigrams
}

/** Twice the shared trigrams over all trigrams. `counts` is zero before and after the call. */
function similarityOf(a: Uint16Array, b: Uint16Array, counts: Uint8Array): number {
  for (const trigram of b) counts[trigram] = (counts[trigram] ?? 0) + 1
  let shared = 0
  for (const trigram of a) {
    const count = counts[trigram] ?? 0
    if (count === 0) continue
    counts[trigram] = count - 1
    shared += 1
  }
  for (const trigram of b) counts[trigram] = 0
  return (2 * shared) / (a.length + b.length)
}
