/** The head of a static index <-> bytes: the data that every query needs, and the ranges of the parts. */
import { isCount, isObject, isString } from '../../core/base.ts'
import { DamagedPart, decodeJson, encodeJson, itemsOf } from './bytes.ts'

const MAX_CHUNKS = 1_000_000

/** A column as its runs of equal neighbors: length, value, length, value and so on. */
export type Runs = readonly number[]

/** The head of a static index of C chunks. */
export interface Head {
  readonly averages: Float64Array
  readonly languages: readonly string[]
  /** Pages of the chunks, and the chunks that are intros of pages. */
  readonly pages: Runs
  readonly intros: readonly number[]
  readonly scopes: readonly string[]
  readonly scopeOf: Runs
  readonly scopeRanks: readonly number[]
  /** Distances of the chunks from the first of their copies; empty if none has copies. */
  readonly copies: Runs
  /** Weights of the chunks, as the bits of a single-precision number; empty for equal weights. */
  readonly weights: Runs
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
  const ascending = { pages: differences(pages, 2), intros: differences(intros), texts: differences(texts) }
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
    pages: sums(counts('pages'), 2), intros: sums(counts('intros')), texts: sums(counts('texts')),
    scopeOf: counts('scopeOf'), scopeRanks: counts('scopeRanks'), copies: counts('copies'), weights: counts('weights'),
    languages: strings('languages'), scopes: strings('scopes'), terms: strings('terms'), words: strings('words'),
    backwards: strings('backwards'), ready: strings('ready'),
  }
  const size = lengthOf(head.pages)
  const isWhole = size <= MAX_CHUNKS && lengthOf(head.scopeOf) === size
    && [head.copies, head.weights].every((of) => [0, size].includes(lengthOf(of)))
  if (!isWhole) throw new DamagedPart()
  return head
}

function isMean(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

export function toRuns(column: Iterable<number>): Runs {
  const runs: number[] = []
  for (const value of column) {
    if (runs.length > 0 && runs.at(-1) === value) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1
    else runs.push(1, value)
  }
  return runs
}

export function fillRuns(column: { [position: number]: number }, runs: Runs): void {
  let at = 0
  for (let run = 0; run + 1 < runs.length; run += 2) {
    for (const end = at + (runs[run] ?? 0); at < end; at += 1) column[at] = runs[run + 1] ?? 0
  }
}

/** Number of elements of the column that has these runs. */
export function lengthOf(runs: Runs): number {
  return runs.reduce((sum, number, i) => (i % 2 === 0 ? sum + number : sum), 0)
}

/** Numbers of which every one, or every second one, is its difference from the one before: this compresses well. */
function differences(numbers: readonly number[], step = 1): number[] {
  return numbers.map((number, i) => (i % step === step - 1 ? (number - (numbers[i - step] ?? 0)) >>> 0 : number))
}

function sums(numbers: readonly number[], step = 1): number[] {
  let sum = 0
  return numbers.map((number, i) => (i % step === step - 1 ? (sum = (sum + number) >>> 0) : number))
}
