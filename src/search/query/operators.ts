/**
 * What a reader types -> plain words, quoted phrases and what is ruled out:
 *
 *   deploy "edge functions" -vercel -"server islands"
 *
 * A quote without its partner is punctuation, and so is a dash that isn't set
 * right before a word: `--host` and `no-emit` are words. In a long question, which
 * is prose, all of them are.
 */

/** Most words outside of quotes for these to be more than punctuation. */
const MAX_WORDS = 12

/** What is typed, taken apart. Parts are texts as typed. */
export interface Typed {
  /** All but what is ruled out, in its place: phrases without their quotes. */
  readonly plain: string
  /** Quoted phrases that must occur. */
  readonly phrases: readonly string[]
  /** Words and phrases that must not. */
  readonly excluded: readonly string[]
}

/** A quoted phrase, or a dash before one or before a word of two letters or more, behind white space. */
const OPERATOR = /(^|\s)-(?:"([^"]*)"|(\p{L}[^\s"]+))|"([^"]*)"/gu
/** Curly quotes and those of other languages, as keyboards on phones set them. */
const QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\uff02]/g

/** Takes a query apart; `isName` tells of a word with a dash before it that it is a name like this: `-help`. */
export function splitOperators(text: string, isName: (word: string) => boolean): Typed {
  const prose: Typed = { plain: text, phrases: [], excluded: [] }
  const even = text.replace(QUOTES, '"')
  if (!/["-]/.test(even)) return prose
  if ((even.replace(/"[^"]*"/g, ' ').match(/\S+/g)?.length ?? 0) > MAX_WORDS) return prose
  const phrases: string[] = []
  const excluded: string[] = []
  const plain = even.replace(OPERATOR, (all, before = '', ruledOut, word, phrase) => {
    if (phrase !== undefined) {
      phrases.push(phrase)
      return ` ${phrase} `
    }
    if (word !== undefined && isName(`-${word}`)) return all
    excluded.push(ruledOut ?? word)
    return `${before} `
  })
  // With nothing to look for, a dash is just a dash.
  return plain.trim() === '' ? prose : { plain, phrases, excluded }
}
