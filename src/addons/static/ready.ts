/**
 * Results for prefixes that many words have, computed when the index is written <-> a part. Without them, a query of
 * one letter would need all parts of terms that begin with it.
 */
import { isCount, isString, partitionPoint } from '../../core/base.ts'
import { decodeJson, encodeJson } from './bytes.ts'

/** Number of results of a query with precomputed results. */
export const READY_RESULTS = 10
/** Most UTF-16 units of a prefix with precomputed results. */
export const MAX_READY_LENGTH = 3
/** Most parts of terms for a prefix that is searched like any other query; one with more gets precomputed results. */
const MAX_PARTS = 2
/** A prefix followed by this sorts after all strings that begin with the prefix. */
export const LAST = '\uffff'

/** The results of a query that is a prefix of words. */
export interface ReadyResults {
  readonly ordinals: readonly number[]
  /** The terms that it may become, and their weight in snippets. */
  readonly terms: readonly string[]
  readonly weight: number
}

/** Results by the prefix as typed, in lower case. */
export type Ready = ReadonlyMap<string, ReadyResults>

/** True for a prefix whose words are in many parts of terms, given the first key of each part. */
export function isBroad(firsts: readonly string[], beginning: string): boolean {
  return beginning !== '' && beginning.length <= MAX_READY_LENGTH
    && rangeOf(firsts, beginning, beginning + LAST).length > MAX_PARTS
}

/** Numbers of the parts that hold keys from one to another, given the first key of each part. */
export function rangeOf<T extends string | number>(firsts: readonly T[], from: T, to: T): number[] {
  const after = partitionPoint({ from: 0, to: firsts.length }, (number) => (firsts[number] ?? from) <= from)
  const numbers: number[] = []
  for (let number = Math.max(0, after - 1); number < firsts.length; number += 1) {
    const first = firsts[number]
    if (first === undefined || (numbers.length > 0 && first > to)) break
    numbers.push(number)
  }
  return numbers
}

/** The bytes of a part of results. */
export function encodeReady(ready: Ready): Uint8Array {
  return encodeJson([...ready].map(([beginning, { ordinals, terms, weight }]) => [beginning, weight, ordinals, terms]))
}

/** The results in a part. Damaged ones are left out. */
export function decodeReady(bytes: Uint8Array): Ready {
  const rows = decodeJson(bytes)
  return new Map((Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const [beginning, weight, ordinals, terms]: readonly unknown[] = Array.isArray(row) ? row : []
    const hasLists = Array.isArray(ordinals) && Array.isArray(terms)
    if (typeof beginning !== 'string' || typeof weight !== 'number' || !hasLists) return []
    return [[beginning, { weight, ordinals: ordinals.filter(isCount), terms: terms.filter(isString) }] as const]
  }))
}

/** A query of ASCII letters in lower case; null for another one, and for capitals within, which may begin a word. */
export function beginningOf(query: string): string | null {
  return /^(?:[A-Z]?[a-z]*|[A-Z]*)$/.test(query) ? query.toLowerCase() : null
}
