/**
 * Results of beginnings that many words have, worked out when the index is written <-> a part: one letter by itself
 * would need all parts of terms that begin with it.
 */
import { parseJson } from '../base/json.ts'
import { partitionPoint } from '../base/partition-point.ts'

/** Results of a ready query. */
export const READY_RESULTS = 10
/** Most UTF-16 units of a beginning. */
export const MAX_READY_LENGTH = 3
/** Most parts of terms that the words with a beginning lie in, for it to be searched as others are. */
const MAX_PARTS = 2
/** Comes after all that may follow a prefix. */
export const LAST = '\uffff'

/** The results of a query that is the beginning of words. */
export interface ReadyResults {
  readonly ordinals: readonly number[]
  /** The terms that it stands for, and their weight in snippets. */
  readonly terms: readonly string[]
  readonly weight: number
}

/** Results by the beginning as it is typed, in lower case. */
export type Ready = ReadonlyMap<string, ReadyResults>

/** True for beginnings whose words lie in many parts of terms, given the first key of each. */
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

/** The bytes of some results. */
export function encodeReady(ready: Ready): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([...ready].map(([beginning, { ordinals, terms, weight }]) => {
    return [beginning, weight, ordinals, terms]
  })))
}

/** The results in a part. Those that are damaged are left out. */
export function decodeReady(bytes: Uint8Array): Ready {
  const rows = parseJson(new TextDecoder().decode(bytes))
  return new Map((Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const [beginning, weight, ordinals, terms]: readonly unknown[] = Array.isArray(row) ? row : []
    const hasLists = Array.isArray(ordinals) && Array.isArray(terms)
    if (typeof beginning !== 'string' || typeof weight !== 'number' || !hasLists) return []
    return [[beginning, { weight, ordinals: ordinals.filter(isOrdinal), terms: terms.filter(isString) }] as const]
  }))
}

function isOrdinal(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/** The ready beginning that a query is: in lower case, or with its first letter as a capital. */
export function beginningOf(query: string): string | null {
  const lower = query.toLowerCase()
  return query === lower || query === capitalized(lower) ? lower : null
}

/** A text with its first letter as a capital. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
