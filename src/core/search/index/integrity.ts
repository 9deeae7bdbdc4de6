/**
 * The integrity checks of an index that comes from a file: every number used as an offset or ordinal is in range, and
 * no arithmetic on the others leaves the finite numbers. Strings and postings are free, since any bytes decode to
 * something, and so is their order: a search among unsorted strings ends, and finds less.
 */
import { f32At } from '../../text/column.ts'
import { ANALYSIS_TAGS } from '../../text/language.ts'
import { BLOCK_STRINGS, type StringDictionary, sizeOf, stringsOf } from '../strings/front-coded-dictionary.ts'
import { MEASURED_FIELDS } from './field.ts'
import type { IndexColumns } from './inverted-index.ts'

/** What columns must be, and its test. */
type IntegrityCheck = readonly [message: string, test: (columns: IndexColumns) => boolean]

/** Greatest mean of lengths of 16 bits. */
const MAX_MEAN = 0xffff

/** The bits of infinity in single precision. */
const INFINITY_BITS = 0x7f80_0000

/** In an order in which each may rely on the earlier ones. */
const CHECKS: readonly IntegrityCheck[] = [
  ['ids must be strings', ({ ids }) => isDictionary(ids)],
  ['pages must hold a number for each chunk', ({ ids, pages }) => areFor(ids, pages) && areBelow(pages, sizeOf(ids))],
  ['scopes must be strings', ({ scopes }) => isDictionary(scopes)],
  ['scopeOf must hold a scope for each chunk', ({ ids, scopes, scopeOf }) => {
    return areFor(ids, scopeOf) && areBelow(scopeOf, sizeOf(scopes))
  }],
  ['scopeRanks must hold one for each scope', ({ scopes, scopeRanks }) => areFor(scopes, scopeRanks)],
  ['copies must hold a distance for each chunk, or none', ({ ids, copies }) => {
    return copies.length === 0 || (areFor(ids, copies) && areDistances(copies))
  }],
  ['weights must hold one for each chunk, or none', ({ ids, weights }) => {
    return weights.length === 0 || (areFor(ids, weights) && areWeights(weights))
  }],
  ['lengths must hold a number for each field of each chunk', ({ ids, lengths }) => {
    return lengths.length === MEASURED_FIELDS.length * sizeOf(ids)
  }],
  ['averages must hold a mean for each field', ({ ids, averages }) => {
    return averages.length === MEASURED_FIELDS.length && averages.every((mean) => isMean(mean, sizeOf(ids)))
  }],
  ['languages must be those that this build supports', ({ languages }) => {
    return isDictionary(languages) && areLanguages(languages)
  }],
  ['terms must be strings', ({ terms }) => isDictionary(terms)],
  ['starts must divide the postings by term', ({ terms, starts, postings }) => {
    return starts.length === sizeOf(terms) + 1 && areStarts(starts, postings.length)
  }],
  ['headingIdf must hold a sum for each chunk', ({ ids, headingIdf }) => {
    return areFor(ids, headingIdf) && areSums(headingIdf)
  }],
  ['titleIdf must hold a sum for each chunk', ({ ids, titleIdf }) => areFor(ids, titleIdf) && areSums(titleIdf)],
  ['words must be strings', ({ words }) => isDictionary(words)],
  ['wordTerms must hold a term for each word', ({ terms, words, wordTerms }) => {
    return areFor(words, wordTerms) && areBelow(wordTerms, sizeOf(terms))
  }],
  ['titleKeys must be strings', ({ titleKeys }) => isDictionary(titleKeys)],
  ['titleStarts must divide titleChunks by key', ({ titleKeys, titleStarts, titleChunks }) => {
    return titleStarts.length === sizeOf(titleKeys) + 1 && areStarts(titleStarts, titleChunks.length)
  }],
  ['titleChunks must ascend within each key', ({ ids, titleStarts, titleChunks }) => {
    return areAscending(titleStarts, titleChunks, sizeOf(ids))
  }],
  ['spellings must hold one for each chunk', ({ ids, spellings }) => areFor(ids, spellings)],
]

/** The message of the first check that columns of any lengths and values fail, null when they pass all. */
export function failedCheck(columns: IndexColumns): string | null {
  return CHECKS.find(([, test]) => !test(columns))?.[0] ?? null
}

/** True for a column with as many numbers as a dictionary has strings. */
function areFor(strings: StringDictionary, { length }: { readonly length: number }): boolean {
  return length === sizeOf(strings)
}

/** True when there are as many blocks as the strings take, each inside the bytes. */
function isDictionary({ bytes, blocks }: StringDictionary): boolean {
  const size = blocks.at(-1)
  if (size === undefined || blocks.length - 1 !== Math.ceil(size / BLOCK_STRINGS)) return false
  return areBelow(blocks.subarray(0, -1), bytes.length + 1)
}

/** Every query is analyzed in all of them, so there must not be more than there are. */
function areLanguages(dictionary: StringDictionary): boolean {
  const isSupported = (tag: string) => ANALYSIS_TAGS.includes(tag)
  return sizeOf(dictionary) <= ANALYSIS_TAGS.length && stringsOf(dictionary).every(isSupported)
}

/** True for offsets that divide `size` elements into runs: from 0 to `size`, never decreasing. */
function areStarts(starts: Uint32Array, size: number): boolean {
  if (starts[0] !== 0 || starts.at(-1) !== size) return false
  let last = 0
  for (let i = 1; i < starts.length; i += 1) {
    const start = starts[i] ?? 0
    if (start < last) return false
    last = start
  }
  return true
}

/** True if each run of numbers is ascending and below `end`. */
function areAscending(starts: Uint32Array, numbers: Uint32Array, end: number): boolean {
  let at = 0
  for (let run = 1; run < starts.length; run += 1) {
    const to = starts[run] ?? 0
    let last = -1
    for (; at < to; at += 1) {
      const number = numbers[at] ?? 0
      if (number <= last) return false
      last = number
    }
    if (last >= end) return false
  }
  return true
}

/** Like the other loops it is short and has no calls: it runs once for a file, before an engine compiles it. */
function areBelow(numbers: Uint32Array, end: number): boolean {
  for (let i = 0; i < numbers.length; i += 1) if ((numbers[i] ?? end) >= end) return false
  return true
}

/** True for distances to earlier elements. */
function areDistances(numbers: Uint32Array): boolean {
  for (let i = 0; i < numbers.length; i += 1) if ((numbers[i] ?? 0) > i) return false
  return true
}

/** True for finite numbers that are not below zero: as bits they are below those of infinity, in the same order. */
function areSums({ buffer, byteOffset, length }: Float32Array): boolean {
  return areBelow(new Uint32Array(buffer, byteOffset, length), INFINITY_BITS)
}

/** True for numbers above 0 to 1. */
function areWeights(numbers: Float32Array): boolean {
  for (let i = 0; i < numbers.length; i += 1) {
    const weight = f32At(numbers, i)
    if (!(weight > 0 && weight <= 1)) return false
  }
  return true
}

/** A mean of whole numbers. One below that of a single 1 would make slopes infinite. */
function isMean(mean: number, count: number): boolean {
  return mean === 0 || (mean >= 1 / count && mean <= MAX_MEAN)
}
