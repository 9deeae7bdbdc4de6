/**
 * A text and the terms of a query -> the matches, where these terms are in the text.
 * Texts repeat few distinct words, so the terms of a word are resolved once, and only the words that have a term of the
 * query are looked at again.
 */
import type { Chain, Token } from '../../text/analyze.ts'
import type { WordView } from '../../text/segment.ts'
import { type WordTable, createWordTable } from '../../text/word-table.ts'

/** Most distinct words in the cache; a full cache is cleared. */
const MAX_REMEMBERED = 32_768
/** Most UTF-16 units of a cached word. */
const MAX_REMEMBERED_LENGTH = 64
const NO_TOKENS: readonly Token[] = []

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
  readonly weight: number
}

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

interface Memory {
  readonly table: WordTable
  /** The tokens of each word, by its number in the table. */
  readonly tokens: (readonly Token[])[]
  /** The words that have a term. */
  readonly wordsWith: Map<string, number[]>
  /** 1 for each word that has a term of the query. */
  readonly isWanted: Uint8Array
}

function createMemory(): Memory {
  return { table: createWordTable(), tokens: [], wordsWith: new Map(), isWanted: new Uint8Array(MAX_REMEMBERED) }
}

/** Creates a finder for texts of the chain's language. */
export function createFindMatches({ walk, read }: Chain): FindMatches {
  let memory = createMemory()
  let query: QueryTerms = new Map()

  function prepare(queryTerms: QueryTerms): void {
    if (queryTerms === query) return
    query = queryTerms
    memory.isWanted.fill(0)
    for (const term of query.keys()) for (const word of memory.wordsWith.get(term) ?? []) memory.isWanted[word] = 1
  }

  /** The tokens of a word; of a known word without terms of the query none. */
  function tokensOf({ source, units, from, to, isCompound }: WordView): readonly Token[] {
    if (to - from > MAX_REMEMBERED_LENGTH) return read({ text: source.slice(from, to), isCompound })
    if (memory.tokens.length === MAX_REMEMBERED) memory = createMemory()
    const { table, tokens, wordsWith, isWanted } = memory
    const word = table.numberOf(units, from, to)
    if (word < tokens.length) return isWanted[word] === 1 ? (tokens[word] ?? []) : NO_TOKENS
    // Engines keep the whole of a text for a slice of it.
    const added = read({ text: table.textOf(word), isCompound })
    tokens.push(added)
    for (const { term } of added) {
      const words = wordsWith.get(term)
      if (words === undefined) wordsWith.set(term, [word])
      else words.push(word)
      if (query.has(term)) isWanted[word] = 1
    }
    return added
  }

  return function findMatches(text, queryTerms) {
    const matches: Match[] = []
    if (queryTerms.size === 0) return matches
    prepare(queryTerms)

    /** Adds the matches of a part of the text, at whose boundaries words end. */
    function addMatches(part: string, offset: number): void {
      walk(part, (view) => {
        for (const { term, start, end } of tokensOf(view)) {
          const queryTerm = queryTerms.get(term)
          if (queryTerm === undefined) continue
          matches.push({
            start: offset + view.start + start,
            // A word of half-width kana has another length than its text.
            end: offset + (view.isCompound ? view.start + end : view.end),
            wordStart: offset + view.start,
            wordEnd: offset + view.end,
            queryTerm,
          })
        }
      })
    }

    // Those that may be in a run without spaces, and symbols, which may stand beside one and not alone.
    const unspaced = [...queryTerms.keys()].filter((term) => HAS_UNSPACED.test(term) || !WORD.test(term))
    let from = 0
    for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
      if (unspaced.some((term) => run.includes(term) || !WORD.test(term))) continue
      addMatches(text.slice(from, index), from)
      from = index + run.length
    }
    addMatches(text.slice(from), from)
    return matches.sort((a, b) => a.start - b.start)
  }
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
