/**
 * A placed forward entry <-> the text that an engine keeps of it: a JSON list of strings and numbers. Texts take an
 * engine less time than objects, and less space: a word takes its letters, a term its difference from its word, and an
 * occurrence one digit or two.
 */
import { DEFAULT_VERSION, isCount, isString, parseJson } from '../../core/base.ts'
import { isWeight } from '../../core/content.ts'
import { type Decode, formatError } from '../../core/graph.ts'
import {
  type Compound, type CompoundPart, FIELDS, filterableOf, type ForwardEntry, rankedVersion, type Run, scopeOf,
} from '../../core/search.ts'
import { expansionEntry, expansionOffset, isExpansion, type WordEntry } from '../../core/text.ts'
import type { PlacedEntry } from './store.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BASE = 32
const BITS = 5
/** Bits of the greatest number that is read. */
const MAX_BITS = 30
/** Value of each digit by its UTF-16 unit; -1 for other characters. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, unit) => DIGITS.indexOf(String.fromCharCode(unit)))

/** A position in a text from which numbers are read one after another. */
interface DigitReader {
  readonly text: string
  /** Offset of the next digit. */
  at: number
}

/** The digits of a number, the lowest first. */
export function formatDigits(number: number): string {
  if (number < BASE) return DIGITS.charAt(number)
  return DIGITS.charAt(BASE + (number % BASE)) + formatDigits(Math.floor(number / BASE))
}

/** The next number; -1 where there is none. */
export function readDigits(reader: DigitReader): number {
  let number = 0
  for (let shift = 0; shift < MAX_BITS; shift += BITS) {
    const digit = NUMBERS[reader.text.charCodeAt(reader.at)] ?? -1
    if (digit < 0) return -1
    reader.at += 1
    if (digit < BASE) return number + (digit << shift)
    number += (digit - BASE) << shift
  }
  return -1
}

/** Control characters at the end of terms, whose JSON escapes are long, and private-use characters in their place. */
const MARK = /[\u0001-\u0004]/g
const WRITTEN_MARK = /[\ue001-\ue004]/g
const MARK_SHIFT = 0xe000
/** Numbers and strings of an entry; after them are the mark of the default version, and the keys of copies. */
const ITEMS = 12
/** Most positions of a compound: each takes a byte, and no text file has more (`node/files/walk.ts`). */
const MAX_TEXT_POSITIONS = 0x1000000

/** The text of an entry. */
export function formatRecord({ entry, order }: PlacedEntry): string {
  const { id, page, scope, copyKeys, weight, title: { key, spelling }, words, terms } = entry
  const { lang, version, group } = filterableOf(scope)
  const stems = words.map((word, i) => formatTerm(word, terms[i] ?? '')).join(' ')
  const texts = formatCompounds(entry) + formatRuns(entry)
  const isDefault = Number(rankedVersion(scope) === DEFAULT_VERSION)
  const names = [id, page, lang, version, group, key]
  return JSON.stringify([order, weight, spelling, ...names, words.join(' '), stems, texts, isDefault, ...copyKeys])
}

/** The entry in the text at `path`. Throws `AskError('graph-format')`. */
export const decodeRecord: Decode<PlacedEntry> = (value, path) => {
  const items = typeof value === 'string' ? parseJson(value) : undefined
  if (!Array.isArray(items)) throw formatError(path, 'must be the text of a list')
  const [order, weight, spelling, ...strings] = items.slice(0, ITEMS) as readonly unknown[]
  const [isDefault, ...copyKeys]: readonly unknown[] = items.slice(ITEMS)
  const hasMarks = (isDefault === 0 || isDefault === 1) && copyKeys.every(isCount)
  const hasNumbers = isCount(order) && isWeight(weight) && isSpelling(spelling) && hasMarks
  if (!hasNumbers || items.length <= ITEMS || !strings.every(isString)) {
    throw formatError(path, 'must have the items of a section')
  }
  const [id = '', page = '', lang = '', version = '', group = '', key = '', ...lists] = strings
  const [wordList = '', stemList = '', texts = ''] = lists
  if (id === '' || page === '') throw formatError(path, 'must have an id and a page')
  const words = wordList === '' ? [] : wordList.split(' ')
  const terms = parseTerms(words, stemList.split(' '))
  const reader = { text: texts, at: 0 }
  const compounds = readCompounds(reader, words.length)
  const runs = compounds === null ? null : readRuns(reader, words.length, compounds.length)
  if (terms === null || compounds === null || runs === null) throw formatError(path, 'must have the words of a section')
  const title = { key, spelling }
  const scope = scopeOf({ lang, version, group, page, isDefaultVersion: isDefault === 1 })
  return { entry: { id, page, scope, copyKeys, weight, title, words, terms, compounds, runs }, order }
}

