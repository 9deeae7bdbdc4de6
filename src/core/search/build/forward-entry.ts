/**
 * A chunk -> its entry in a forward index: its words in the order of its texts, with all else that ranking needs of it.
 * An engine keeps the entry beside the chunk, so that no search cuts the chunk again.
 */
import { i32At } from '../../text/column.ts'
import { type WordEntry, expansionEntry, expansionOffset, isExpansion } from '../../text/word-entry.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import type { Searchable } from '../index/inverted-index.ts'
import { keptLength } from '../index/kept-length.ts'
import { type Entry, createBatchReader } from './batch.ts'
import type { Dictionaries } from './dictionary.ts'
import type { FoldedId } from './numbers.ts'
import { MAX_LENGTH, WHOLE, placeOf } from './occurrences.ts'
import { CHUNK_END, type TokenStream, fieldOf, isTextMark, languageOf } from './token-stream.ts'

/** Most terms and titles in a reader's cache, about 300 bytes each; a full cache is cleared. */
const MAX_TERMS = 32_768
const MAX_TITLES = 32_768

/** A word that is a part of a compound, or the whole of it. */
export interface CompoundPart {
  /** Position in the words of its entry. */
  readonly word: number
  /** Its position in the text, counted from the first part. */
  readonly position: number
  /** Weight in halves: 1 for a part, 2 for a whole. */
  readonly halves: number
}

/** A word of a text that several words find, or no word at all. */
export interface Compound {
  /** Number of its parts, which is the number of positions that it takes. */
  readonly singles: number
  readonly parts: readonly CompoundPart[]
}

/** Neighboring words of one field. */
export interface Run {
  /** Position in `FIELDS`. */
  readonly field: number
  /** True if a text begins here, false if the text continues in another field. */
  readonly isStart: boolean
  /** Positions in the words of the entry, or inverted positions in its compounds. */
  readonly words: readonly WordEntry[]
}

/** A chunk without its texts. */
export interface ForwardEntry extends Entry {
  /** Its distinct folded words, and the term of each. */
  readonly words: readonly string[]
  readonly terms: readonly string[]
  readonly compounds: readonly Compound[]
  /** All words in the order of the texts. */
  readonly runs: readonly Run[]
}

/** Reads the forward entry of a chunk. */
export type ReadForwardEntry = (chunk: Searchable) => ForwardEntry

/**
 * A reader with its own cache: create one for many chunks.
 *
 * @example
 * const read = createReadForwardEntry()
 * const [chunk] = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * read(chunk).words // ['routes', 'a', 'path']
 */
export function createReadForwardEntry(): ReadForwardEntry {
  let reader = createBatchReader()
  let titles = 0
  return function readForwardEntry(chunk) {
    if (titles >= MAX_TITLES || reader.dictionaries.terms.strings.length > MAX_TERMS) {
      reader = createBatchReader()
      titles = 0
    }
    titles += 1
    const { entry, stream } = reader.cut(chunk)
    return { ...entry, ...wordsOf(stream, reader.dictionaries) }
  }
}

/** Visits each word by its position in `words`, with its place (`occurrences.ts`) in the chunk. */
export function eachWord({ runs, compounds }: ForwardEntry, visit: (word: number, place: number) => void): void {
  let position = -1
  for (const { field, isStart, words } of runs) {
    // A gap in the positions, so that no phrase matches across the boundary of two texts.
    if (isStart) position += 1
    for (const entry of words) {
      if (!isExpansion(entry)) {
        visit(entry, placeOf(position, field, WHOLE))
        position += 1
        continue
      }
      const { singles, parts } = compounds[expansionOffset(entry)] ?? NO_WORD
      for (const { word, position: offset, halves } of parts) visit(word, placeOf(position + offset, field, halves))
      position += singles
    }
  }
}

/** Words of each field with a length, in the order of `MEASURED_FIELDS`, as an index keeps them. */
export function fieldLengths({ runs, compounds }: Pick<ForwardEntry, 'runs' | 'compounds'>): number[] {
  const lengths = MEASURED_FIELDS.map(() => 0)
  for (const { field, words } of runs) {
    if (field >= lengths.length) continue
    let length = lengths[field] ?? 0
    for (const entry of words) length += isExpansion(entry) ? (compounds[expansionOffset(entry)] ?? NO_WORD).singles : 1
    lengths[field] = Math.min(length, MAX_LENGTH)
  }
  return lengths.map(keptLength)
}

const NO_WORD: Compound = { singles: 0, parts: [] }

/** The words of the stream of one chunk, whose texts are all of one language. */
function wordsOf(
  stream: TokenStream,
  { languages, terms: interner }: Dictionaries,
): Pick<ForwardEntry, 'words' | 'terms' | 'compounds' | 'runs'> {
  const resolved = languages[languageOf(i32At(stream, 0))]?.resolve()
  const words: string[] = []
  const terms: string[] = []
  const compounds: Compound[] = []
  const runs: { readonly field: number; readonly isStart: boolean; readonly words: WordEntry[] }[] = []
  if (resolved === undefined) return { words, terms, compounds, runs }
  const { words: entries, expansions, folded, terms: termIds } = resolved
  const wordNumbers = new Map<FoldedId, number>()
  const compoundNumbers = new Map<WordEntry, number>()

  function wordNumber(id: FoldedId): number {
    const known = wordNumbers.get(id)
    if (known !== undefined) return known
    wordNumbers.set(id, words.length)
    terms.push(interner.strings[i32At(termIds, id)] ?? '')
    return words.push(folded[id] ?? '') - 1
  }

  function compoundNumber(entry: WordEntry): number {
    const known = compoundNumbers.get(entry)
    if (known !== undefined) return known
    const offset = expansionOffset(entry)
    const parts = Array.from({ length: i32At(expansions, offset + 1) }, (_, i): CompoundPart => {
      const at = offset + 2 + 3 * i
      const word = wordNumber(i32At(expansions, at))
      return { word, position: i32At(expansions, at + 1), halves: i32At(expansions, at + 2) }
    })
    compoundNumbers.set(entry, compounds.length)
    return compounds.push({ singles: i32At(expansions, offset), parts }) - 1
  }

  for (const number of stream) {
    if (number === CHUNK_END) break
    if (number < 0) {
      runs.push({ field: fieldOf(number), isStart: isTextMark(number), words: [] })
      continue
    }
    const entry = i32At(entries, number)
    runs.at(-1)?.words.push(isExpansion(entry) ? expansionEntry(compoundNumber(entry)) : wordNumber(entry))
  }
  return { words, terms, compounds, runs }
}
