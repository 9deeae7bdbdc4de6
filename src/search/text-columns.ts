/** Texts of chunks, field by field -> the columns of an index that are made of their words. */
import { createChain } from '../text/analyze.ts'
import type { Chain, TokenKind } from '../text/analyze.ts'
import type { Language } from '../text/language.ts'
import type { WordView } from '../text/segment.ts'
import { markLike } from '../text/stem/stemmer.ts'
import { createWordTable } from '../text/word-table.ts'
import type { WordTable } from '../text/word-table.ts'
import { createByteRow } from './bits.ts'
import { FIELDS, bitsOf, fieldNumber } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { createNumbering } from './numbering.ts'
import type { Numbering } from './numbering.ts'
import { createPostingCollector, markOf } from './posting-collector.ts'
import type { ReadPostings } from './posting-collector.ts'
import { COUNT_BITS } from './posting-list.ts'
import { chooseCountCodes, createWriteList } from './posting-writer.ts'
import { createScorePosting } from './score.ts'
import { createSpanOf } from './span.ts'
import { createStringTable } from './string-table.ts'
import { rarenessIn } from './term.ts'

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff

const CODE = fieldNumber('code')
const HEADING_BITS = bitsOf(fieldNumber('heading'))
const TITLE_BITS = bitsOf(fieldNumber('title'))

/** What an occurrence counts: one word of a compound half, everything else whole. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2 }

/** The columns made of words. */
export type TextColumns = Pick<
  InvertedIndex,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingRareness' | 'titleRareness'
  | 'words' | 'wordTerms'
>

/** What is the same for all of a text but its code. */
export interface TextSettings {
  readonly language: Language
  /** Place in `FIELDS`. */
  readonly field: number
  /** Ranges, ascending and apart, that are of the field `code` instead. */
  readonly code?: readonly { readonly start: number; readonly end: number }[]
}

/** Gathers the texts of one chunk after another. */
export interface TextCollector {
  /** Adds a text to the current chunk. */
  readonly add: (text: string, settings: TextSettings) => void
  readonly endChunk: () => void
  readonly finish: () => TextColumns
}

/** Reads texts of one language. */
interface Reader extends Chain {
  readonly table: WordTable
  /** The term of each word of the table that is just this, which most are; -1 less the place of its reading for others. */
  readonly soleTerms: number[]
  /**
   * What other words add to a chunk: how many single words, how many terms, and for each of these its number,
   * where it stands from the first single word on, and how much it counts, in halves.
   */
  readonly readings: number[]
  /** Folded words, and the term of each, -1 for none. */
  readonly words: Numbering
  readonly termOf: number[]
}

function createReader(language: Language): Reader {
  return { ...createChain(language), table: createWordTable(), soleTerms: [], readings: [], words: createNumbering(), termOf: [] }
}

