/**
 * A message of an answer stream -> its event (contract: Events).
 */
import type { SseMessage } from '../../sse/parse.ts'
import { type AnswerOutcome, type ContractEvent, END_OUTCOMES, type Source, SUPPORTS } from './event.ts'

/** The fields of one event's JSON, by name. */
export interface EventFields {
  readonly text: (name: string) => string
  readonly sources: (name: string) => readonly Source[]
}

/** Decodes one message; null for an event that this version doesn't know. Throws as `fieldsOf` and its fields do. */
export function decodeEvent(
  { event: type, data }: SseMessage,
  fieldsOf: (json: string) => EventFields,
): ContractEvent | null {
  const fields = fieldsOf(data)
  switch (type) {
    case 'search':
      return { type, query: fields.text('query') }
    case 'sources':
      return { type, sources: fields.sources(type), model: fields.text('model') }
    case 'token':
      return { type, text: fields.text('text') }
    case 'error':
      return { type, error: fields.text(type) }
    default:
      return type === 'done' ? { type } : null
  }
}

/** The fields of an `outcome` event's JSON, by name. */
export interface OutcomeFields {
  readonly text: (name: string) => string
  readonly texts: (name: string) => readonly string[]
  /** True for a member with the value true. */
  readonly isTrue: (name: string) => boolean
}

/**
 * Decodes an `outcome` message; null for any other, and for values that this version doesn't know. Throws as its
 * fields do.
 */
export function decodeOutcome(
  { event: type, data }: SseMessage,
  fieldsOf: (json: string) => OutcomeFields,
): AnswerOutcome | null {
  if (type !== 'outcome') return null
  const { text, texts, isTrue } = fieldsOf(data)
  const [outcome, support] = [
    END_OUTCOMES.find((one) => one === text('outcome')),
    SUPPORTS.find((one) => one === text('support')),
  ]
  if (outcome === undefined || support === undefined) return null
  const feedback = isTrue('feedback') && { feedback: true as const }
  return { type, id: text('id'), outcome, support, cited: texts('cited'), opened: texts('opened'), ...feedback }
}
