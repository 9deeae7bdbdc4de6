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
import { createPostingCollector } from './posting-collector.ts'
import type { Occurrence, Postings } from './posting-collector.ts'
import { chooseCountCodes, createWriteList } from './posting-writer.ts'
import { createScorePosting } from './score.ts'
import { createSpanOf } from './span.ts'
import { createStringTable } from './string-table.ts'
import { rarenessIn } from './term.ts'

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff

const HEADING_BITS = bitsOf(fieldNumber('heading'))
const TITLE_BITS = bitsOf(fieldNumber('title'))

/** What an occurrence counts: one word of a compound half, everything else whole. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2 }

/** Occurrences by field and halves, made once. */
const OCCURRENCES: readonly (readonly Occurrence[])[] = FIELDS.map((_, field) => {
  return [0, 1, 2].map((halves) => ({ field, halves }))
})

/** The columns made of words. */
export type TextColumns = Pick<
  InvertedIndex,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingRareness' | 'titleRareness'
  | 'words' | 'wordTerms'
>

/** Gathers the texts of one chunk after another. */
export interface TextCollector {
  /** Adds a text to the current chunk; `fieldAt` tells the field of ascending offsets. */
  readonly add: (text: string, language: Language, fieldAt: (offset: number) => number) => void
  readonly endChunk: () => void
  readonly finish: () => TextColumns
}

/** What a word adds to a chunk, but for the words that are just one term. */
interface Reading {
  /** Numbers of its terms, in the order of first meeting. */
  readonly terms: readonly number[]
  /** How much each occurs, in halves. */
  readonly halves: readonly number[]
  /** Where each stands, from the first single word of the word on. */
  readonly places: readonly number[]
  /** Single words it consists of. */
  readonly length: number
}

/** Reads texts of one language. */
interface Reader extends Chain {
  readonly table: WordTable
  /** The term of each word of the table that is just this, which most are; -1 for one that has a reading. */
  readonly soleTerms: number[]
  readonly readings: Map<number, Reading>
}

export function createTextCollector(): TextCollector {
  const readers = new Map<Language, Reader>()
  const terms = createNumbering()
  const postings = createPostingCollector()
  const words = new Map<string, string>()
  const lengths: number[][] = FIELDS.map(() => [])
  let current = FIELDS.map(() => 0)
  let position = 0

  function readerFor(language: Language): Reader {
    const reader = readers.get(language) ?? { ...createChain(language), table: createWordTable(), soleTerms: [], readings: new Map() }
    readers.set(language, reader)
    return reader
  }

  function add(text: string, language: Language, fieldAt: (offset: number) => number): void {
    const reader = readerFor(language)
    const { walk, table, soleTerms } = reader

    function visit(word: WordView): void {
      const number = table.numberOf(word.source, word.from, word.to)
      if (number === soleTerms.length) soleTerms.push(learn(reader, number, word))
      const occurrences = OCCURRENCES[fieldAt(word.start)]!
      const term = soleTerms[number]!
      if (term < 0) return addReading(reader.readings.get(number)!, occurrences)
      postings.add(term, occurrences[HALVES.word]!, position)
      current[occurrences[0]!.field]! += 1
      position += 1
    }

    walk(text, visit)
    // No phrase goes on from one text into the next.
    position += 1
  }

  function addReading(reading: Reading, occurrences: readonly Occurrence[]): void {
    for (let i = 0; i < reading.terms.length; i += 1) {
      postings.add(reading.terms[i]!, occurrences[reading.halves[i]!]!, position + reading.places[i]!)
    }
    current[occurrences[0]!.field]! += reading.length
    position += reading.length
  }

  /** The term of a word that is just one, else -1, with its reading kept. */
  function learn({ read, readings }: Reader, number: number, { source, from, to, isCompound }: WordView): number {
    const tokens = read({ text: source.slice(from, to), isCompound })
    for (const { word, term } of tokens) if (word !== term) words.set(markLike(word, term), term)
    if (tokens.length === 1 && tokens[0]!.kind === 'word') return terms.numberOf(tokens[0]!.term)
    readings.set(number, {
      terms: tokens.map(({ term }) => terms.numberOf(term)),
      halves: tokens.map(({ kind }) => HALVES[kind]),
      places: tokens.map((token) => token.position),
      length: tokens.filter(({ kind }) => kind !== 'whole').length,
    })
    return -1
  }

  function endChunk(): void {
    postings.endChunk()
    current.forEach((length, field) => lengths[field]!.push(Math.min(length, MAX_LENGTH)))
    current = FIELDS.map(() => 0)
    position = 0
  }

  function finish(): TextColumns {
    const { table, ranks } = terms.sorted()
    const others = [...words].filter(([word, term]) => word !== term).sort(([a], [b]) => (a < b ? -1 : 1))
    const measures = { lengths: Uint16Array.from(lengths.flat()), averages: Float64Array.from(lengths, mean) }
    return {
      ...measures,
      languages: createStringTable([...readers.keys()].sort()),
      terms: table,
      ...writeLists(postings.finish(ranks), measures),
      words: createStringTable(others.map(([word]) => word)),
      wordTerms: Uint32Array.from(others, ([, term]) => ranks[terms.numberOf(term)]!),
    }
  }

  return { add, endChunk, finish }
}

type Measures = Pick<InvertedIndex, 'lengths' | 'averages'>

/** Writes the list of each term, and sums up the rareness of the terms that headings and titles have. */
function writeLists(sorted: Postings, measures: Measures) {
  const { starts, chunks, counts } = sorted
  const size = measures.lengths.length / FIELDS.length
  const countCodes = chooseCountCodes(counts)
  const scorePosting = createScorePosting(measures)
  const writeList = createWriteList(sorted, { countCodes, spanOf: createSpanOf(measures), scorePosting })
  const headings = new Float64Array(size)
  const titles = new Float64Array(size)
  const row = createByteRow()
  const begins = new Uint32Array(starts.length)
  for (let term = 0; term + 1 < starts.length; term += 1) {
    const [from, to] = [starts[term]!, starts[term + 1]!]
    const rareness = rarenessIn(size, to - from)
    for (let at = from; at < to; at += 1) {
      if ((counts[at]! & HEADING_BITS) !== 0) headings[chunks[at]!]! += rareness
      if ((counts[at]! & TITLE_BITS) !== 0) titles[chunks[at]!]! += rareness
    }
    writeList(row, { from, to })
    begins[term + 1] = row.size
  }
  return {
    starts: begins,
    postings: row.bytes.slice(0, row.size),
    countCodes,
    headingRareness: Float32Array.from(headings),
    titleRareness: Float32Array.from(titles),
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1)
}
