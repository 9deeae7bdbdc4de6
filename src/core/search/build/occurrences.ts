/** Token streams -> the occurrences of terms, in the order of the text. */
import { grown32, i32At, u16At, u32At } from '../../text/column.ts'
import { expansionOffset, isExpansion } from '../../text/word-entry.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import { keptLength } from '../index/kept-length.ts'
import type { Dictionaries, ResolvedWords } from './dictionary.ts'
import type { FoldedId, LanguageId, TermId } from './numbers.ts'
import { CHUNK_END, type TokenStream, fieldOf, isTextMark, languageOf } from './token-stream.ts'

/** Most words of a field that its length counts. */
export const MAX_LENGTH = 0xffff
/** Weight in halves of a word that has no expansion. */
export const WHOLE = 2
/** Bits of a mark: a field, and the weight of one occurrence in it. */
const MARK_BITS = 4
/** Occurrences that there is room for at first. */
const INITIAL_SIZE = 4_096
/** Occurrences that there is room for at first in a stream, as a multiple of its length. */
const ROOM = 1.25

/** The words of one language in some chunks. */
export interface WordsInUse {
  readonly language: LanguageId
  readonly folded: readonly FoldedId[]
}

/** Occurrences of terms in some chunks, which are numbered by their position. Valid until others are read. */
export interface Occurrences {
  readonly chunkCount: number
  /** Words of each field, as an index keeps them, all chunks of the first field first. */
  readonly lengths: Uint16Array
  /** The words in use, by language: of all that have texts, even empty ones. */
  readonly words: readonly WordsInUse[]
  /** The terms that occur, as they are first met. */
  readonly terms: readonly TermId[]
  /** By occurrence its term, as a position in `terms`. */
  readonly slots: Uint32Array
  /** By occurrence its position among the words of its chunk, its field and its weight. */
  readonly places: Uint32Array
  /** By chunk the number of occurrences up to its end. */
  readonly ends: readonly number[]
}

/** Reads the occurrences of a stream. */
export type ReadOccurrences = (stream: TokenStream) => Occurrences

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

/** The folded words of a language that were met. */
interface LanguageSlots {
  /** By `FoldedId` the slot of its term, plus one; 0 for others. */
  readonly slots: Uint32Array
  readonly folded: FoldedId[]
}

/** The words of a text. */
interface TextWords extends Pick<ResolvedWords, 'words' | 'expansions' | 'terms'> {
  readonly slots: LanguageSlots
}

/** Words before the first text of a stream, which has none. */
const NO_WORDS: TextWords = {
  words: new Int32Array(0),
  expansions: new Int32Array(0),
  terms: new Int32Array(0),
  slots: { slots: new Uint32Array(0), folded: [] },
}

