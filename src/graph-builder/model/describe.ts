/**
 * Batches of sections -> what a model says of each. A reply is proved entry by
 * entry; what can't be taken is asked for once more with the reason, and then
 * left to the rules. A reply that its limit cut is never taken in part.
 */
import type { Chunk } from '../../content/chunk.ts'
import { AskError } from '../../base/errors.ts'
import { fieldsOf, listOf } from '../../graph/shape.ts'
import type { Message, Model, Usage } from '../../llm/model.ts'
import { askForJson, type JsonCall } from './json-reply.ts'
import { askAboutSections, askAgain, MALFORMED, SECTION_SYSTEM } from './prompt.ts'
import { decodeRecord, faultOf, proved, type SectionRecord } from './record.ts'

/** Entries of one reply. */
const MAX_ENTRIES = 100

/** What became of one section; `fallback` says why the rules describe it. */
export type Description =
  | { readonly type: 'record'; readonly record: SectionRecord }
  | { readonly type: 'fallback'; readonly reason: 'refused' | 'unproved' | 'malformed' }

/** How sections are described. */
export interface Describing extends JsonCall {
  readonly model: Model
  /** Text that the prose about a section may rest on. */
  readonly groundsOf: (chunk: Chunk) => string
  /** Takes what is known of a section as soon as it is known. */
  readonly onDescription: (chunk: Chunk, description: Description) => Promise<void>
  /** Takes the cost of each request. */
  readonly onUsage: (usage: Usage) => void
}

/** Rejects as the model does, and with `AskError('model')` where a single section doesn't fit into a reply. */
export async function describeBatch(batch: readonly Chunk[], describing: Describing): Promise<void> {
  const { model, groundsOf, onDescription, onUsage } = describing
  const messages: Message[] = [{ role: 'user', text: askAboutSections(batch) }]
  const open = new Map(batch.map((chunk, i) => [i + 1, chunk]))
  let faults = new Map<number, string>()
  let isMalformed = false
  for (const isLast of [false, true]) {
    const { json, finish, turn, usage } = await askForJson(model, { system: SECTION_SYSTEM, messages }, describing)
    onUsage(usage)
    if (finish === 'length') return splitBatch([...open.values()], describing)
    if (finish === 'refusal' || finish === 'content-filter') return refuse([...open.values()], describing)
    const entries = entriesOf(json)
    isMalformed = entries === null
    faults = new Map()
    for (const [n, chunk] of open) {
      const judged = judge(entries?.get(n), groundsOf(chunk))
      if (judged.type === 'fault') {
        faults.set(n, judged.fault)
        continue
      }
      open.delete(n)
      await onDescription(chunk, { type: 'record', record: proved(judged.record, groundsOf(chunk), chunk) })
    }
    if (open.size === 0 || isLast) break
    messages.push({ role: 'assistant', turn }, { role: 'user', text: isMalformed ? MALFORMED : askAgain(faults) })
  }
  for (const chunk of open.values()) await onDescription(chunk, { type: 'fallback', reason: isMalformed ? 'malformed' : 'unproved' })
}

/** Halves, each on its own: a smaller question has a smaller reply. */
async function splitBatch(batch: readonly Chunk[], describing: Describing): Promise<void> {
  const [first] = batch
  if (first !== undefined && batch.length === 1) {
    throw new AskError('model', `The model's reply about ${first.id} was cut at ${describing.maxOutputTokens} tokens; raise LLM_MAX_TOKENS`)
  }
  const middle = Math.ceil(batch.length / 2)
  await describeBatch(batch.slice(0, middle), describing)
  await describeBatch(batch.slice(middle), describing)
}

/** One section that a model won't speak about must not silence its neighbours. */
async function refuse(batch: readonly Chunk[], describing: Describing): Promise<void> {
  if (batch.length > 1) return splitBatch(batch, describing)
  for (const chunk of batch) await describing.onDescription(chunk, { type: 'fallback', reason: 'refused' })
}

/** The entries of a reply by their number; null where it is none. */
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

type Judged = { readonly type: 'record'; readonly record: SectionRecord } | { readonly type: 'fault'; readonly fault: string }

function judge(entry: unknown, grounds: string): Judged {
  if (entry === undefined) return { type: 'fault', fault: 'the entry is missing' }
  try {
    const record = decodeRecord(entry, '')
    const fault = faultOf(record, grounds)
    return fault === null ? { type: 'record', record } : { type: 'fault', fault }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return { type: 'fault', fault: error.message }
  }
}
