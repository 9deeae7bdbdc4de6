/**
 * An index <-> the bytes of a file, which is searched in memory: its columns of numbers are views of the file.
 *
 *   header   "ASKINDEX"; version, number of bytes; then for each part its length in elements. Numbers have 32 bits.
 *   parts    each at the next multiple of 8 bytes, padded with 0
 *
 * All numbers are little-endian. Each column is one part; strings are a JSON list. Columns of offsets and numbers are
 * checked once, when the file is opened: every number used as an offset or ordinal is in range, and no arithmetic on the
 * others leaves the finite numbers. Postings, most of a file, are read so that any bytes decode to something; unsorted
 * strings are searched, too, and less is found. No file, however damaged or hostile, can make a search fail later. There
 * is no checksum: it would take longer than all other checks together, and would not keep out an attacker.
 */
import { AskError } from '../../base/errors.ts'
import { isString, parseJson } from '../../base/json.ts'
import { f32At } from '../../text/column.ts'
import { ANALYSIS_TAGS } from '../../text/language.ts'
import { MEASURED_FIELDS } from './field.ts'
import { type Index, INDEX_VERSION, type IndexColumns, type InvertedIndex, columnsOf } from './inverted-index.ts'

type NumberType = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64'
type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** Makes a view of numbers, which take this many bytes each. */
interface ViewConstructor {
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): Numbers
  readonly BYTES_PER_ELEMENT: number
}

const NUMBERS: Readonly<Record<NumberType, ViewConstructor>> = {
  u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array, f64: Float64Array,
}

/** A column of a file: the type of its elements, and a test, which may rely on the columns before it. */
type Column = readonly [type: NumberType | 'strings', test?: (columns: IndexColumns) => boolean]

/** The columns in the order of the file. */
const SCHEMA: Readonly<Record<keyof IndexColumns, Column>> = {
  ids: ['strings'],
  pages: ['u32', ({ ids, pages }) => areFor(ids, pages) && areBelow(pages, ids.length)],
  scopes: ['strings'],
  scopeOf: ['u32', ({ ids, scopes, scopeOf }) => areFor(ids, scopeOf) && areBelow(scopeOf, scopes.length)],
  scopeRanks: ['u32', ({ scopes, scopeRanks }) => areFor(scopes, scopeRanks)],
  copies: ['u32', ({ ids, copies }) => copies.length === 0 || (areFor(ids, copies) && areDistances(copies))],
  weights: ['f32', ({ ids, weights }) => weights.length === 0 || (areFor(ids, weights) && areWeights(weights))],
  lengths: ['u16', ({ ids, lengths }) => lengths.length === MEASURED_FIELDS.length * ids.length],
  averages: ['f64', ({ ids, averages }) => {
    return averages.length === MEASURED_FIELDS.length && averages.every((mean) => isMean(mean, ids.length))
  }],
  languages: ['strings', ({ languages }) => areLanguages(languages)],
  terms: ['strings'],
  starts: ['u32', ({ terms, starts, postings }) => {
    return starts.length === terms.length + 1 && areStarts(starts, postings.length)
  }],
  postings: ['u8'],
  countCodes: ['u16'],
  headingIdf: ['f32', ({ ids, headingIdf }) => areFor(ids, headingIdf) && areSums(headingIdf)],
  titleIdf: ['f32', ({ ids, titleIdf }) => areFor(ids, titleIdf) && areSums(titleIdf)],
  words: ['strings'],
  wordTerms: ['u32', ({ terms, words, wordTerms }) => areFor(words, wordTerms) && areBelow(wordTerms, terms.length)],
  titleKeys: ['strings'],
  titleStarts: ['u32', ({ titleKeys, titleStarts, titleChunks }) => {
    return titleStarts.length === titleKeys.length + 1 && areStarts(titleStarts, titleChunks.length)
  }],
  titleChunks: ['u32', ({ ids, titleStarts, titleChunks }) => areAscending(titleStarts, titleChunks, ids.length)],
  spellings: ['i32', ({ ids, spellings }) => areFor(ids, spellings)],
}
const COLUMNS = Object.entries(SCHEMA) as readonly (readonly [keyof IndexColumns, Column])[]
const PARTS = COLUMNS.map(([, [type]]): NumberType => (type === 'strings' ? 'u8' : type))

const MAGIC = 'ASKINDEX'
/** Offsets of the version, of the number of bytes and of the lengths. */
const HEADER = { version: 8, size: 12, lengths: 16 }
const HEADER_BYTES = HEADER.lengths + 4 * PARTS.length
/** Every part starts at a multiple of it, so that a view of any type can. */
const ALIGNMENT = 8
/** Offsets have 32 bits. */
const MAX_BYTES = 0xffff_ffff

/**
 * Bytes of a file that `decodeIndex` reads; the same index gives the same bytes. Throws a RangeError above 4 GiB.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * const bytes = encodeIndex(buildIndex(chunks))
 * createSearcher(chunks, { index: decodeIndex(bytes) }).search('route').length // 1
 */
