/**
 * An index <-> the bytes of a file, which is searched in memory without decoding. Columns of offsets and numbers are
 * checked once, when the file is opened; postings and strings, most of a file, are read so that any bytes decode to
 * something. No file, however damaged or hostile, can make a search fail later.
 */
import { AskError } from '../../base/errors.ts'
import { decodeColumns, encodeColumns } from './columns.ts'
import { failedCheck } from './integrity.ts'
import { type Index, INDEX_VERSION, columnsOf } from './inverted-index.ts'

/** The columns in the order of the file. */
const FORMAT = {
  version: INDEX_VERSION,
  schema: {
    ids: 'strings',
    pages: 'u32',
    scopes: 'strings',
    scopeOf: 'u32',
    scopeRanks: 'u32',
    copies: 'u32',
    weights: 'f32',
    lengths: 'u16',
    averages: 'f64',
    languages: 'strings',
    terms: 'strings',
    starts: 'u32',
    postings: 'u8',
    countCodes: 'u16',
    headingIdf: 'f32',
    titleIdf: 'f32',
    words: 'strings',
    wordTerms: 'u32',
    bloomFilter: 'u32',
    titleKeys: 'strings',
    titleStarts: 'u32',
    titleChunks: 'u32',
    spellings: 'i32',
  },
} as const

/**
 * Bytes of a file that `decodeIndex` reads; the same index gives the same bytes.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * const bytes = encodeIndex(buildIndex(chunks))
 * createSearcher(chunks, { index: decodeIndex(bytes) }).search('route').length // 1
 */
export function encodeIndex(index: Index): Uint8Array {
  return encodeColumns(FORMAT, columnsOf(index))
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
  const columns = decodeColumns(FORMAT, bytes)
  const failure = failedCheck(columns)
  if (failure !== null) throw new AskError('index-format', `The index file is damaged: ${failure}`)
  const index = { version: INDEX_VERSION, size: columns.pages.length, ...columns }
  return index
}
