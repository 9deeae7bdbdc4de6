/**
 * The comparison of names. Equal are those that differ in compatibility forms, case and white space alone; accents make
 * a difference. Similar are those that share trigrams (Dice's coefficient), in time linear in the length of all names.
 */
import { foldSpace } from '../base/text.ts'
import { u8At } from '../text/column.ts'

/** Names that are given. */
const MAX_NAMES = 5
/** Minimum similarity, 0 to 1. */
const MIN_SIMILARITY = 0.35
/** UTF-16 units of a name that are compared. */
const MAX_LENGTH = 200
/** Values of a trigram's hash, of 16 bits: counting by array is cheap, and a collision harmless. */
const HASHES = 65_536
const HASH_MASK = HASHES - 1
const BLANK = 0x20

/**
 * The comparison key of a term. Lower-casing, then upper-casing makes letters equal that
 * only these unify (ẞ, ß and SS; ς and σ); no step needs a locale.
 */
export function foldTerm(term: string): string {
  return foldSpace(term.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'))
}

/** At most five names, the most similar first; of equally similar names the first. */
export function nearestNames(unknown: string, names: Iterable<string>): readonly string[] {
  const readTrigrams = createReadTrigrams()
  /** Number of each trigram of the unknown name. */
  const counts = new Uint8Array(HASHES)
  const size = readTrigrams(unknown, (trigram) => (counts[trigram] = u8At(counts, trigram) + 1))
  const best: { readonly name: string; readonly similarity: number }[] = []
  const shared: number[] = []
  for (const name of names) {
    shared.length = 0
    const length = readTrigrams(name, (trigram) => {
      if (u8At(counts, trigram) === 0) return
      counts[trigram] = u8At(counts, trigram) - 1
      shared.push(trigram)
    })
    for (const trigram of shared) counts[trigram] = u8At(counts, trigram) + 1
    const similarity = (2 * shared.length) / (length + size)
    if (!(similarity >= MIN_SIMILARITY) || similarity <= (best[MAX_NAMES - 1]?.similarity ?? 0)) continue
    if (best.some((other) => other.name === name)) continue
    const position = best.findIndex((other) => similarity > other.similarity)
    best.splice(position === -1 ? best.length : position, 0, { name, similarity })
    best.length = Math.min(best.length, MAX_NAMES)
  }
  return best.map(({ name }) => name)
}

/**
 * A function that visits the hashes of a name's trigrams, in lower case, with one blank for each run of other
 * characters, and returns their number. It folds a character once: a site has many thousands of names.
 */
function createReadTrigrams() {
  /** Folded UTF-16 units; 0 for those that no name had so far. */
  const folded = new Uint16Array(HASHES)
  const foldUnit = (unit: number) => {
    const char = String.fromCharCode(unit)
    return /[\p{L}\p{N}\p{Cs}]/u.test(char) ? char.toLowerCase().charCodeAt(0) : BLANK
  }
  return function readTrigrams(name: string, visit: (trigram: number) => void): number {
    let [before, last, length] = [0, BLANK, 0]
    const end = Math.min(name.length, MAX_LENGTH)
    for (let at = 0; at <= end; at += 1) {
      // A name ends in a blank.
      const written = at === end ? BLANK : name.charCodeAt(at)
      const unit = (folded[written] ||= foldUnit(written))
      if (unit === BLANK && last === BLANK) continue
      if (before !== 0) {
        visit((before * 961 + last * 31 + unit) & HASH_MASK)
        length += 1
      }
      before = last
      last = unit
    }
    return length
  }
}
