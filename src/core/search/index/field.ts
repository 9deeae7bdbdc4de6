/**
 * The searched parts of a section with their weights, and how an index keeps the lengths of their texts, and the counts
 * of all of them in a posting, as one number of 16 bits.
 *
 * Occurrences are counted in halves, since one word of a compound ("create" in `createServer`) counts half of a word
 * that is written by itself. A count stops at the maximum of its bits; long before, saturation makes further
 * occurrences add almost nothing.
 */

/**
 * The searched parts of a section: prose, code blocks, its heading, its page's title, the headings above its own, the
 * texts of links to it with the queries of its readers.
 */
export type FieldName = 'body' | 'code' | 'heading' | 'title' | 'parents' | 'links'

/** A searched part of a section. */
export interface Field {
  readonly name: FieldName
  /** Greatest score a term can get here, as a multiple of its idf. */
  readonly weight: number
  /** Occurrences that earn half the weight in a section of average length. */
  readonly k1: number
  /** Length normalization: 0 for none, 1 when a text twice as long needs twice the occurrences. */
  readonly b: number
  /** Bits of its count in a posting. */
  readonly bits: number
}

/**
 * The fields in the order of their bits, lowest first, since most postings are of the body alone. Body is prose with
 * the code inside its sentences, code is blocks, parents are the headings above the section's own heading. Titles and
 * headings are short and chosen, so their length counts in full; the length of text says less, so it counts half. Link
 * texts are names that others chose for the section, and their number is not evidence: their length doesn't count.
 */
export const FIELDS: readonly Field[] = [
  { name: 'body', weight: 1, k1: 1.5, b: 0.5, bits: 5 },
  { name: 'code', weight: 0.5, k1: 1.2, b: 0.5, bits: 3 },
  { name: 'heading', weight: 2, k1: 1.2, b: 1, bits: 2 },
  { name: 'title', weight: 2, k1: 1.2, b: 1, bits: 2 },
  { name: 'parents', weight: 0.5, k1: 1.2, b: 1, bits: 2 },
  { name: 'links', weight: 0.8, k1: 0.6, b: 0, bits: 2 },
]

/** The first of `FIELDS`, whose lengths are kept. */
export const MEASURED_FIELDS = FIELDS.filter(({ b }) => b > 0)

/** Masks of the fields' counts in a posting, in their order. */
const COUNT_MASKS: readonly number[] = FIELDS.map(({ bits }, number) => {
  return (2 ** bits - 1) << FIELDS.slice(0, number).reduce((sum, field) => sum + field.bits, 0)
})

/** Position of a field in `FIELDS`. */
export function fieldNumber(name: FieldName): number {
  return FIELDS.findIndex((field) => field.name === name)
}

export function countMask(field: number): number {
  return COUNT_MASKS[field] ?? 0
}

/** Position of the link texts in `FIELDS`. */
export const LINKS = fieldNumber('links')
export const LINKS_MASK = countMask(LINKS)
export const HEADING_MASK = countMask(fieldNumber('heading'))
export const TITLE_MASK = countMask(fieldNumber('title'))

/** The counts of a posting with some more halves of one field. */
export function addHalves(counts: number, field: number, halves: number): number {
  const mask = countMask(field)
  return (counts & ~mask) | Math.min((counts & mask) + halves * (mask & -mask), mask)
}

/**
 * Bits of a length that an index keeps, its highest, so that it is at most an eighth less. Rankings are the same within
 * the noise of relevance judgments, and lengths take a third less space in files that readers download.
 */
const KEPT_BITS = 4
const LOWEST = 2 ** (KEPT_BITS - 1)

/** The length that is kept, of one of up to 31 bits. */
export function keptLength(length: number): number {
  return lengthOfCode(lengthCode(length))
}

/** A kept length as a number that counts all of them up from 0: below 128 for lengths of 16 bits. */
export function lengthCode(length: number): number {
  const shift = Math.max(0, 32 - KEPT_BITS - Math.clz32(length))
  return LOWEST * shift + (length >>> shift)
}

/** The kept length with a code. */
export function lengthOfCode(code: number): number {
  const shift = Math.max(0, Math.floor(code / LOWEST) - 1)
  return (code - LOWEST * shift) << shift
}
