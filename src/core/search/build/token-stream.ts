/**
 * Texts of chunks -> token streams -> the occurrences of terms, in the order of the text. A stream holds the words of
 * one chunk after another, each by its number in the dictionary of its text's language, with marks between them for the
 * field and language of the following words.
 */
import { createIntBuffer, grown32, i32At, intsOf, pushInt, u16At, u32At } from '../../text/column.ts'
import { fieldNumber, keptLength, MEASURED_FIELDS } from '../index/field.ts'
import { createInterner } from './interner.ts'
import {
  createDictionary, type Dictionaries, type Dictionary, expansionOffset, isExpansion, type LanguageId,
  type ResolvedWords,
} from './dictionary.ts'

const BODY = fieldNumber('body')
const CODE = fieldNumber('code')

/** Bits of a mark, inverted so that it is below zero: field, language, and whether a text begins. */
const LANGUAGE_SHIFT = 8
const PART_BITS = 0xff
const BEGINS = 0x10000
const GOES_ON = 0x20000

/** The words of some chunks: each a `WordId`; numbers below zero are `CHUNK_END` or a mark with a field. */
export type TokenStream = Int32Array

export const CHUNK_END = -1

/** True for a mark at which a text begins; false if the text continues in another field. */
function isTextMark(mark: number): boolean {
  return (~mark & BEGINS) !== 0
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

  function add(text: string, { language, field, code = [] }: TextSettings): void {
    const { walk, wordId } = dictionaryOf(language)
    pushInt(words, ~(BEGINS | ((ids.get(language) ?? 0) << LANGUAGE_SHIFT) | field))
    let range = 0
    let current = field
    walk(text, (view) => {
      let isCode = false
      if (code.length > 0) {
        while ((code[range]?.end ?? Infinity) <= view.start) range += 1
        isCode = (code[range]?.start ?? Infinity) <= view.start
        const next = isCode && code[range]?.isBlock === true ? CODE : field
        if (next !== current) pushInt(words, ~(GOES_ON | next))
        current = next
      }
      if (field !== BODY || isCode || !view.isOperator) pushInt(words, wordId(view))
    })
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

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff
/** Weight in halves of a word that has no expansion. */
export const WHOLE = 2
/** Bits of a mark: a field, and the weight of one occurrence in it. */
const MARK_BITS = 4
/** Occurrences that there is room for at first, as a multiple of the stream's length: a compound has several. */
const ROOM = 1.25

/** A language that has texts, even empty ones. */
export interface Usage {
  readonly resolved: ResolvedWords
  /** By `FoldedId`, 1 for the words in use. */
  readonly folded: Uint8Array
}

/** Occurrences of terms in some chunks, which are numbered by their position. */
export interface Occurrences {
  readonly chunkCount: number
  /** Words of each field, as an index keeps them, all chunks of the first field first. */
  readonly lengths: Uint16Array
  readonly usages: readonly Usage[]
  /** By occurrence its term (`TermId`). */
  readonly terms: Uint32Array
  /** By occurrence its position among the words of its chunk, its field and its weight. */
  readonly places: Uint32Array
  /** Number of occurrences by `TermId`. */
  readonly frequencies: Uint32Array
  /** By chunk the number of occurrences up to its end. */
  readonly ends: readonly number[]
}

/** Position of an occurrence in its chunk. */
export function positionOf(place: number): number {
  return place >>> MARK_BITS
}

/** Position of its field in `FIELDS`. */
export function placeField(place: number): number {
  return (place & ((1 << MARK_BITS) - 1)) >> 1
}

/** Its weight in halves. */
export function placeHalves(place: number): number {
  return (place & 1) + 1
}

function placeOf(position: number, field: number, halves: number): number {
  return (position << MARK_BITS) | (2 * field + halves - 1)
}

/** The occurrences of streams, one after another, whose words are in the dictionaries. */
export function readOccurrences(
  streams: readonly TokenStream[],
  { languages, terms: { strings } }: Pick<Dictionaries, 'languages' | 'terms'>,
): Occurrences {
  const all = languages.map(({ resolve }): Usage => {
    const resolved = resolve()
    return { resolved, folded: new Uint8Array(resolved.folded.length) }
  })
  const frequencies = new Uint32Array(strings.length)
  let chunkCount = 0
  let words = 0
  for (const stream of streams) {
    for (let at = 0; at < stream.length; at += 1) if (i32At(stream, at) === CHUNK_END) chunkCount += 1
    words += stream.length
  }
  const lengths = new Uint16Array(MEASURED_FIELDS.length * chunkCount)
  const ends: number[] = []
  const inUse = new Set<Usage>()
  let terms: Uint32Array = new Uint32Array(ROOM * words)
  let places: Uint32Array = new Uint32Array(ROOM * words)
  let size = 0
  let position = -1

  /** Reads the words after a mark at an offset of a stream; returns the offset of the next mark. */
  function readWords(stream: TokenStream, start: number, { resolved, folded }: Usage): number {
    const { words, expansions, terms: termOf } = resolved
    const field = fieldOf(i32At(stream, start))
    const ofField = placeOf(0, field, WHOLE)
    // Loops over variables of the closure would load and store them in each turn.
    let [at, from, to] = [start + 1, position, size]
    for (;; at += 1) {
      const word = i32At(stream, at)
      if (word < 0) break
      const entry = i32At(words, word)
      if (!isExpansion(entry)) {
        if (to === terms.length) makeRoom(to + 1)
        const term = i32At(termOf, entry)
        terms[to] = term
        frequencies[term] = u32At(frequencies, term) + 1
        folded[entry] = 1
        places[to] = ofField + (from << MARK_BITS)
        to += 1
        from += 1
        continue
      }
      const parts = expansionOffset(entry) + 2
      const end = parts + 3 * i32At(expansions, parts - 1)
      if (to + end - parts > terms.length) makeRoom(to + end - parts)
      for (let part = parts; part < end; part += 3) {
        const id = i32At(expansions, part)
        const term = i32At(termOf, id)
        terms[to] = term
        frequencies[term] = u32At(frequencies, term) + 1
        folded[id] = 1
        places[to] = placeOf(from + i32At(expansions, part + 1), field, i32At(expansions, part + 2))
        to += 1
      }
      from += i32At(expansions, parts - 2)
    }
    position = from
    size = to
    return at
  }

  function makeRoom(length: number): void {
    terms = grown32(terms, length)
    places = grown32(places, length)
  }

  function readStream(stream: TokenStream): void {
    let [language] = all
    for (let at = 0; at < stream.length; ) {
      const mark = i32At(stream, at)
      if (mark === CHUNK_END) {
        ends.push(size)
        position = -1
        at += 1
        continue
      }
      if (isTextMark(mark)) {
        language = all[(~mark >> LANGUAGE_SHIFT) & PART_BITS]
        if (language !== undefined) inUse.add(language)
        // A gap in the positions, so that no phrase matches across the boundary of two texts.
        position += 1
      }
      const first = position
      const field = fieldOf(mark)
      at = language === undefined ? stream.length : readWords(stream, at, language)
      if (field >= MEASURED_FIELDS.length) continue
      const slot = field * chunkCount + ends.length
      lengths[slot] = Math.min(u16At(lengths, slot) + position - first, MAX_LENGTH)
    }
  }

  streams.forEach(readStream)
  return { chunkCount, lengths: lengths.map(keptLength), usages: [...inUse], terms, places, frequencies, ends }
}
