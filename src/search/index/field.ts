/**
 * The parts of a section that are searched, what each is worth, and how a
 * posting holds the counts of all of them in one number of 16 bits.
 *
 * Occurrences are counted in halves, since one word of a compound ("create" in
 * `createServer`) counts half of a word that stands by itself. A count stops at
 * the most its bits hold; long before, saturation has made more of it worth
 * next to nothing.
 */

/** A searched part of a section. */
export interface Field {
  readonly name: 'body' | 'code' | 'heading' | 'title' | 'parents'
  /** Greatest score a term can get here, as a multiple of its rareness. */
  readonly weight: number
  /** Occurrences that earn half the weight in a section of average length. */
  readonly k1: number
  /** How far a longer text needs more occurrences: 0 not at all, 1 in proportion. */
  readonly b: number
  /** Bits of its count in a posting. */
  readonly bits: number
}

/**
 * The fields in the order of their bits, lowest first, since most postings are
 * of the body alone. Body is prose with the code inside its sentences, code are
 * blocks, parents are the headings above the section's own. Titles and headings
 * are short and chosen, so their length counts in full; text is long for a good
 * reason as often as not, so its length counts half.
 */
export const FIELDS: readonly Field[] = [
  { name: 'body', weight: 1, k1: 1.5, b: 0.5, bits: 5 },
  { name: 'code', weight: 0.5, k1: 1.2, b: 0.5, bits: 4 },
  { name: 'heading', weight: 2, k1: 1.2, b: 1, bits: 3 },
  { name: 'title', weight: 2, k1: 1.2, b: 1, bits: 2 },
  { name: 'parents', weight: 0.5, k1: 1.2, b: 1, bits: 2 },
]

/** Greatest count of each field, in halves. */
export const LIMITS: readonly number[] = FIELDS.map(({ bits }) => 2 ** bits - 1)

/** Lowest bit of each field's count. */
const SHIFTS = FIELDS.map((_, number) => FIELDS.slice(0, number).reduce((sum, { bits }) => sum + bits, 0))

/** Place of a field in `FIELDS`. */
export function fieldNumber(name: Field['name']): number {
  return FIELDS.findIndex((field) => field.name === name)
}

/** The bits of a posting's counts that tell of a field. */
export function bitsOf(field: number): number {
  return LIMITS[field]! << SHIFTS[field]!
}

/** The bits that tell of headings, and of titles. */
export const HEADING_BITS = bitsOf(fieldNumber('heading'))
export const TITLE_BITS = bitsOf(fieldNumber('title'))

/** The counts of a posting with some more of one field. */
export function addHalves(counts: number, field: number, halves: number): number {
  const limit = LIMITS[field]!
  const shift = SHIFTS[field]!
  const count = (counts >>> shift) & limit
  return counts + ((Math.min(count + halves, limit) - count) << shift)
}
