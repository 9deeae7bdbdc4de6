/**
 * What a model says of one section, and the proof that it may be believed: no
 * exact string that the section lacks, no order to other models.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { NodeMode } from '../../graph/graph.ts'
import { type Decode, fieldsOf, listOf, oneOf, orNull, text } from '../../graph/shape.ts'
import { inventedLiterals } from '../verify/validation.ts'
import { findInvisible, findOrder } from '../verify/prompt-injection.ts'
import { MAX_SUMMARY_LENGTH } from '../rules/summary.ts'

/** Items of one list of a reply. */
const MAX_ITEMS = 50
const MAX_TERMS = 8
/** UTF-16 units. */
const MAX_TERM_LENGTH = 60
const MAX_DEFINITION_LENGTH = 400

/** A term that the section explains. */
export interface RecordDefinition {
  readonly term: string
  readonly short: string | null
  readonly definition: string
}

/** A section as a model describes it. */
export interface SectionRecord {
  readonly summary: string
  readonly terms: readonly string[]
  readonly mode: NodeMode
  readonly definitions: readonly RecordDefinition[]
}

const decodeDefinition: Decode<RecordDefinition> = (value, path) => {
  const field = fieldsOf(value, path)
  return { term: field('term', text).trim(), short: field('short', orNull(text)), definition: foldSpace(field('definition', text)) }
}

/** Throws `AskError('graph-format')` that names what is wrong. */
export const decodeRecord: Decode<SectionRecord> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    summary: foldSpace(field('summary', text)),
    terms: field('terms', listOf(text, MAX_ITEMS)).map((term) => term.trim()),
    mode: field('mode', oneOf(['agent-primary', 'source-primary'])),
    definitions: field('definitions', orNull(listOf(decodeDefinition, MAX_ITEMS))) ?? [],
  }
}

/** Why a record can't be taken, as an instruction to the one who wrote it; null when it can. */
export function faultOf({ summary }: SectionRecord, grounds: string): string | null {
  if (summary === '') return 'the summary is empty'
  if (summary.length > MAX_SUMMARY_LENGTH) return `the summary has ${summary.length} characters, at most ${MAX_SUMMARY_LENGTH} are allowed`
  const invented = inventedLiterals(summary, grounds)
  if (invented.length > 0) return `the section does not hold ${invented.map((one) => JSON.stringify(one)).join(', ')}; use only exact strings of the section, or none`
  return isSafe(summary, grounds) ? null : 'the summary gives orders instead of saying what the section says'
}

/** The record with the terms and definitions that the section bears out. */
export function proved(record: SectionRecord, grounds: string, { heading, title }: Pick<Chunk, 'heading' | 'title'>): SectionRecord {
  const words = `${title}\n${heading ?? ''}\n${grounds}`.toLowerCase()
  const stands = (term: string) => term !== '' && term.length <= MAX_TERM_LENGTH && words.includes(term.toLowerCase())
  return {
    ...record,
    terms: [...new Set(record.terms.filter(stands))].slice(0, MAX_TERMS),
    definitions: record.definitions
      .filter(({ term, definition }) => stands(term) && definition !== '' && definition.length <= MAX_DEFINITION_LENGTH)
      .filter(({ definition }) => inventedLiterals(definition, grounds).length === 0 && isSafe(definition, grounds))
      .map((one) => (one.short !== null && stands(one.short) ? one : { ...one, short: null })),
  }
}

/** Whether a text holds nothing for models alone. */
export function isSafe(text: string, grounds: string): boolean {
  const order = findOrder(text)
  return findInvisible(text).length === 0 && (order === null || grounds.includes(order))
}
