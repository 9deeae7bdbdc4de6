/** The head of a static index <-> bytes: the data that every query needs, and the ranges of the parts. */
import { type ByteBuffer, createByteBuffer, pushVarint } from '../../core/search.ts'
import {
  type ByteReader, DamagedPart, bytesOf, readBytes, readNumber, readNumbers, readStrings, writeBytes, writeNumbers,
  writeStrings,
} from './byte-reader.ts'

/** Most chunks of an index. */
const MAX_CHUNKS = 1_000_000

/** A run of equal neighbors in a column: their number and their value. */
export interface Run {
  readonly length: number
  readonly value: number
}

/** The head of a static index of C chunks. */
export interface Head {
  readonly averages: Float64Array
  readonly languages: readonly string[]
  /** Packed counts that have a code in postings. */
  readonly codes: Uint16Array
  /** Runs of the chunks' pages, C chunks in total; and for each run, 1 if its first chunk is the intro of a page. */
  readonly pages: readonly Run[]
  readonly intros: readonly number[]
  readonly scopes: readonly string[]
  /** Scopes of the chunks. */
  readonly scopeOf: readonly Run[]
  /** Ranks of the scopes' versions. */
  readonly scopeRanks: readonly number[]
  /** Distances of the chunks from the first of their copies; empty if none has copies. */
  readonly copies: readonly Run[]
  /** Weights of the chunks, as the bits of a single-precision number; empty for equal weights. */
  readonly weights: readonly Run[]
  /** A prefix of the first key of each part of terms, long enough to sort after the previous part. */
  readonly terms: readonly string[]
  /** Terms with a part of their own, by the number of the part. */
  readonly common: readonly string[]
  /** Such a prefix of the first word of each part of words, and of each part of reversed words. */
  readonly words: readonly string[]
  readonly backwards: readonly string[]
  /** First chunk of each part of texts. */
  readonly texts: readonly number[]
  /** First query prefix of each part of precomputed results. */
  readonly ready: readonly string[]
}

/** The bytes of a head. */
export function encodeHead(head: Head): Uint8Array {
  const buffer = createByteBuffer()
  pushVarint(buffer, head.averages.length)
  writeBytes(buffer, new Uint8Array(head.averages.buffer, head.averages.byteOffset, head.averages.byteLength))
  writeNumbers(buffer, [...head.codes])
  for (const runs of [head.pages, head.scopeOf, head.copies, head.weights]) writeRuns(buffer, runs)
  for (const numbers of [head.intros, head.scopeRanks, differences(head.texts)]) writeNumbers(buffer, numbers)
  const { languages, scopes, terms, common, words, backwards, ready } = head
  for (const strings of [languages, scopes, terms, common, words, backwards, ready]) writeStrings(buffer, strings)
  return bytesOf(buffer)
}

/** The head in bytes. Throws a `DamagedPart` if they are not a head. */
export function decodeHead(bytes: Uint8Array): Head {
  const reader: ByteReader = { bytes, at: 0 }
  // A copy: columns of eight bytes must lie at a multiple of them.
  const averages = new Float64Array(readBytes(reader, 8 * readNumber(reader)).slice().buffer)
  const codes = Uint16Array.from(readNumbers(reader))
  const [pages, scopeOf, copies, weights] = [readRuns(reader), readRuns(reader), readRuns(reader), readRuns(reader)]
  const [intros, scopeRanks, texts] = [readNumbers(reader), readNumbers(reader), sums(readNumbers(reader))]
  const strings = () => readStrings(reader)
  const [languages, scopes, terms, common] = [strings(), strings(), strings(), strings()]
  const [words, backwards, ready] = [strings(), strings(), strings()]
  const size = lengthOf(pages)
  if (size > MAX_CHUNKS) throw new DamagedPart()
  const isWhole = lengthOf(scopeOf) === size && averages.every((mean) => mean >= 0)
    && [copies, weights].every((runs) => [0, size].includes(lengthOf(runs)))
  if (!isWhole) throw new DamagedPart()
  return {
    averages, languages, codes, pages, intros, scopes, scopeOf, scopeRanks, copies, weights, terms, common, words,
    backwards, texts, ready,
  }
}

/** The runs of a column. */
export function toRuns(column: Iterable<number>): Run[] {
  const runs: { length: number; value: number }[] = []
  for (const value of column) {
    const last = runs.at(-1)
    if (last?.value === value) last.length += 1
    else runs.push({ length: 1, value })
  }
  return runs
}

/** Fills a column with runs. */
export function fillRuns(column: { [position: number]: number }, runs: readonly Run[]): void {
  let at = 0
  for (const { length, value } of runs) for (const end = at + length; at < end; at += 1) column[at] = value
}

/** Number of elements of the column that has these runs. */
export function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { length }) => sum + length, 0)
}

function writeRuns(buffer: ByteBuffer, runs: readonly Run[]): void {
  writeNumbers(buffer, runs.map(({ length }) => length))
  // Page numbers increase by one, so their differences compress to almost nothing.
  writeNumbers(buffer, differences(runs.map(({ value }) => value)))
}

function readRuns(reader: ByteReader): Run[] {
  const lengths = readNumbers(reader)
  const values = sums(readNumbers(reader))
  return lengths.map((length, run) => ({ length, value: values[run] ?? 0 }))
}

/** The differences of neighbors, as unsigned 32-bit numbers. */
function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, i) => (number - (numbers[i - 1] ?? 0)) >>> 0)
}

function sums(numbers: readonly number[]): number[] {
  let sum = 0
  return numbers.map((number) => (sum = (sum + number) >>> 0))
}
