/**
 * An index <-> the bytes of a file, which is searched as it lies in memory. The
 * columns that lead somewhere are checked once, when it is opened; postings and
 * strings, which are most of a file, are read so that any bytes give some. No
 * file, however damaged or hostile, can make a search fail later.
 */
import { AskError } from '../../base/errors.ts'
import { createAnalyze } from '../../text/analyze.ts'
import { decodeColumns, encodeColumns } from './columns.ts'
import { findFlaw } from './integrity.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { createWorkspace } from './workspace.ts'

/**
 * The columns in the order of the file. The version rises with every change to
 * them, to what they mean (`field.ts`), and to the terms that the same text gives
 * (`text/`).
 */
const FORMAT = {
  version: 3,
  schema: {
    ids: 'strings',
    pages: 'u32',
    groups: 'strings',
    groupOf: 'u32',
    lengths: 'u16',
    averages: 'f64',
    languages: 'strings',
    terms: 'strings',
    starts: 'u32',
    postings: 'u8',
    countCodes: 'u16',
    headingRareness: 'f32',
    titleRareness: 'f32',
    words: 'strings',
    wordTerms: 'u32',
    wordFilter: 'u32',
    names: 'strings',
    nameStarts: 'u32',
    nameChunks: 'u32',
    spellings: 'i32',
  },
} as const

/** Bytes of a file that `decodeIndex` reads; the same index gives the same bytes. */
export function encodeIndex(index: InvertedIndex): Uint8Array {
  return encodeColumns(FORMAT, index)
}

/**
 * The index that was encoded. It reads `bytes` in place where they are aligned to
 * eight bytes (a copy else), so they must not change any more. Throws an AskError
 * `index-format` for anything but an index file of this version.
 */
export function decodeIndex(bytes: Uint8Array): InvertedIndex {
  const columns = decodeColumns(FORMAT, bytes)
  const flaw = findFlaw(columns)
  if (flaw !== null) throw new AskError('index-format', `The index file is damaged: ${flaw}`)
  return { ...columns, analyze: createAnalyze(), workspace: createWorkspace() }
}
