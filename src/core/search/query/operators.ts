/**
 * A query as typed -> plain words, quoted phrases and exclusions:
 *
 *   deploy "edge functions" -vercel -"server islands"
 *
 * A quote without its partner is punctuation, and so is a dash that isn't directly before a word: `--host` and
 * `no-emit` are words. In a long question, which is prose, all of them are.
 */

import { dropHebrewSigns } from '../../text/fold-script.ts'

/** Most words for quotes and dashes to be more than punctuation. */
const MAX_WORDS = 12

/** The parts of a query, as typed. */
export interface QueryParts {
  /** The query without its exclusions: phrases are in their place, without their quotes. */
  readonly plain: string
  /** Quoted phrases that must occur. */
  readonly phrases: readonly string[]
  /** Words and phrases that must not. */
  readonly excluded: readonly string[]
}

/** A quoted phrase, or a dash before a phrase or a word of two letters or more, after white space. */
const OPERATOR = /(^|\s)-(?:"([^"]*)"|(\p{L}[^\s"]+))|"([^"]*)"/gu
/** Curly quotes and those of other languages, as keyboards on phones set them. */
const QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\uff02]/g

/** Splits a query; `isName` is true for a word with a dash that is a name: `-help`. */
export function splitOperators(text: string, isName: (word: string) => boolean): QueryParts {
  const prose: QueryParts = { plain: text, phrases: [], excluded: [] }
  const even = dropHebrewSigns(text).replace(QUOTES, '"')
  if (!/["-]/.test(even)) return prose
  if ((even.match(/\S+/g)?.length ?? 0) > MAX_WORDS) return prose
  const phrases: string[] = []
  const excluded: string[] = []
  const plain = even.replace(OPERATOR, (all, before = '', excludedPhrase, word, phrase) => {
    if (phrase !== undefined) {
      phrases.push(phrase)
      return ` ${phrase} `
    }
    if (word !== undefined && isName(`-${word}`)) return all
    excluded.push(excludedPhrase ?? word)
    return `${before} `
  })
  // When nothing else is left to search for, a dash is just a dash.
  return plain.trim() === '' ? prose : { plain, phrases, excluded }
}
