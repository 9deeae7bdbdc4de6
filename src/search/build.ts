/**
 * Chunks -> inverted index. Terms and words are numbered as they are met and
 * renumbered in sorted order at the end.
 */
import { createAnalyze, createChain } from '../text/analyze.ts'
import type { Chain, Token, TokenKind } from '../text/analyze.ts'
import { languageOf } from '../text/language.ts'
import type { Language } from '../text/language.ts'
import { markLike } from '../text/stem/stemmer.ts'
import { FIELDS, bitsOf, fieldNumber } from './field.ts'
import type { InvertedIndex, Searchable } from './inverted-index.ts'
import { asTitle, toName } from './name.ts'
import { createNumbering } from './numbering.ts'
import { createPostingCollector } from './posting-collector.ts'
import type { Occurrence, Postings } from './posting-collector.ts'
import { createStringTable } from './string-table.ts'
import { rarenessIn } from './term.ts'

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff

const BODY = fieldNumber('body')
const CODE = fieldNumber('code')
const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')
const PARENTS = fieldNumber('parents')

/** What an occurrence counts: one word of a compound half, everything else whole. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2 }

/** Occurrences by field and halves, made once. */
const OCCURRENCES: readonly (readonly Occurrence[])[] = FIELDS.map((_, field) => {
  return [0, 1, 2].map((halves) => ({ field, halves }))
})
/** A name occurs once, no matter where. */
const NAMED: Occurrence = { field: HEADING, halves: 2 }

/** Builds the index of a site's chunks; the same chunks give the same index. */
export function buildIndex(chunks: Iterable<Searchable>): InvertedIndex {
  const builder = createBuilder()
  for (const chunk of chunks) builder.add(chunk)
  return builder.finish()
}

interface Builder {
  readonly add: (chunk: Searchable) => void
  readonly finish: () => InvertedIndex
}

function createBuilder(): Builder {
  const analyze = createAnalyze()
  const text = createTextColumns()
  const names = createNumbering()
  const namings = createPostingCollector()
  const pages = createNumbering()
  const groups = createNumbering()
  const ids: string[] = []
  const pageOf: number[] = []
  const groupOf: number[] = []
  const spellings: number[] = []

  function add(chunk: Searchable): void {
    ids.push(chunk.id)
    pageOf.push(pages.numberOf(chunk.page))
    groupOf.push(chunk.group ? groups.numberOf(chunk.group) : -1)

    const language = languageOf(chunk.lang)
    text.add(chunk.title, language, () => TITLE)
    text.add(chunk.heading ?? '', language, () => HEADING)
    for (const parent of chunk.parents ?? []) text.add(parent, language, () => PARENTS)
    text.add(chunk.text, language, fieldFinder(chunk.code ?? []))
    text.endChunk()

    const written = chunk.heading || chunk.title
    const name = toName(written, analyze(written))
    if (name.key !== '') namings.add(names.numberOf(name.key), NAMED)
    namings.endChunk()
    spellings.push(chunk.heading ? name.spelling : asTitle(name.spelling))
  }

  function finish(): InvertedIndex {
    const { table: groupTable, ranks: groupRanks } = groups.sorted()
    const { table: nameTable, ranks: nameRanks } = names.sorted()
    const { starts: nameStarts, chunks: nameChunks } = namings.finish(nameRanks)
    return {
      ids: createStringTable(ids),
      pages: Uint32Array.from(pageOf),
      groups: groupTable,
      groupOf: Uint32Array.from(groupOf, (number) => groupRanks[number] ?? groupRanks.length),
      ...text.finish(),
      names: nameTable,
      nameStarts,
      nameChunks,
      spellings: Int32Array.from(spellings),
      analyze: createAnalyze(),
    }
  }

  return { add, finish }
}

type TextColumns = Pick<
  InvertedIndex,
  'lengths' | 'averages' | 'languages' | 'terms' | 'starts' | 'chunks' | 'counts' | 'headingRareness' | 'titleRareness' | 'words' | 'wordTerms'
