/**
 * A name that nobody knows -> the known names most like it, by the three-letter
 * groups they share (Dice's coefficient). Linear in the length of all names.
 */

const MAX_NAMES = 5
/** Share of the groups that two names must have in common, 0 to 1. */
const MIN_LIKENESS = 0.35
/** UTF-16 units of a name that are compared. */
const MAX_LENGTH = 200
/** Groups are told apart by a hash of 16 bits, which keeps counting them cheap. */
const HASHES = 65_536

/** At most five names, the most alike first; of two as like the first known. */
export function nearestNames(asked: string, known: Iterable<string>): readonly string[] {
  const wanted = groupsOf(asked)
  const counts = new Uint8Array(HASHES)
  const best: { readonly name: string; readonly likeness: number }[] = []
  for (const name of known) {
    const likeness = likenessOf(groupsOf(name), wanted, counts)
    if (likeness < MIN_LIKENESS || likeness <= (best[MAX_NAMES - 1]?.likeness ?? 0)) continue
    const place = best.findIndex((other) => likeness > other.likeness)
    best.splice(place === -1 ? best.length : place, 0, { name, likeness })
    best.length = Math.min(best.length, MAX_NAMES)
  }
  return [...new Set(best.map(({ name }) => name))]
}

/** Hashes of the groups of a name; letters in any case, all that is neither letter nor digit as one mark. */
function groupsOf(name: string): Uint16Array {
  const words = ` ${name.slice(0, MAX_LENGTH).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
  const groups = new Uint16Array(Math.max(0, words.length - 2))
  for (let at = 0; at < groups.length; at += 1) {
    groups[at] = words.charCodeAt(at) * 961 + words.charCodeAt(at + 1) * 31 + words.charCodeAt(at + 2)
  }
  return groups
}

/** Twice the shared groups over all groups. `counts` is all zero before and after. */
function likenessOf(groups: Uint16Array, wanted: Uint16Array, counts: Uint8Array): number {
  for (const group of wanted) counts[group]! += 1
  let shared = 0
  for (const group of groups) {
    if (counts[group] === 0) continue
    counts[group]! -= 1
    shared += 1
  }
  for (const group of wanted) counts[group] = 0
  return (2 * shared) / (groups.length + wanted.length)
}
