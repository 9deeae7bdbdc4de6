/**
 * Batches of sections -> a model's description of each. A reply is validated
 * entry by entry. The model is asked once more for rejected entries, with the
 * reasons; then the rules describe them. Of a reply that its token limit cut,
 * nothing is used.
 */
import { AskError } from '../../base/errors.ts'
import type { Chunk } from '../../content/chunk.ts'
import { fieldsOf, listOf } from '../../graph/shape.ts'
import type { Message, Model, Usage } from '../../llm/model.ts'
import type { Evidence } from '../verify/evidence.ts'
import { askForJson, type JsonCall } from './json-reply.ts'
import { askAboutSections, askAgain, MALFORMED, SECTION_SYSTEM } from './prompt.ts'
import { decodeRecord, rejectionReason, type SectionRecord, validated } from './record.ts'

/** Entries of one reply. */
const MAX_ENTRIES = 100

/** The description of one section, or the reason why the rules describe it. */
export type Description =
  | { readonly type: 'record'; readonly record: SectionRecord }
  | { readonly type: 'fallback'; readonly reason: 'refused' | 'unproved' | 'malformed' }

/** The model, and the destination of its descriptions. */
export interface DescribeOptions extends JsonCall {
  readonly model: Model
  /** The text that a description of a section may be based on. */
  readonly evidenceOf: (chunk: Chunk) => Evidence
  /** Receives each description as soon as it is complete. */
  readonly onDescription: (chunk: Chunk, description: Description) => Promise<void>
  /** Receives the cost of each request. */
  readonly onUsage: (usage: Usage) => void
}

/** Describes a batch. Rejects as the model does, and with `AskError('model')` for a section too large for a reply. */
export async function describeBatch(batch: readonly Chunk[], options: DescribeOptions): Promise<void> {
  const { model, evidenceOf, onDescription, onUsage } = options
  const messages: Message[] = [{ role: 'user', text: askAboutSections(batch) }]
  /** The sections without a description, by their number in the request. */
  const pending = new Map(batch.map((chunk, i) => [i + 1, chunk]))
  let isMalformed = false
  for (const isLast of [false, true]) {
    const { json, finish, turn, usage } = await askForJson(model, { system: SECTION_SYSTEM, messages }, options)
    onUsage(usage)
    if (finish === 'length') return splitBatch([...pending.values()], options)
    if (finish === 'refusal' || finish === 'content-filter') return refuseBatch([...pending.values()], options)
    const entries = entriesOf(json)
    isMalformed = entries === null
    const rejections = new Map<number, string>()
    for (const [n, chunk] of pending) {
      const evidence = evidenceOf(chunk)
      const result = validateEntry(entries?.get(n), evidence)
      if (result.type === 'rejected') {
        rejections.set(n, result.reason)
        continue
      }
      pending.delete(n)
      await onDescription(chunk, { type: 'record', record: validated(result.record, evidence, chunk) })
    }
    if (pending.size === 0 || isLast) break
    messages.push({ role: 'assistant', turn }, { role: 'user', text: isMalformed ? MALFORMED : askAgain(rejections) })
  }
  const reason = isMalformed ? 'malformed' : 'unproved'
  for (const chunk of pending.values()) await onDescription(chunk, { type: 'fallback', reason })
}

/** Describes the halves of a batch: a smaller question has a smaller reply. */
async function splitBatch(batch: readonly Chunk[], options: DescribeOptions): Promise<void> {
  const [first] = batch
  if (first !== undefined && batch.length === 1) {
    const limit = `${options.maxOutputTokens} tokens`
    throw new AskError('model', `The model's reply about ${first.id} was cut at ${limit}; raise LLM_MAX_TOKENS`)
  }
  const middle = Math.ceil(batch.length / 2)
  await describeBatch(batch.slice(0, middle), options)
  await describeBatch(batch.slice(middle), options)
}

/** Leaves a refused section to the rules. A larger batch is split, so that its other sections are described. */
async function refuseBatch(batch: readonly Chunk[], options: DescribeOptions): Promise<void> {
  if (batch.length > 1) return splitBatch(batch, options)
  for (const chunk of batch) await options.onDescription(chunk, { type: 'fallback', reason: 'refused' })
}

/** The entries of a reply by their number; null for malformed JSON. */
function entriesOf(json: unknown): Map<number, unknown> | null {
  const entries = new Map<number, unknown>()
  try {
    for (const entry of fieldsOf(json, '')('sections', listOf((value) => value, MAX_ENTRIES))) {
      entries.set(fieldsOf(entry, '')('n', Number), entry)
    }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
  return entries
}

type EntryResult =
  | { readonly type: 'record'; readonly record: SectionRecord }
  | { readonly type: 'rejected'; readonly reason: string }

function validateEntry(entry: unknown, evidence: Evidence): EntryResult {
  if (entry === undefined) return { type: 'rejected', reason: 'the entry is missing' }
  try {
    const record = decodeRecord(entry, '')
    const reason = rejectionReason(record, evidence)
    return reason === null ? { type: 'record', record } : { type: 'rejected', reason }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return { type: 'rejected', reason: error.message }
  }
}