export function createTextCollector(): TextCollector {
  const readers = new Map<Language, Reader>()
  const terms = createNumbering()
  const postings = createPostingCollector()
  const lengths: number[][] = FIELDS.map(() => [])
  const current = FIELDS.map(() => 0)
  let position = 0

  function add(text: string, { language, field, code = [] }: TextSettings): void {
    const reader = readers.get(language) ?? createReader(language)
    readers.set(language, reader)
    const { walk, table, soleTerms } = reader
    let next = 0

    walk(text, (word) => {
      while (next < code.length && code[next]!.end <= word.start) next += 1
      const own = next < code.length && code[next]!.start <= word.start ? CODE : field
      const number = table.numberOf(word.source, word.from, word.to)
      if (number === soleTerms.length) soleTerms.push(learn(reader, word))
      const term = soleTerms[number]!
      if (term < 0) return addReading(reader.readings, -1 - term, own)
      postings.add(term, markOf(own, HALVES.word), position)
      current[own]! += 1
      position += 1
    })
    // No phrase goes on from one text into the next.
    position += 1
  }

  function addReading(readings: readonly number[], start: number, field: number): void {
    const words = readings[start]!
    const end = start + 2 + 3 * readings[start + 1]!
    for (let at = start + 2; at < end; at += 3) {
      postings.add(readings[at]!, markOf(field, readings[at + 2]!), position + readings[at + 1]!)
    }
    current[field]! += words
    position += words
  }

  /** The term of a word that is just one, else -1 less the place of its reading, which is kept. */
  function learn(reader: Reader, { source, from, to, isCompound }: WordView): number {
    const parts = reader.split({ text: source.slice(from, to), isCompound })
      .map(({ word, kind, position: place }) => ({ term: termOf(reader, word), kind, place }))
      .filter(({ term }) => term >= 0)
    if (parts.length === 1 && parts[0]!.kind === 'word') return parts[0]!.term
    const place = reader.readings.length
    reader.readings.push(parts.filter(({ kind }) => kind !== 'whole').length, parts.length)
    for (const part of parts) reader.readings.push(part.term, part.place, HALVES[part.kind])
    return -1 - place
  }

  function termOf({ words, termOf: known, stem }: Reader, word: string): number {
    const number = words.numberOf(word)
    if (number < known.length) return known[number]!
    const term = stem(word)
    known.push(term === '' ? -1 : terms.numberOf(term))
    return known[number]!
  }

  function endChunk(): void {
    postings.endChunk()
    current.forEach((length, field) => lengths[field]!.push(Math.min(length, MAX_LENGTH)))
    current.fill(0)
    position = 0
  }

  function finish(): TextColumns {
    const { table, ranks } = terms.sorted()
    const others = new Map<string, number>()
    for (const { words, termOf: known } of readers.values()) {
      words.strings.forEach((word, i) => {
        const number = known[i]!
        const term = terms.strings[number]
        if (term === undefined || term === word) return
        const marked = markLike(word, term)
        if (marked !== term) others.set(marked, ranks[number]!)
      })
    }
    const words = [...others.keys()].sort()
    const measures = { lengths: Uint16Array.from(lengths.flat()), averages: Float64Array.from(lengths, mean) }
    return {
      ...measures,
      languages: createStringTable([...readers.keys()].sort()),
      terms: table,
      ...writeLists(postings.finish(ranks), ranks.length, measures),
      words: createStringTable(words),
      wordTerms: Uint32Array.from(words, (word) => others.get(word)!),
    }
  }

  return { add, endChunk, finish }
}

type Measures = Pick<InvertedIndex, 'lengths' | 'averages'>

/** Writes the list of each term, and sums up the rareness of the terms that headings and titles have. */
function writeLists(readPostings: ReadPostings, termCount: number, measures: Measures) {
  const size = measures.lengths.length / FIELDS.length
  const frequencies = new Uint32Array(2 ** COUNT_BITS)
  const headings = new Float64Array(size)
  const titles = new Float64Array(size)
  for (let term = 0; term < termCount; term += 1) {
    const { size: docFreq, chunks, counts } = readPostings(term)
    const rareness = rarenessIn(size, docFreq)
    for (let at = 0; at < docFreq; at += 1) {
      frequencies[counts[at]!]! += 1
      if ((counts[at]! & HEADING_BITS) !== 0) headings[chunks[at]!]! += rareness
      if ((counts[at]! & TITLE_BITS) !== 0) titles[chunks[at]!]! += rareness
    }
  }
  const countCodes = chooseCountCodes(frequencies)
  const spans = spansOf(measures)
  const writeList = createWriteList({ countCodes, spanOf: (chunk) => spans[chunk]!, scorePosting: createScorePosting(measures) })
  const row = createByteRow()
  const starts = new Uint32Array(termCount + 1)
  for (let term = 0; term < termCount; term += 1) {
    writeList(row, readPostings(term))
    starts[term + 1] = row.size
  }
  return {
    starts,
    postings: row.bytes.slice(0, row.size),
    countCodes,
    headingRareness: Float32Array.from(headings),
    titleRareness: Float32Array.from(titles),
  }
}

/** The span of every chunk. */
function spansOf(measures: Measures): Uint32Array {
  const spanOf = createSpanOf(measures)
  return Uint32Array.from({ length: measures.lengths.length / FIELDS.length }, (_, chunk) => spanOf(chunk))
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1)
}
