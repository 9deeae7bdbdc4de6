/**
 * What must hold of the columns of an index that comes from elsewhere: that every
 * number used as a place is one, and that no arithmetic on the others leaves the
 * finite numbers. What strings and postings say is free, since any bytes read as
 * some, and so is their order: a search among unsorted ones ends, and finds less.
 */
import { LANGUAGES } from '../../text/language.ts'
import { FIELDS } from './field.ts'
import type { IndexColumns } from './inverted-index.ts'
import { MAX_COUNT_CODES } from './posting-list.ts'
import { BLOCK_STRINGS, sizeOf, stringsOf } from '../strings/front-coded-dictionary.ts'
import type { StringTable } from '../strings/front-coded-dictionary.ts'

interface Rule {
  readonly says: string
  readonly holds: (columns: IndexColumns) => boolean
}

/** Greatest mean of lengths of 16 bits. */
const MAX_MEAN = 0xffff

/** In an order in which each may rely on those before it. */
const RULES: readonly Rule[] = [
  { says: 'ids must be strings', holds: ({ ids }) => isTable(ids) },
  {
    says: 'pages must hold a number for each chunk',
    holds: ({ ids, pages }) => pages.length === sizeOf(ids) && areBelow(pages, sizeOf(ids)),
  },
  { says: 'groups must be strings', holds: ({ groups }) => isTable(groups) },
  {
    says: 'groupOf must hold a group for each chunk',
    holds: ({ ids, groups, groupOf }) => groupOf.length === sizeOf(ids) && areBelow(groupOf, sizeOf(groups) + 1),
  },
  {
    says: 'lengths must hold a number for each field of each chunk',
    holds: ({ ids, lengths }) => lengths.length === FIELDS.length * sizeOf(ids),
  },
  {
    says: 'averages must hold a mean for each field',
    holds: ({ ids, averages }) => averages.length === FIELDS.length && averages.every((mean) => isMean(mean, sizeOf(ids))),
  },
  { says: 'languages must be known ones', holds: ({ languages }) => isTable(languages) && areLanguages(languages) },
  { says: 'terms must be strings', holds: ({ terms }) => isTable(terms) },
  {
    says: 'starts must part the postings by term',
    holds: ({ terms, starts, postings }) => starts.length === sizeOf(terms) + 1 && areStarts(starts, postings.length),
  },
  {
    says: 'countCodes must be few',
    holds: ({ countCodes }) => countCodes.length <= MAX_COUNT_CODES,
  },
  {
    says: 'headingRareness must hold an amount for each chunk',
    holds: ({ ids, headingRareness }) => headingRareness.length === sizeOf(ids) && areAmounts(headingRareness),
  },
  {
    says: 'titleRareness must hold an amount for each chunk',
    holds: ({ ids, titleRareness }) => titleRareness.length === sizeOf(ids) && areAmounts(titleRareness),
  },
  { says: 'words must be strings', holds: ({ words }) => isTable(words) },
  {
    says: 'wordTerms must hold a term for each word',
    holds: ({ terms, words, wordTerms }) => wordTerms.length === sizeOf(words) && areBelow(wordTerms, sizeOf(terms)),
  },
  { says: 'names must be strings', holds: ({ names }) => isTable(names) },
  {
    says: 'nameStarts must part nameChunks by name',
    holds: ({ names, nameStarts, nameChunks }) =>
      nameStarts.length === sizeOf(names) + 1 && areStarts(nameStarts, nameChunks.length),
  },
  {
    says: 'nameChunks must ascend within each name',
    holds: ({ ids, nameStarts, nameChunks }) => areAscending(nameStarts, nameChunks, sizeOf(ids)),
  },
  { says: 'spellings must hold one for each chunk', holds: ({ ids, spellings }) => spellings.length === sizeOf(ids) },
]

/** The first rule that columns break, null where they keep all; columns of any lengths and values may come. */
export function findFlaw(columns: IndexColumns): string | null {
  return RULES.find(({ holds }) => !holds(columns))?.says ?? null
}

/** Whether there are as many blocks as the strings take, each inside the bytes. */
function isTable({ bytes, heads }: StringTable): boolean {
  const blocks = heads.length - 1
  if (blocks < 0 || blocks !== Math.ceil(heads[blocks]! / BLOCK_STRINGS)) return false
  for (let i = 0; i < blocks; i += 1) if (heads[i]! > bytes.length) return false
  return true
}

/** Every query is read in all of them, so there must not be more than there are. */
function areLanguages(table: StringTable): boolean {
  const known: readonly string[] = LANGUAGES
  return sizeOf(table) <= known.length && stringsOf(table).every((language) => known.includes(language))
}

/** Places that part `size` elements into runs: from 0 to `size`, never falling. */
function areStarts(starts: Uint32Array, size: number): boolean {
  if (starts[0] !== 0 || starts[starts.length - 1] !== size) return false
  for (let i = 1; i < starts.length; i += 1) if (starts[i]! < starts[i - 1]!) return false
  return true
}

/** Whether each run of numbers rises and stays below `end`. */
function areAscending(starts: Uint32Array, numbers: Uint32Array, end: number): boolean {
  let at = 0
  for (let run = 1; run < starts.length; run += 1) {
    const runEnd = starts[run]!
    let last = -1
    for (; at < runEnd; at += 1) {
      const number = numbers[at]!
      if (number <= last) return false
      last = number
    }
    if (last >= end) return false
  }
  return true
}

function areBelow(numbers: Uint32Array, end: number): boolean {
  for (let i = 0; i < numbers.length; i += 1) if (numbers[i]! >= end) return false
  return true
}

/** Finite and not below zero. */
function areAmounts(numbers: Float32Array): boolean {
  for (let i = 0; i < numbers.length; i += 1) if (!(numbers[i]! >= 0 && numbers[i]! < Infinity)) return false
  return true
}

/** A mean of whole numbers, of which a smaller one than that of a single 1 would make slopes infinite. */
function isMean(mean: number, count: number): boolean {
  return mean === 0 || (mean >= 1 / count && mean <= MAX_MEAN)
}
