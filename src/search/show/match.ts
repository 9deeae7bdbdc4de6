/**
 * A text and the terms of a query -> where they stand in it.
 *
 * The words that texts are made of are few and come again and again, so what a
 * word holds is worked out once and kept as numbers: a word of the next text is
 * then looked up where it stands, and told from what is wanted by two numbers.
 */
import type { Chain, Token } from '../../text/analyze.ts'
import type { WordView } from '../../text/segment.ts'
import { createWordTable } from '../../text/word-table.ts'
import type { WordTable } from '../../text/word-table.ts'

/** Most distinct words that are remembered before memory starts afresh. */
const MAX_REMEMBERED = 32_768
/** Most UTF-16 units of a word that is remembered. */
const MAX_REMEMBERED_LENGTH = 64

/** Kana and Han that are written in one way only: a term of them stands in a text just as it is. */
const UNSPACED = 'ぁ-ゖァ-ヺー々一-鿿'
/** What may stand beside a run of them without being part of it. */
const BESIDE = '\\x00-\\x7f、。！？，：；（）「」『』《》【】“”…'
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`)
/** A whole run of them. To find its words is dear (`Intl.Segmenter`), and most runs hold nothing that is looked for. */
const UNSPACED_RUN = new RegExp(`(?=[${UNSPACED}])(?<![^${BESIDE}])[${UNSPACED}]+(?![^${BESIDE}])`, 'g')

/** A word of the query that a term of the text may be. */
export interface Wanted {
  /** Place of the word in the query, from 0. */
  readonly word: number
  /** How much the word tells. */
  readonly weight: number
}

/** Where a term stands: a half-open UTF-16 range. */
export interface Match {
  readonly start: number
  readonly end: number
  /** The same for the word that the term is, or is part of. */
  readonly wordStart: number
  readonly wordEnd: number
  readonly wanted: Wanted
}

/** Part of a text to be shown as found: a half-open UTF-16 range. */
export interface Mark {
  readonly start: number
  readonly end: number
}

/** All places of the terms wanted, in the order of their starts. The map is read once: it must not change. */
export type FindMatches = (text: string, wanted: ReadonlyMap<string, Wanted>) => Match[]

/** What is known of words, and of terms by their numbers. */
interface Memory {
  readonly table: WordTable
  /** The term of each word of the table that is just that, as most are; -1 less the place of its reading for others. */
  readonly soleTerms: number[]
  /** For each other word how many terms it holds, and for each of these its number, start and end in the word. */
  readonly readings: number[]
  readonly numbers: Map<string, number>
  /** For each term what it is in the query. */
  readonly meanings: (Wanted | null)[]
}

/** Makes a finder for texts of the chain's language. */
export function createFindMatches({ walk, read }: Chain): FindMatches {
  let memory = createMemory()
  let query: ReadonlyMap<string, Wanted> = new Map()
  /** Its terms that may stand in a run without spaces. */
  let unspaced: readonly string[] = []

  function prepare(wanted: ReadonlyMap<string, Wanted>): void {
    if (wanted === query) return
    for (const term of query.keys()) setMeaning(memory, term, null)
    for (const [term, meaning] of wanted) setMeaning(memory, term, meaning)
    query = wanted
    unspaced = [...wanted.keys()].filter((term) => HAS_UNSPACED.test(term))
  }

  function readView({ source, from, to, isCompound }: WordView): readonly Token[] {
    return read({ text: source.slice(from, to), isCompound })
  }

  /** Term or reading of a word that is met for the first time. */
  function learn(view: WordView): number {
    const tokens = readView(view)
    const terms = tokens.map(({ term }) => numberOf(memory, term, query))
    if (!view.isCompound && terms.length === 1) return terms[0]!
    const place = memory.readings.push(tokens.length) - 1
    tokens.forEach(({ start, end }, i) => memory.readings.push(terms[i]!, start, end))
    return -1 - place
  }

  /** Term or reading of a word. */
  function recall(view: WordView): number {
    if (memory.soleTerms.length === MAX_REMEMBERED) memory = createMemory()
    const { table, soleTerms } = memory
    const number = table.numberOf(view.units, view.from, view.to)
    if (number === soleTerms.length) soleTerms.push(learn(view))
    return soleTerms[number]!
  }

  /** Adds the matches of a part of the text that no word reaches beyond. */
  function addMatches(matches: Match[], part: string, offset: number): void {
    function add(view: WordView, { start, end }: Mark, wanted: Wanted): void {
      matches.push({
        start: offset + view.start + start,
        // A word of half-width kana is not as long as what it stands for.
        end: offset + (view.isCompound ? view.start + end : view.end),
        wordStart: offset + view.start,
        wordEnd: offset + view.end,
        wanted,
      })
    }

    walk(part, (view) => {
      if (view.to - view.from > MAX_REMEMBERED_LENGTH) {
        for (const { term, start, end } of readView(view)) {
          const wanted = query.get(term)
          if (wanted !== undefined) add(view, { start, end }, wanted)
        }
        return
      }
      const term = recall(view)
      const { meanings, readings } = memory
      if (term >= 0) {
        const wanted = meanings[term]!
        if (wanted !== null) add(view, { start: 0, end: 0 }, wanted)
        return
      }
      const first = -term
      const last = first + 3 * readings[first - 1]!
      for (let at = first; at < last; at += 3) {
        const wanted = meanings[readings[at]!]!
        if (wanted !== null) add(view, { start: readings[at + 1]!, end: readings[at + 2]! }, wanted)
      }
    })
  }

  return function findMatches(text, wanted) {
    const matches: Match[] = []
    if (wanted.size === 0) return matches
    prepare(wanted)
    let from = 0
    for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
      if (unspaced.some((term) => run.includes(term))) continue
      addMatches(matches, text.slice(from, index), from)
      from = index + run.length
    }
    addMatches(matches, text.slice(from), from)
    return matches.sort((a, b) => a.start - b.start)
  }
}

function createMemory(): Memory {
  return { table: createWordTable(), soleTerms: [], readings: [], numbers: new Map(), meanings: [] }
}

/** The number of a term, and, where it is a new one, its meaning. */
function numberOf({ numbers, meanings }: Memory, term: string, wanted: ReadonlyMap<string, Wanted>): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, meanings.length)
  return meanings.push(wanted.get(term) ?? null) - 1
}

/** A term that no text has had so far needs none. */
function setMeaning({ numbers, meanings }: Memory, term: string, meaning: Wanted | null): void {
  const number = numbers.get(term)
  if (number !== undefined) meanings[number] = meaning
}

/** What matches cover, without overlaps, in the order of the text. */
export function toMarks(matches: readonly Match[]): Mark[] {
  const marks: Mark[] = []
  for (const { start, end } of matches) {
    const last = marks.at(-1)
    if (last === undefined || start >= last.end) marks.push({ start, end })
    else marks[marks.length - 1] = { start: last.start, end: Math.max(last.end, end) }
  }
  return marks
}