export function encodeIndex(index: Index): Uint8Array {
  refuseBigEndian()
  const columns = columnsOf(index)
  const arrays = COLUMNS.map(([name]): Numbers => {
    const column = columns[name]
    return ArrayBuffer.isView(column) ? column : new TextEncoder().encode(JSON.stringify(column))
  })
  const { offsets, size } = layOut(arrays.map(({ length }) => length))
  if (size > MAX_BYTES) throw new RangeError(`An index file holds at most ${MAX_BYTES} bytes, not ${size}`)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(HEADER.version, INDEX_VERSION, true)
  view.setUint32(HEADER.size, size, true)
  arrays.forEach(({ buffer, byteOffset, byteLength, length }, part) => {
    view.setUint32(HEADER.lengths + 4 * part, length, true)
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offsets[part])
  })
  return bytes
}

/**
 * The index that was encoded. It reads `bytes` in place when they are aligned to eight bytes (else a copy), so they
 * must not change any more. Throws an AskError `index-format` for anything but an index file of this version.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * const index = decodeIndex(encodeIndex(buildIndex(chunks)))
 * createSearcher(chunks, { index }).search('path')[0].title // 'Routes'
 */
export function decodeIndex(bytes: Uint8Array): Index {
  refuseBigEndian()
  checkBeginning(bytes)
  // A Buffer's slice would be a view again.
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes)
  const view = new DataView(aligned.buffer, aligned.byteOffset)
  const lengths = PARTS.map((_, part) => view.getUint32(HEADER.lengths + 4 * part, true))
  const { offsets, size } = layOut(lengths)
  if (size !== bytes.length) throw damaged('its columns do not fit')
  // By the schema, each has its own type.
  const columns = Object.fromEntries(COLUMNS.map(([name, [type]], part) => {
    const view = NUMBERS[PARTS[part] ?? 'u8']
    const column = new view(aligned.buffer, aligned.byteOffset + (offsets[part] ?? 0), lengths[part])
    return [name, type === 'strings' ? decodeStrings(name, column) : column]
  })) as object as IndexColumns
  const [wrong] = COLUMNS.find(([, [, test]]) => test?.(columns) === false) ?? []
  if (wrong !== undefined) throw wrongColumn(wrong)
  const index: InvertedIndex = { version: INDEX_VERSION, size: columns.pages.length, ...columns }
  return index
}

function decodeStrings(name: string, bytes: Numbers): readonly string[] {
  const value = parseJson(new TextDecoder().decode(bytes))
  if (!Array.isArray(value) || !value.every(isString)) throw wrongColumn(name)
  return value
}

/** Places parts of these lengths in elements one after another. */
function layOut(lengths: readonly number[]): { readonly offsets: readonly number[]; readonly size: number } {
  let size = Math.ceil(HEADER_BYTES / ALIGNMENT) * ALIGNMENT
  const offsets = PARTS.map((type, part) => {
    const offset = size
    size = Math.ceil((offset + (lengths[part] ?? 0) * NUMBERS[type].BYTES_PER_ELEMENT) / ALIGNMENT) * ALIGNMENT
    return offset
  })
  return { offsets, size }
}

/** Checks the bytes that a file of any version begins with, and the version. */
function checkBeginning(bytes: Uint8Array): void {
  for (let i = 0; i < MAGIC.length; i += 1) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) throw new AskError('index-format', 'This is not an index file')
  }
  if (bytes.length < HEADER.lengths) throw damaged('it ends in its header')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const version = view.getUint32(HEADER.version, true)
  if (version !== INDEX_VERSION) {
    const advice = version < INDEX_VERSION ? 'build the index again' : 'update ask-service'
    const message = `The index file has version ${version}, this build reads ${INDEX_VERSION}; ${advice}`
    throw new AskError('index-format', message)
  }
  const size = view.getUint32(HEADER.size, true)
  if (size !== bytes.length) throw damaged(`it should have ${size} bytes and has ${bytes.length}`)
  if (size < HEADER_BYTES) throw damaged('it ends in its header')
}

function refuseBigEndian(): void {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new AskError('index-format', 'Index files need a processor that stores the lowest byte first')
  }
}

function wrongColumn(name: string): AskError {
  return damaged(`its ${name} are wrong`)
}

function damaged(how: string): AskError {
  return new AskError('index-format', `The index file is damaged: ${how}`)
}

/** Greatest mean of lengths of 16 bits. */
const MAX_MEAN = 0xffff

/** The bits of infinity in single precision. */
const INFINITY_BITS = 0x7f80_0000

/** True for a column with as many numbers as there are strings. */
function areFor(strings: readonly string[], { length }: { readonly length: number }): boolean {
  return length === strings.length
}

/** Every query is analyzed in all of them, so there must not be more than there are. */
function areLanguages(tags: readonly string[]): boolean {
  return tags.length <= ANALYSIS_TAGS.length && tags.every((tag) => ANALYSIS_TAGS.includes(tag))
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
