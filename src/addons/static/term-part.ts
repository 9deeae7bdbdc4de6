/**
 * A range of all keys of an index, sorted <-> bytes. A key is a term, a word with its term, a title key, or several of
 * these. The terms of words that belong to other parts are named after the keys.
 */
import type { IndexColumns } from '../../core/search.ts'
import { type ByteBuffer, i32At, pushByte, pushVarint, readUint32, u8At } from '../../core/text.ts'
import { type ByteReader, DamagedPart, pushUint32, readBytes, readNumber, readStrings, writeStrings } from './bytes.ts'
import {
  type Measures, type PostingList, readAscending, readPostings, writeAscending, writePostings,
} from './postings.ts'

/** Flags of a key. */
const TERM = 1
const WORD = 2
const TITLE = 4

/** One string of an index. */
export interface Key {
  readonly key: string
  /** Postings of the term with this string; null if it is not a term. */
  readonly list: PostingList | null
  /** The term of the word with this string; null if it is not a word, or a word that is in no text. */
  readonly wordOf: string | null
  /** The chunks with this title key, ascending. */
  readonly titled: Uint32Array
}

/** The columns of an index that keys are written and read with. */
type KeyColumns = Measures & Pick<IndexColumns, 'spellings'>

export function writeTermPart(buffer: ByteBuffer, keys: readonly Key[], columns: KeyColumns): void {
  const inside = new Set(keys.map(({ key }) => key))
  const outside = new Set(keys.flatMap(({ wordOf }) => (wordOf === null || inside.has(wordOf) ? [] : [wordOf])))
  const positions = new Map([...inside, ...outside].map((key, position) => [key, position]))
  writeStrings(buffer, [...inside])
  writeStrings(buffer, [...outside])
  for (const { list, wordOf, titled } of keys) {
    pushByte(buffer, (list === null ? 0 : TERM) | (wordOf === null ? 0 : WORD) | (titled.length === 0 ? 0 : TITLE))
  }
  keys.forEach(({ wordOf }, position) => {
    if (wordOf === null) return
    const distance = (positions.get(wordOf) ?? 0) - position
    pushVarint(buffer, distance < 0 ? -2 * distance - 1 : 2 * distance)
  })
  const lists = keys.flatMap(({ list }) => list ?? [])
  for (const { chunks } of lists) pushVarint(buffer, chunks.length)
  writePostings(buffer, lists, columns)
  for (const { titled } of keys) {
    if (titled.length === 0) continue
    pushVarint(buffer, titled.length)
    writeAscending(buffer, titled)
    for (const chunk of titled) pushUint32(buffer, i32At(columns.spellings, chunk))
  }
}

/** Reads what `writeTermPart` wrote, and fills in spellings and measures. */
export function readTermPart(reader: ByteReader, columns: KeyColumns): Key[] {
  const { spellings } = columns
  const strings = readStrings(reader)
  const named = [...strings, ...readStrings(reader)]
  const flags = readBytes(reader, strings.length)
  const words = strings.map((_, position) => {
    if ((u8At(flags, position) & WORD) === 0) return null
    const code = readNumber(reader)
    const term = named[position + ((code & 1) === 1 ? -((code + 1) >>> 1) : code >>> 1)]
    if (term === undefined) throw new DamagedPart()
    return term
  })
  const sizes = Array.from(flags.filter((flag) => (flag & TERM) !== 0), () => readNumber(reader))
  const lists = readPostings(reader, sizes, columns).values()
  return strings.map((key, position): Key => {
    const flag = u8At(flags, position)
    const list = (flag & TERM) === 0 ? null : (lists.next().value ?? null)
    const titled = (flag & TITLE) === 0
      ? new Uint32Array(0)
      : readAscending(reader, readNumber(reader), spellings.length)
    for (const chunk of titled) spellings[chunk] = readUint32(readBytes(reader, 4), 0)
    return { key, list, wordOf: words[position] ?? null, titled }
  })
}
