/**
 * What the bodies of all wire formats have in common.
 */
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AssistantTurn, Protocol } from '../model.ts'

/** The content of a turn, which goes back only by the protocol that it came by. Throws `AskError('model-request')`. */
export function contentOf(turn: AssistantTurn, protocol: Protocol): unknown {
  if (turn.protocol === protocol) return turn.content
  throw new AskError('model-request', `A turn that came by the protocol ${turn.protocol} can't go back by ${protocol}`)
}

/** A body without the fields that its server refuses. */
export function withoutFields(body: JsonObject, without: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !without.has(field)))
}
