/**
 * A model's description of one section, and its validation: no exact string
 * that the section lacks, no instruction to other models.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { NodeMode } from '../../graph/graph.ts'
import { type Decode, fieldsOf, listOf, oneOf, orNull, text } from '../../graph/shape.ts'
import { MAX_SUMMARY_LENGTH } from '../rules/summary.ts'
import { type Evidence, hasEvidence } from '../verify/evidence.ts'
import { findInstruction, findInvisible } from '../verify/prompt-injection.ts'
import { inventedLiterals } from '../verify/validation.ts'

/** Items of one list of a reply. */
const MAX_ITEMS = 50
/** Terms of one section. */
const MAX_TERMS = 8
/** UTF-16 units of one term. */
const MAX_TERM_LENGTH = 60
/** UTF-16 units of one definition. */
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
  return {
    term: field('term', text).trim(),
    short: field('short', orNull(text)),
    definition: foldSpace(field('definition', text)),
  }
}

/** The record in the value at a path. Throws `AskError('graph-format')` with the fault. */
export const decodeRecord: Decode<SectionRecord> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    summary: foldSpace(field('summary', text)),
    terms: field('terms', listOf(text, MAX_ITEMS)).map((term) => term.trim()),
    mode: field('mode', oneOf(['agent-primary', 'source-primary'])),
    definitions: field('definitions', orNull(listOf(decodeDefinition, MAX_ITEMS))) ?? [],
  }
}

/** The reason to reject a record, as an instruction to the model that wrote it; null for a valid one. */
export function rejectionReason({ summary }: SectionRecord, evidence: Evidence): string | null {
  if (summary === '') return 'the summary is empty'
  if (summary.length > MAX_SUMMARY_LENGTH) {
    return `the summary has ${summary.length} characters, at most ${MAX_SUMMARY_LENGTH} are allowed`
  }
  const invented = inventedLiterals(summary, evidence).map((literal) => JSON.stringify(literal)).join(', ')
  if (invented !== '') {
    return `the section does not hold ${invented}; use only exact strings of the section, or none`
  }
  return isSafe(summary, evidence) ? null : 'the summary gives orders instead of saying what the section says'
}

/** The record with those of its terms and definitions for which the section has evidence. */
export function validated(
  record: SectionRecord,
  evidence: Evidence,
  { heading, title }: Pick<Chunk, 'heading' | 'title'>,
): SectionRecord {
  const words = [title, heading ?? '', ...evidence].join('\n').toLowerCase()
  const isTerm = (term: string) => term !== '' && term.length <= MAX_TERM_LENGTH && words.includes(term.toLowerCase())
  return {
    ...record,
    terms: [...new Set(record.terms.filter(isTerm))].slice(0, MAX_TERMS),
    definitions: record.definitions
      .filter(({ term, definition }) => isTerm(term) && definition !== '' && definition.length <= MAX_DEFINITION_LENGTH)
      .filter(({ definition }) => inventedLiterals(definition, evidence).length === 0 && isSafe(definition, evidence))
      .map((entry) => (entry.short !== null && isTerm(entry.short) ? entry : { ...entry, short: null })),
  }
}

/** True for a text without invisible characters, and without instructions to a model that the evidence lacks. */
export function isSafe(text: string, evidence: Evidence): boolean {
  const instruction = findInstruction(text)
  return findInvisible(text).length === 0 && (instruction === null || hasEvidence(evidence, instruction))
}