>

/** The columns that come of the texts of all fields. */
function createTextColumns() {
  const readers = new Map<Language, Reader>()
  const terms = createNumbering()
  const postings = createPostingCollector()
  const words = new Map<string, string>()
  const lengths: number[][] = FIELDS.map(() => [])
  let current = FIELDS.map(() => 0)

  function readerFor(language: Language): Reader {
    const reader = readers.get(language) ?? { ...createChain(language), known: new Map() }
    readers.set(language, reader)
    return reader
  }

  function add(text: string, language: Language, fieldAt: (offset: number) => number): void {
    const { segment, read, known } = readerFor(language)
    for (const word of segment(text)) {
      let reading = known.get(word.text)
      if (reading === undefined) {
        reading = toReading(read(word))
        known.set(word.text, reading)
      }
      const field = fieldAt(word.start)
      for (let i = 0; i < reading.terms.length; i += 1) {
        postings.add(reading.terms[i]!, OCCURRENCES[field]![reading.halves[i]!]!)
      }
      current[field]! += reading.length
    }
  }

  function toReading(tokens: readonly Token[]): Reading {
    for (const { word, term } of tokens) words.set(markLike(word, term), term)
    return {
      terms: tokens.map(({ term }) => terms.numberOf(term)),
      halves: tokens.map(({ kind }) => HALVES[kind]),
      length: tokens.filter(({ kind }) => kind !== 'whole').length,
    }
  }

  function endChunk(): void {
    postings.endChunk()
    current.forEach((length, field) => lengths[field]!.push(Math.min(length, MAX_LENGTH)))
    current = FIELDS.map(() => 0)
  }

  function finish(): TextColumns {
    const { table, ranks } = terms.sorted()
    const { starts, chunks, counts } = postings.finish(ranks)
    const rareness = (field: number) => sumRareness({ starts, chunks, counts }, { field, size: lengths[field]!.length })
    const others = [...words].filter(([word, term]) => word !== term).sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      lengths: Uint16Array.from(lengths.flat()),
      averages: Float64Array.from(lengths, mean),
      languages: createStringTable([...readers.keys()].sort()),
      terms: table,
      starts,
      chunks,
      counts,
      headingRareness: rareness(HEADING),
      titleRareness: rareness(TITLE),
      words: createStringTable(others.map(([word]) => word)),
      wordTerms: Uint32Array.from(others, ([, term]) => ranks[terms.numberOf(term)]!),
    }
  }

  return { add, endChunk, finish }
}

/** Reads texts of one language. */
interface Reader extends Chain {
  /** What each word is in the index, by the word as written: most words need this one look-up. */
  readonly known: Map<string, Reading>
}

/** What a word adds to a chunk. */
interface Reading {
  /** Numbers of its terms, in the order of first meeting. */
  readonly terms: readonly number[]
  /** How much each occurs, in halves. */
  readonly halves: readonly number[]
  /** Single words it consists of. */
  readonly length: number
}

/** Tells of ascending offsets whether they lie in a block of code. */
function fieldFinder(code: NonNullable<Searchable['code']>): (offset: number) => number {
  let next = 0
  return function fieldAt(offset) {
    while (next < code.length && code[next]!.end <= offset) next += 1
    const span = code[next]
    return span !== undefined && span.isBlock && span.start <= offset ? CODE : BODY
  }
}

/** For each of so many chunks the sum of the rareness of the terms that one of its fields has. */
function sumRareness({ starts, chunks, counts }: Postings, { field, size }: { field: number; size: number }): Float64Array {
  const sums = new Float64Array(size)
  const bits = bitsOf(field)
  for (let term = 0; term + 1 < starts.length; term += 1) {
    const rareness = rarenessIn(size, starts[term + 1]! - starts[term]!)
    for (let at = starts[term]!; at < starts[term + 1]!; at += 1) {
      if ((counts[at]! & bits) !== 0) sums[chunks[at]!]! += rareness
    }
  }
  return sums
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1)
}
