/** Tool calls in all wire formats: arguments, ids, and the finish reason of a turn with calls. */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { Finish, Message, ToolCall } from '../model.ts'
import { parseShallowJson } from './json.ts'

/** The arguments that a model wrote: no arguments for a blank text, null for a text that is not a JSON object. */
export function parseArguments(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  const value = parseShallowJson(text)
  return isObject(value) ? value : null
}

/**
 * A function that gives each call of a reply an id that is unique in the conversation: its own id, else nine letters
 * and digits from a counter (the form that Mistral requires). Earlier ids are read from the results in the history, so
 * the same reply to the same history always gets the same ids.
 */
export function createCallIds(history: readonly Message[]): (ownId: string) => string {
  const results = history.flatMap((message) => (message.role === 'tools' ? message.results : []))
  const taken = new Set(results.map(({ callId }) => callId))
  let next = taken.size

  return function claimId(ownId) {
    let id = ownId
    while (id === '' || taken.has(id)) {
      id = `call${next.toString(36).padStart(5, '0')}`
      next += 1
    }
    taken.add(id)
    return id
  }
}

/**
 * The finish reason of a turn, from its calls and the reported reason. Some servers report `stop` although there are
 * calls, or calls although there are none. Calls don't change the reason of a turn that was cut, refused or paused.
 */
export function finishOf(calls: readonly ToolCall[], reported: Finish): Finish {
  if (reported === 'length' || reported === 'refusal' || reported === 'pause') return reported
  if (calls.some(({ args }) => args !== null)) return 'tool-calls'
  if (reported === 'stop' || reported === 'tool-calls') return calls.length > 0 ? 'tool-calls' : 'stop'
  return reported
}
