/** The head of a static index <-> bytes: the data that every query needs, and the ranges of the parts. */
import { isCount, isObject, isString } from '../../core/base.ts'
import { DamagedPart, decodeJson, encodeJson, itemsOf } from './bytes.ts'

const MAX_CHUNKS = 1_000_000

/** The head of a static index of C chunks; columns have a number for each. */
export interface Head {
  readonly averages: Float64Array
  readonly languages: readonly string[]
  /** Column: pages of the chunks. */
  readonly pages: readonly number[]
  /** The chunks that are intros of pages. */
  readonly intros: readonly number[]
  readonly scopes: readonly string[]
  /** Column: positions in `scopes`. */
  readonly scopeOf: readonly number[]
  readonly scopeRanks: readonly number[]
  /** Column: distances of the chunks from the first of their copies; empty if none has copies. */
  readonly copies: readonly number[]
  /** Column: weights of the chunks, as the bits of a single-precision number; empty for equal weights. */
  readonly weights: readonly number[]
  /** A prefix of the first key of each part of terms, long enough to sort after the previous part. */
  readonly terms: readonly string[]
  /** Such a prefix of the first word of each part of words, and of each part of reversed words. */
  readonly words: readonly string[]
  readonly backwards: readonly string[]
  /** First chunk of each part of texts. */
  readonly texts: readonly number[]
  /** First query prefix of each part of precomputed results. */
  readonly ready: readonly string[]
}

export function encodeHead(head: Head): Uint8Array {
  const { averages, pages, intros, texts } = head
  const ascending = { pages: differences(pages), intros: differences(intros), texts: differences(texts) }
  return encodeJson({ ...head, averages: [...averages], ...ascending })
}

/** The head in bytes. Throws a `DamagedPart` if they are not a head. */
export function decodeHead(bytes: Uint8Array): Head {
  const value = decodeJson(bytes)
  const fields = isObject(value) ? value : {}
  const counts = (name: string) => itemsOf(fields[name], isCount)
  const strings = (name: string) => itemsOf(fields[name], isString)
  const head = {
    averages: Float64Array.from(itemsOf(fields['averages'], isMean)),
    pages: sums(counts('pages')), intros: sums(counts('intros')), texts: sums(counts('texts')),
    scopeOf: counts('scopeOf'), scopeRanks: counts('scopeRanks'), copies: counts('copies'), weights: counts('weights'),
    languages: strings('languages'), scopes: strings('scopes'), terms: strings('terms'), words: strings('words'),
    backwards: strings('backwards'), ready: strings('ready'),
  }
  const size = head.pages.length
  const isWhole = size <= MAX_CHUNKS && head.scopeOf.length === size
    && [head.copies, head.weights].every(({ length }) => [0, size].includes(length))
  if (!isWhole) throw new DamagedPart()
  return head
}

function isMean(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

/** Ascending numbers, each as its difference from the one before: this compresses well. */
function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, i) => (number - (numbers[i - 1] ?? 0)) >>> 0)
}

function sums(numbers: readonly number[]): number[] {
  let sum = 0
  return numbers.map((number) => (sum = (sum + number) >>> 0))
}
