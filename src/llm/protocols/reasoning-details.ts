/**
 * `reasoning_details` of OpenRouter, as streamed -> as they are sent back. They contain the signed thinking of several
 * providers, without which a history is rejected. Consecutive pieces of one entry are joined; other fields are kept.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { stringOf, withoutNulls } from './json.ts'

/** Type of an entry -> the field of it that comes in pieces. */
const STREAMED: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
])

/** Collects entries. */
export interface ReasoningDetails {
  /** Takes the value of `reasoning_details` in one delta. Returns roughly how many UTF-16 units it adds. */
  readonly add: (value: unknown) => number
  readonly entries: () => readonly JsonObject[]
}

/** A collection without entries. */
export function createReasoningDetails(): ReasoningDetails {
  const entries: JsonObject[] = []

  function add(value: unknown): number {
    const pieces = Array.isArray(value) ? value.filter(isObject) : []
    let length = 0
    for (const piece of pieces) {
      const last = entries.at(-1)
      const field = STREAMED.get(piece['type'])
      const isNext = last?.['type'] === piece['type'] && last?.['index'] === piece['index']
      if (field !== undefined && last !== undefined && isNext) {
        // A signature comes in the last piece, and null in the others.
        const joined = stringOf(last[field]) + stringOf(piece[field])
        entries[entries.length - 1] = { ...last, ...withoutNulls(piece), [field]: joined }
        length += stringOf(piece[field]).length
      } else {
        entries.push(piece)
        length += JSON.stringify(piece).length
      }
    }
    return length
  }

  return { add, entries: () => entries }
}
