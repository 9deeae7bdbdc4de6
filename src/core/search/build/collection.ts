/**
 * Chunks of a collection that an engine holds: the terms of their fields as texts, since the engine doesn't analyze
 * words, and an index of some chunks with the statistics of all.
 */
import { i32At } from '../../text/column.ts'
import { type FieldName, fieldNumber, FIELDS } from '../index/field.ts'
import type { Searchable } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { createLexicon } from '../query/index-lexicon.ts'
import { createBoundedReader, joinBatches } from './build.ts'
import { expansionOffset, type FoldedId, isExpansion } from './dictionary.ts'
import { createOpenPostings } from './postings.ts'
import type { Collection } from './text-columns.ts'
import { CHUNK_END, fieldOf, readOccurrences, WHOLE } from './token-stream.ts'

/** The words of a chunk. */
export interface ChunkTerms {
  /** Key of its heading or title; empty for none. */
  readonly titleKey: string
  /**
   * Terms of each field with spaces between them: words and parts of compounds as they stand, then the wholes of the
   * compounds, so that neighbors in the text are neighbors here.
   */
  readonly fields: Readonly<Record<FieldName, string>>
  /** Its distinct terms, and the distinct folded words. */
  readonly terms: readonly string[]
  readonly words: readonly string[]
  /** Words of each field with a length, in the order of `MEASURED_FIELDS`, as an index keeps them. */
  readonly lengths: readonly number[]
}

export type ReadTerms = (chunk: Searchable) => ChunkTerms

/**
 * A reader with its own cache: create one for many chunks.
 *
 * @example
 * const read = createReadTerms()
 * const [chunk] = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * read(chunk).words // ['routes', 'a', 'path']
 */
export function createReadTerms(): ReadTerms {
  const readerFor = createBoundedReader()
  return function readTerms(chunk) {
    const { read, dictionaries } = readerFor(1)
    const { entries: [entry], stream } = read([chunk])
    const { lengths, usages } = readOccurrences([stream], dictionaries)
    const [singles, wholes] = [FIELDS.map((): string[] => []), FIELDS.map((): string[] => [])]
    const words = new Set<string>()
    // All texts of a chunk are of one language.
    for (const { resolved: { words: entries, expansions, folded, terms } } of usages) {
      let field = 0
      const add = (id: FoldedId, lists: readonly string[][]) => {
        words.add(folded[id] ?? '')
        lists[field]?.push(dictionaries.terms.strings[i32At(terms, id)] ?? '')
      }
      for (const number of stream.subarray(0, stream.indexOf(CHUNK_END))) {
        const word = number < 0 ? 0 : i32At(entries, number)
        const first = expansionOffset(word) + 2
        if (number < 0) field = fieldOf(number)
        else if (!isExpansion(word)) add(word, singles)
        else for (let at = first; at < first + 3 * i32At(expansions, first - 1); at += 3) {
          add(i32At(expansions, at), i32At(expansions, at + 2) === WHOLE ? wholes : singles)
        }
      }
    }
    const ofField = (name: FieldName) => {
      return [singles, wholes].flatMap((lists) => lists[fieldNumber(name)] ?? []).join(' ')
    }
    const terms = [...new Set([...singles, ...wholes].flat())]
    const fields = {
      title: ofField('title'), heading: ofField('heading'), parents: ofField('parents'),
      body: ofField('body'), code: ofField('code'), links: ofField('links'),
    }
    return { titleKey: entry?.title.key ?? '', fields, terms, words: [...words], lengths: [...lengths] }
  }
}

/** Chunks that were read. */
export interface ReadChunks {
  /** The terms whose frequencies an index of them needs: those of their headings and titles. */
  readonly fieldTerms: () => readonly string[]
  /** Their index, for any statistics; the frequencies of other terms are asked for as they are looked up. */
  readonly indexIn: (collection: Collection) => SearchIndex
}

/** A reader with its own cache of words. */
export function createReadCollection(): (chunks: readonly Searchable[]) => ReadChunks {
  const readerFor = createBoundedReader()
  return function readChunks(chunks) {
    const { read, dictionaries } = readerFor(chunks.length)
    const { fieldTerms, columnsIn } = joinBatches([read(chunks)], dictionaries)
    return {
      fieldTerms,
      indexIn(collection) {
        const { columns, postings } = columnsIn(collection)
        const docFreq = (term: number) => collection.docFreq(columns.terms[term] ?? '')
        const lists = { size: collection.size, docFreq, open: createOpenPostings(postings) }
        return { ...columns, lexicon: createLexicon(columns, lists) }
      },
    }
  }
}
