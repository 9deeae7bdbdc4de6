/** Sections -> their terms, remembered: the sections of popular pages are ranked again and again. */
import type { Chunk } from '../content/chunk.ts'
import { type Batch, type BatchReader, createBatchReader } from '../search/build/batch.ts'

/** Sections that are remembered, some 5 KB each. */
const MAX_SECTIONS = 4_096
/** Terms of all sections read since the dictionaries were empty: each costs a join a little time. */
const MAX_TERMS = 100_000

/** A section that may be read. */
export interface ReadableSection {
  readonly chunk: Chunk
  /** Hash of its page: with another one it is another section. */
  readonly pageHash: string
}

/** A reader whose batches share its dictionaries. */
export interface SectionReader extends Pick<BatchReader, 'dictionaries'> {
  readonly read: (section: ReadableSection) => Batch
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
  const { read: readChunks, dictionaries } = createBatchReader()
  const batches = new Map<string, Batch>()

  function read({ chunk, pageHash }: ReadableSection): Batch {
    const key = `${pageHash} ${chunk.id}`
    const batch = batches.get(key) ?? readChunks([chunk])
    // The one that was not read for the longest time goes first.
    batches.delete(key)
    batches.set(key, batch)
    const [oldest] = batches.keys()
    if (batches.size > MAX_SECTIONS && oldest !== undefined) batches.delete(oldest)
    return batch
  }

  return { read, dictionaries }
}