/** True for a whole number of 32 bits, as hashes of titles are. */
function isSpelling(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}

/** Empty for a term that equals its word; else the number of letters to cut off the word, and the letters to append. */
function formatTerm(word: string, term: string): string {
  if (word === term) return ''
  let same = 0
  while (same < word.length && word.charCodeAt(same) === term.charCodeAt(same)) same += 1
  const end = term.slice(same).replace(MARK, (mark) => String.fromCharCode(mark.charCodeAt(0) + MARK_SHIFT))
  return formatDigits(word.length - same) + end
}

/** The term of each word; null where words are empty or there twice, or have no terms. */
function parseTerms(words: readonly string[], stems: readonly string[]): readonly string[] | null {
  // A list without words has one empty text.
  if (Math.max(words.length, 1) !== stems.length || new Set(words).size !== words.length) return null
  const terms = words.map((word, i) => parseTerm(word, stems[i] ?? ''))
  return words.includes('') || terms.includes('') ? null : terms
}

/** Empty for a text that no term of the word has. */
function parseTerm(word: string, stem: string): string {
  if (stem === '') return word
  const reader = { text: stem, at: 0 }
  const cut = readDigits(reader)
  if (cut < 0 || cut > word.length) return ''
  const end = stem.slice(reader.at)
  const marked = end.replace(WRITTEN_MARK, (mark) => String.fromCharCode(mark.charCodeAt(0) - MARK_SHIFT))
  return word.slice(0, word.length - cut) + marked
}

/** The number of compounds; for each its positions, its number of parts, and each part's word, position and weight. */
function formatCompounds({ compounds }: ForwardEntry): string {
  const formatted = compounds.map(({ singles, parts }) => {
    const numbers = parts.flatMap(({ word, position, halves }) => [word, 2 * position + halves - 1])
    return [singles, parts.length, ...numbers].map(formatDigits).join('')
  })
  return formatDigits(compounds.length) + formatted.join('')
}

function readCompounds(reader: DigitReader, words: number): readonly Compound[] | null {
  const count = readCount(reader)
  const compounds: Compound[] = []
  for (let i = 0; i < count; i += 1) {
    const singles = readDigits(reader)
    const size = readCount(reader)
    const parts: CompoundPart[] = []
    for (let part = 0; part < size; part += 1) {
      const word = readDigits(reader)
      const place = readDigits(reader)
      if (word < 0 || word >= words || place < 0 || place >> 1 >= MAX_TEXT_POSITIONS) return null
      parts.push({ word, position: place >> 1, halves: (place & 1) + 1 })
    }
    if (singles < 0 || singles > size) return null
    compounds.push({ singles, parts })
  }
  return count < 0 ? null : compounds
}

/** For each run its field, its number of words, and these: words of the entry have lower numbers than compounds. */
function formatRuns({ words, runs }: ForwardEntry): string {
  const numberOf = (entry: number) => (isExpansion(entry) ? words.length + expansionOffset(entry) : entry)
  return runs.map(({ field, isStart, words: entries }) => {
    return [2 * field + Number(isStart), entries.length, ...entries.map(numberOf)].map(formatDigits).join('')
  }).join('')
}

function readRuns(reader: DigitReader, words: number, compounds: number): readonly Run[] | null {
  const runs: Run[] = []
  while (reader.at < reader.text.length) {
    const head = readDigits(reader)
    const count = readCount(reader)
    if (head < 0 || head >> 1 >= FIELDS.length || count < 0) return null
    const entries: WordEntry[] = []
    for (let i = 0; i < count; i += 1) {
      const number = readDigits(reader)
      if (number < 0 || number >= words + compounds) return null
      entries.push(number < words ? number : expansionEntry(number - words))
    }
    runs.push({ field: head >> 1, isStart: (head & 1) === 1, words: entries })
  }
  return runs
}

/** The number of items that follow, each of at least one digit; -1 for more items than there are digits. */
function readCount(reader: DigitReader): number {
  const count = readDigits(reader)
  return count <= reader.text.length - reader.at ? count : -1
}
