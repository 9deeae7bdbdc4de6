/** Parts of a request's body that all wire formats share. */
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AssistantTurn, Protocol } from '../model.ts'

/** The content of a turn. Throws `AskError('model-request')` for a turn of another protocol. */
export function contentOf(turn: AssistantTurn, protocol: Protocol): unknown {
  if (turn.protocol === protocol) return turn.content
  throw new AskError('model-request', `A turn in the protocol ${turn.protocol} can't be sent back in ${protocol}`)
}

/** A body without the fields that its server rejects. */
export function withoutFields(body: JsonObject, unsupported: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !unsupported.has(field)))
}