/** A reader of streams whose words are in the dictionaries. */
export function createReadOccurrences({ languages, terms: interner }: Dictionaries): ReadOccurrences {
  const slotsOf: LanguageSlots[] = []
  let slotOfTerm: Uint32Array = new Uint32Array(0)
  let terms: TermId[] = []
  let slots: Uint32Array = new Uint32Array(INITIAL_SIZE)
  let places: Uint32Array = new Uint32Array(INITIAL_SIZE)
  let size = 0

  /** Makes room for some occurrences after the first `used`. */
  function makeRoomAt(used: number, count: number): void {
    slots = grown32(slots, used + count)
    places = grown32(places, used + count)
  }

  function addSlot(id: FoldedId, term: TermId, { slots, folded }: LanguageSlots): number {
    const slot = u32At(slotOfTerm, term) || terms.push(term)
    slotOfTerm[term] = slot
    slots[id] = slot
    folded.push(id)
    return slot
  }

  /** Clears the data of the last stream, and makes room for a stream of a given length and for new words. */
  function prepare(length: number, resolved: readonly ResolvedWords[]): void {
    size = 0
    if (slots.length < length) {
      // A compound has several occurrences for one word.
      slots = new Uint32Array(ROOM * length)
      places = new Uint32Array(ROOM * length)
    }
    for (const term of terms) slotOfTerm[term] = 0
    terms = []
    if (slotOfTerm.length < interner.strings.length) slotOfTerm = grown32(slotOfTerm, interner.strings.length)
    resolved.forEach(({ folded }, language) => {
      const last = slotsOf[language] ?? { slots: new Uint32Array(0), folded: [] }
      for (const id of last.folded) last.slots[id] = 0
      const hasRoom = last.slots.length >= folded.length
      slotsOf[language] = { slots: hasRoom ? last.slots : grown32(last.slots, folded.length), folded: [] }
    })
  }

  return function readOccurrences(stream) {
    const resolved = languages.map(({ resolve }) => resolve())
    prepare(stream.length, resolved)
    const languageWords = resolved.map((words, id): TextWords => ({ ...words, slots: slotsOf[id] ?? NO_WORDS.slots }))
    let chunkCount = 0
    for (let at = 0; at < stream.length; at += 1) if (i32At(stream, at) === CHUNK_END) chunkCount += 1
    const lengths = new Uint16Array(MEASURED_FIELDS.length * chunkCount)
    const ends: number[] = []
    const inUse = new Set<LanguageId>()
    let language = NO_WORDS
    let position = -1

    /** Reads the words of one field from an offset of the stream on; returns the offset of the next mark. */
    function readWords(start: number, field: number): number {
      const { words, expansions, terms: termOf, slots: own } = language
      const ofField = placeOf(0, field, WHOLE)
      // Loops over variables of the closure would load and store them in each turn.
      let [at, from, to] = [start, position, size]
      for (;; at += 1) {
        const word = i32At(stream, at)
        if (word < 0) break
        const entry = i32At(words, word)
        if (!isExpansion(entry)) {
          if (to === slots.length) makeRoomAt(to, 1)
          slots[to] = (u32At(own.slots, entry) || addSlot(entry, i32At(termOf, entry), own)) - 1
          places[to] = ofField + (from << MARK_BITS)
          to += 1
          from += 1
          continue
        }
        const parts = expansionOffset(entry) + 2
        const end = parts + 3 * i32At(expansions, parts - 1)
        if (to + end - parts > slots.length) makeRoomAt(to, end - parts)
        for (let part = parts; part < end; part += 3) {
          const id = i32At(expansions, part)
          slots[to] = (u32At(own.slots, id) || addSlot(id, i32At(termOf, id), own)) - 1
          places[to] = placeOf(from + i32At(expansions, part + 1), field, i32At(expansions, part + 2))
          to += 1
        }
        from += i32At(expansions, parts - 2)
      }
      position = from
      size = to
      return at
    }

    for (let at = 0; at < stream.length; ) {
      const mark = i32At(stream, at)
      if (mark === CHUNK_END) {
        ends.push(size)
        position = -1
        at += 1
        continue
      }
      if (isTextMark(mark)) {
        const id = languageOf(mark)
        inUse.add(id)
        language = languageWords[id] ?? NO_WORDS
        // A gap in the positions, so that no phrase matches across the boundary of two texts.
        position += 1
      }
      const first = position
      const field = fieldOf(mark)
      at = readWords(at + 1, field)
      if (field >= MEASURED_FIELDS.length) continue
      const slot = field * chunkCount + ends.length
      lengths[slot] = Math.min(u16At(lengths, slot) + position - first, MAX_LENGTH)
    }
    const usage = [...inUse].map((id) => ({ language: id, folded: slotsOf[id]?.folded ?? [] }))
    return { chunkCount, lengths: lengths.map(keptLength), words: usage, terms, slots, places, ends }
  }
}

/** The place of an occurrence: position, field and weight in one number. */
export function placeOf(position: number, field: number, halves: number): number {
  return (position << MARK_BITS) | (2 * field + halves - 1)
}
