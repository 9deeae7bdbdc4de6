/**
 * A text and the terms of a query -> the matches, where these terms are in the text.
 *
 * Texts repeat few distinct words, so the terms of a word are resolved once and cached as numbers: a word of the next
 * text is then looked up without a copy, and compared with the query's terms by number.
 */
import type { Chain, Token } from '../../text/analyze.ts'
import type { WordView } from '../../text/segment.ts'
import { type WordEntry, expansionEntry, expansionOffset, isExpansion } from '../strings/word-entry.ts'
import { type WordTable, createWordTable } from '../../text/word-table.ts'

/** Most distinct words in the cache; a full cache is cleared. */
const MAX_REMEMBERED = 32_768
/** Most UTF-16 units of a cached word. */
const MAX_REMEMBERED_LENGTH = 64

/** Kana and Han that are written in one way only: a term of them is in a text just as it is. */
const UNSPACED = 'ぁ-ゖァ-ヺー々一-鿿'
/** Characters that end a run of them. */
const BESIDE = '\\x00-\\x7f、。！？，：；（）「」『』《》【】“”…'
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`)
/** A whole run of them. Cutting it into words is slow (`Intl.Segmenter`), and most runs have no term of the query. */
const UNSPACED_RUN = new RegExp(`(?=[${UNSPACED}])(?<![^${BESIDE}])[${UNSPACED}]+(?![^${BESIDE}])`, 'g')

/** Words have letters or digits; other terms are symbols. */
const WORD = /[\p{L}\p{N}]/u

/** A word of the query, by one of its terms. */
export interface QueryTerm {
  /** Position of the word in the query, from 0. */
  readonly word: number
  /** Weight of the word. */
  readonly weight: number
}

/** The terms of a query. */
export type QueryTerms = ReadonlyMap<string, QueryTerm>

/** A term of the query in a text: a half-open UTF-16 range. */
export interface Match {
  readonly start: number
  readonly end: number
  /** The same for the word that the term is, or is part of. */
  readonly wordStart: number
  readonly wordEnd: number
  readonly queryTerm: QueryTerm
}

/** Part of a text to be highlighted: a half-open UTF-16 range. */
export interface Mark {
  readonly start: number
  readonly end: number
}

/** Finds all matches of a query's terms, in the order of their starts. The map is read once: it must not change. */
export type FindMatches = (text: string, queryTerms: QueryTerms) => Match[]

/** The words met so far, and their terms by number. */
interface Memory {
  readonly table: WordTable
  /** For each word of the table its term, or an expansion. */
  readonly entries: WordEntry[]
  /** The expansions: number of terms, and for each of these its number, and its start and end in the word. */
  readonly expansions: number[]
  readonly numbers: Map<string, number>
  /** For each term, the word of the query that it belongs to; null for none. */
  readonly queryTerms: (QueryTerm | null)[]
}

/** Creates a finder for texts of the chain's language. */
export function createFindMatches({ walk, read }: Chain): FindMatches {
  let memory = createMemory()
  let query: QueryTerms = new Map()
  /** Its terms that may be in a run without spaces, and symbols, which may stand beside one and not alone. */
  let unspaced: readonly string[] = []

  function prepare(queryTerms: QueryTerms): void {
    if (queryTerms === query) return
    for (const term of query.keys()) setQueryTerm(memory, term, null)
    for (const [term, queryTerm] of queryTerms) setQueryTerm(memory, term, queryTerm)
    query = queryTerms
    unspaced = [...queryTerms.keys()].filter((term) => HAS_UNSPACED.test(term) || !WORD.test(term))
  }

  function readView({ source, from, to, isCompound }: WordView): readonly Token[] {
    return read({ text: source.slice(from, to), isCompound })
  }

  /** The entry of a word that is met for the first time. */
  function resolve(view: WordView): WordEntry {
    const tokens = readView(view)
    const [only] = tokens
    if (!view.isCompound && only !== undefined && tokens.length === 1) return numberOf(memory, only.term, query)
    const { expansions } = memory
    const offset = expansions.push(tokens.length) - 1
    for (const { term, start, end } of tokens) expansions.push(numberOf(memory, term, query), start, end)
    return expansionEntry(offset)
  }

  function entryOf(view: WordView): WordEntry {
    if (memory.entries.length === MAX_REMEMBERED) memory = createMemory()
    const { table, entries } = memory
    const entry = entries[table.numberOf(view.units, view.from, view.to)]
    if (entry !== undefined) return entry
    const resolved = resolve(view)
    entries.push(resolved)
    return resolved
  }

  /** Adds the matches of a part of the text, at whose boundaries words end. */
  function addMatches(matches: Match[], part: string, offset: number): void {
    function add(view: WordView, queryTerm: QueryTerm, { start, end }: Mark): void {
      matches.push({
        start: offset + view.start + start,
        // A word of half-width kana has another length than its text.
        end: offset + (view.isCompound ? view.start + end : view.end),
        wordStart: offset + view.start,
        wordEnd: offset + view.end,
        queryTerm,
      })
    }

    walk(part, (view) => {
      if (view.to - view.from > MAX_REMEMBERED_LENGTH) {
        for (const { term, start, end } of readView(view)) {
          const queryTerm = query.get(term)
          if (queryTerm !== undefined) add(view, queryTerm, { start, end })
        }
        return
      }
      const entry = entryOf(view)
      const { queryTerms, expansions } = memory
      if (!isExpansion(entry)) {
        const queryTerm = queryTerms[entry] ?? null
        if (queryTerm !== null) add(view, queryTerm, { start: 0, end: 0 })
        return
      }
      const first = expansionOffset(entry) + 1
      const last = first + 3 * (expansions[first - 1] ?? 0)
      for (let at = first; at < last; at += 3) {
        const queryTerm = queryTerms[expansions[at] ?? -1] ?? null
        if (queryTerm !== null) add(view, queryTerm, { start: expansions[at + 1] ?? 0, end: expansions[at + 2] ?? 0 })
      }
    })
  }

  return function findMatches(text, queryTerms) {
    const matches: Match[] = []
    if (queryTerms.size === 0) return matches
    prepare(queryTerms)
    let from = 0
    for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
      if (unspaced.some((term) => run.includes(term) || !WORD.test(term))) continue
      addMatches(matches, text.slice(from, index), from)
      from = index + run.length
    }
    addMatches(matches, text.slice(from), from)
    return matches.sort((a, b) => a.start - b.start)
  }
}

function createMemory(): Memory {
  return { table: createWordTable(), entries: [], expansions: [], numbers: new Map(), queryTerms: [] }
}

/** The number of a term; a new term also gets its word of the query. */
function numberOf({ numbers, queryTerms }: Memory, term: string, query: QueryTerms): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, queryTerms.length)
  return queryTerms.push(query.get(term) ?? null) - 1
}

/** Sets the query word of a term that an earlier text had; other terms get theirs when they are first met. */
function setQueryTerm({ numbers, queryTerms }: Memory, term: string, queryTerm: QueryTerm | null): void {
  const number = numbers.get(term)
  if (number !== undefined) queryTerms[number] = queryTerm
}

/** The ranges that matches cover, without overlaps, in the order of the text. */
export function toMarks(matches: readonly Match[]): Mark[] {
  const marks: Mark[] = []
  for (const { start, end } of matches) {
    const last = marks.at(-1)
    if (last === undefined || start >= last.end) marks.push({ start, end })
    else marks[marks.length - 1] = { start: last.start, end: Math.max(last.end, end) }
  }
  return marks
}
