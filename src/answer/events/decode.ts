/**
 * A message of an answer stream -> its event (contract: Events). The client and
 * the overlay share it and differ in their fields: the client refuses values of
 * another shape, the overlay leaves them out.
 */
import type { SseMessage } from '../../sse/parse.ts'
import type { AnswerEvent, Source } from './event.ts'

/** The fields of one event's JSON, by name. */
export interface EventFields {
  readonly text: (name: string) => string
  readonly sources: (name: string) => readonly Source[]
}

/** Decodes one message; null for an event that this version doesn't know. Throws as `fieldsOf` and its fields do. */
export function decodeEvent(
  { event: type, data }: SseMessage,
  fieldsOf: (json: string) => EventFields,
): AnswerEvent | null {
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
