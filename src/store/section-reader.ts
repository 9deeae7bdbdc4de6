/** Sections -> their terms, remembered: the sections of popular pages are ranked again and again. */
import type { Chunk } from '../content/chunk.ts'
import { type BatchReader, createBatchReader } from '../search/build/batch.ts'
import { type QueryChunk, cutChunk } from '../search/build/query-index.ts'

/** Words of the sections that are remembered, at most 12 bytes each. */
const MAX_WORDS = 1_048_576
/** Terms of all sections read since the dictionaries were empty, some 300 bytes each. */
const MAX_TERMS = 32_768

/** A section that may be read. */
export interface ReadableSection {
  readonly chunk: Chunk
  /** Hash of its page: with another one it is another section. */
  readonly pageHash: string
}

/** A reader whose sections share its dictionaries. */
export interface SectionReader extends Pick<BatchReader, 'cut' | 'invert' | 'dictionaries'> {
  readonly read: (section: ReadableSection) => QueryChunk
}

/** Gives the reader of a search, the same for many searches. */
export function createSectionReaders(): () => SectionReader {
  let current = createSectionReader()
  return function sectionReader() {
    if (current.dictionaries.terms.strings.length > MAX_TERMS) current = createSectionReader()
    return current
  }
}

function createSectionReader(): SectionReader {
  const reader = createBatchReader()
  const sections = new Map<string, QueryChunk>()
  let words = 0

  function forget(key: string, { stream }: QueryChunk): void {
    sections.delete(key)
    words -= stream.length
  }

  function read({ chunk, pageHash }: ReadableSection): QueryChunk {
    const key = `${pageHash} ${chunk.id}`
    const existing = sections.get(key)
    if (existing !== undefined) forget(key, existing)
    const section = existing ?? cutChunk(chunk, reader)
    sections.set(key, section)
    words += section.stream.length
    // Those that were not read for the longest time go first.
    for (const [oldest, other] of sections) {
      if (words <= MAX_WORDS || other === section) break
      forget(oldest, other)
    }
    return section
  }

  return { ...reader, read }
}
