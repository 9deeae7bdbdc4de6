/**
 * Texts of chunks -> token streams. A stream holds the words of one chunk after another, each by its number in the
 * dictionary of its text's language, with marks between them for the field and language of the following words.
 */
import { createIntBuffer, i32At, intsOf, pushInt } from '../../text/column.ts'
import { CUT, CUT_KIND, CUT_START, OPERATOR } from '../../text/segment.ts'
import { fieldNumber } from '../index/field.ts'
import { createInterner } from '../strings/interner.ts'
import { createDictionary, type Dictionaries, type Dictionary, type LanguageId } from './dictionary.ts'

const BODY = fieldNumber('body')
const CODE = fieldNumber('code')

/** Bits of a mark, inverted so that it is below zero: field, language, and whether a text begins. */
const LANGUAGE_SHIFT = 8
const PART_BITS = 0xff
const BEGINS = 0x10000
const GOES_ON = 0x20000

/** The words of some chunks: each a `WordId`; numbers below zero are `CHUNK_END` or a mark with a field. */
export type TokenStream = Int32Array

/** End of the words of a chunk. */
export const CHUNK_END = -1

/** True for a mark at which a text begins; false if the text continues in another field. */
export function isTextMark(mark: number): boolean {
  return (~mark & BEGINS) !== 0
}

/** Language of the text that a mark begins. */
export function languageIdOf(mark: number): LanguageId {
  return (~mark >> LANGUAGE_SHIFT) & PART_BITS
}

/** Field of the words after a mark, as a position in `FIELDS`. */
export function fieldOf(mark: number): number {
  return ~mark & PART_BITS
}

/** Settings that all of a text shares but its code. */
interface TextSettings {
  /** Its tag in the index (`analysisTagOf`). */
  readonly language: string
  /** Position in `FIELDS`. */
  readonly field: number
  /** Ranges of code, ascending and disjoint; blocks are of the field `code` instead. Only there prose has operators. */
  readonly code?: readonly { readonly start: number; readonly end: number; readonly isBlock: boolean }[]
}

/** A writer of streams, one text after another, with empty dictionaries. */
export function createStreamWriter() {
  const shared = { terms: createInterner(), inflected: createInterner() }
  const languages: Dictionary[] = []
  const ids = new Map<string, LanguageId>()
  const words = createIntBuffer()

  function dictionaryOf(language: string): Dictionary {
    const existing = languages[ids.get(language) ?? -1]
    if (existing !== undefined) return existing
    const dictionary = createDictionary(language, shared)
    ids.set(language, languages.push(dictionary) - 1)
    return dictionary
  }

  /** Adds a text to the current chunk. */
  function add(text: string, { language, field, code = [] }: TextSettings): void {
    const { cut, wordId } = dictionaryOf(language)
    pushInt(words, ~(BEGINS | ((ids.get(language) ?? 0) << LANGUAGE_SHIFT) | field))
    const found = cut(text)
    let range = 0
    let current = field
    for (let at = 0; at < found.size; at += CUT) {
      let isCode = false
      if (code.length > 0) {
        const start = i32At(found.cuts, at + CUT_START)
        while ((code[range]?.end ?? Infinity) <= start) range += 1
        isCode = (code[range]?.start ?? Infinity) <= start
        const next = isCode && code[range]?.isBlock === true ? CODE : field
        if (next !== current) pushInt(words, ~(GOES_ON | next))
        current = next
      }
      if (field === BODY && !isCode && i32At(found.cuts, at + CUT_KIND) === OPERATOR) continue
      pushInt(words, wordId(found, at))
    }
  }

  /** The stream of the chunks since the last call. */
  function take(): TokenStream {
    const taken = intsOf(words).slice()
    words.size = 0
    return taken
  }

  const dictionaries: Dictionaries = { languages, ...shared }
  return { add, endChunk: () => pushInt(words, CHUNK_END), take, dictionaries }
}
