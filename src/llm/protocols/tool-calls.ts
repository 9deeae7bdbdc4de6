/**
 * What the tool calls of all wire formats have in common: arguments, ids, and
 * what they say of the end of a turn.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { parseShallowJson } from './json.ts'
import type { Finish, Message, ToolCall } from '../model.ts'

/** Arguments as a model wrote them: none are none, and what is no JSON object is null. */
export function parseArguments(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  const value = parseShallowJson(text)
  return isObject(value) ? value : null
}

/**
 * Gives each call of a reply an id that is unique in the conversation: the one it
 * has, else nine letters and digits (the form that Mistral insists on) from a
 * counter. Ids of earlier calls are those that the history has results for, so
 * the same reply to the same history gets the same ids.
 */
export function createCallIds(history: readonly Message[]): (given: string) => string {
  const results = history.flatMap((message) => (message.role === 'tools' ? message.results : []))
  const taken = new Set(results.map(({ callId }) => callId))
  let next = taken.size

  return function claimId(given) {
    let id = given
    while (id === '' || taken.has(id)) {
      id = `call${next.toString(36).padStart(5, '0')}`
      next += 1
    }
    taken.add(id)
    return id
  }
}

/**
 * Why a turn ended, given what its server says of it. Some say `stop` although
 * there are calls, and the other way round. Where the turn was cut or refused,
 * or goes on, calls change nothing.
 */
export function finishWith(calls: readonly ToolCall[], said: Finish): Finish {
  if (said === 'length' || said === 'refusal' || said === 'pause') return said
  if (calls.some(({ args }) => args !== null)) return 'tool-calls'
  if (said === 'stop' || said === 'tool-calls') return calls.length > 0 ? 'tool-calls' : 'stop'
  return said
}
