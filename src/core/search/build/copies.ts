/**
 * Chunks -> the sets of those that are copies of each other. Two chunks are copies if they have the same language, the
 * same text and the same heading path, the page's title among it; or, with other titles, if they are the same section
 * of a page in two versions of the docs. A text that is empty says nothing, so chunks without one also need the same
 * page. Without versions chunks also need the same group: `save()` of a user and of a post are two things.
 */
import { u32At } from '../../text/column.ts'
import { versionFolder } from '../../text/version-order.ts'
import type { Searchable } from '../index/inverted-index.ts'

const SEPARATOR = '\0'
/** Bits of a key's lower half: the whole is a safe integer, and two of a million chunks share one in 1 of 10⁴ cases. */
const LOW_BITS = 32
const HIGH_MASK = 0x1f_ffff

/** Keys of a chunk: another one that has one of them is its copy. */
export function copyKeysOf(chunk: Searchable): readonly number[] {
  const { page, title, heading, parents = [], text, lang, version, group } = chunk
  const folder = versionFolder(page)
  const inAnyVersion = page.split('/').filter((segment) => segment !== folder && segment !== version).join('/')
  const path = [lang ?? '', ...parents, heading ?? '']
  const scope = (version ?? folder) === null ? [group ?? ''] : []
  const byTitle = hashOf([title, ...path, text, ...(text === '' ? [inAnyVersion] : []), ...scope])
  return heading ? [byTitle, hashOf(['', inAnyVersion, ...path, text])] : [byTitle]
}

/** For each chunk its distance from the first of its copies, 0 for that one; empty if no chunk has a copy. */
export function copiesOf(entries: readonly { readonly copyKeys: readonly number[] }[]): Uint32Array {
  const firsts = Uint32Array.from(entries, (_, ordinal) => ordinal)
  const firstOf = (ordinal: number): number => {
    let first = ordinal
    // Each step halves the way for the next call.
    while (u32At(firsts, first) !== first) first = firsts[first] = u32At(firsts, u32At(firsts, first))
    return first
  }
  const byKey = new Map<number, number>()
  let hasCopies = false
  entries.forEach(({ copyKeys }, ordinal) => {
    for (const key of copyKeys) {
      const [one, other] = [firstOf(ordinal), firstOf(byKey.get(key) ?? ordinal)]
      byKey.set(key, Math.min(one, other))
      firsts[Math.max(one, other)] = Math.min(one, other)
      hasCopies ||= one !== other
    }
  })
  return hasCopies ? firsts.map((_, ordinal) => ordinal - firstOf(ordinal)) : new Uint32Array(0)
}

/** A hash of texts with 53 bits: two hashes of 32 bits (FNV-1a, with two primes). */
function hashOf(texts: readonly string[]): number {
  let [low, high] = [0x811c_9dc5, 0x9747_b28c]
  const text = texts.join(SEPARATOR)
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x0100_0193)
    high = Math.imul(high ^ unit, 0x85eb_ca6b)
    high ^= high >>> 13
  }
  return (high & HIGH_MASK) * 2 ** LOW_BITS + (low >>> 0)
}
