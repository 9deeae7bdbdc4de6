/**
 * Texts of chunks -> streams of word numbers. A stream holds the words of one chunk after another, each as its number
 * in the dictionary of its text's language, with marks between them that tell what the words behind are of. It is
 * all that is kept of a text, so a page that stays as it is need not be cut again for the next index.
 */
import type { Language } from '../../text/language.ts'
import { createDictionary } from './dictionary.ts'
import type { Dictionaries, Dictionary } from './dictionary.ts'
import { fieldNumber } from '../index/field.ts'
import { createNumbering } from '../strings/interner.ts'

/** Words that a writer has room for at first. */
const INITIAL_WORDS = 4_096
const CODE = fieldNumber('code')

/** Bits of a mark, inverted so that it is below zero: a field, the number of a language, and whether a text begins. */
const LANGUAGE_SHIFT = 8
const PART_BITS = 0xff
const BEGINS = 0x10000
const GOES_ON = 0x20000

/** The words of some chunks. Numbers below zero are marks: `CHUNK_END`, or one that has a field. */
export type WordStream = Int32Array

/** Ends the words of a chunk. */
export const CHUNK_END = -1

/** Whether a text begins; else its words go on in another field. */
export function isTextMark(mark: number): boolean {
  return (~mark & BEGINS) !== 0
}

/** Number of the language of the text that a mark begins. */
export function languageOf(mark: number): number {
  return (~mark >> LANGUAGE_SHIFT) & PART_BITS
}

/** Field of the words behind a mark, as a place in `FIELDS`. */
export function fieldOf(mark: number): number {
  return ~mark & PART_BITS
}

/** What is the same for all of a text but its code. */
export interface TextSettings {
  readonly language: Language
  /** Place in `FIELDS`. */
  readonly field: number
  /** Ranges, ascending and apart, that are of the field `code` instead. */
  readonly code?: readonly { readonly start: number; readonly end: number }[]
}

/** Cuts one text after another. */
interface StreamWriter {
  /** Adds a text to the current chunk. */
  readonly add: (text: string, settings: TextSettings) => void
  readonly endChunk: () => void
  /** The stream of the chunks since it was last taken or dropped. */
  readonly take: () => WordStream
  /** Forgets what has not been taken. */
  readonly drop: () => void
  readonly dictionaries: Dictionaries
}

/** A writer that knows no words yet. */
export function createStreamWriter(): StreamWriter {
  const terms = createNumbering()
  const languages: Dictionary[] = []
  let words = new Int32Array(INITIAL_WORDS)
  let size = 0

  function push(word: number): void {
    if (size === words.length) {
      const larger = new Int32Array(2 * size)
      larger.set(words)
      words = larger
    }
    words[size] = word
    size += 1
  }

  function numberOf(language: Language): number {
    const known = languages.findIndex((one) => one.language === language)
    return known < 0 ? languages.push(createDictionary(language, terms)) - 1 : known
  }

  function add(text: string, { language, field, code = [] }: TextSettings): void {
    const number = numberOf(language)
    const dictionary = languages[number]!
    let next = 0
    let current = field
    push(~(BEGINS | (number << LANGUAGE_SHIFT) | field))
    dictionary.walk(text, (word) => {
      while (next < code.length && code[next]!.end <= word.start) next += 1
      const own = next < code.length && code[next]!.start <= word.start ? CODE : field
      if (own !== current) push(~(GOES_ON | own))
      current = own
      push(dictionary.numberOf(word))
    })
  }

  function take(): WordStream {
    const taken = words.slice(0, size)
    size = 0
    return taken
  }

  function drop(): void {
    size = 0
  }

  return { add, endChunk: () => push(CHUNK_END), take, drop, dictionaries: { languages, terms } }
}
