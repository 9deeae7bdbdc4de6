/**
 * `reasoning_details` of OpenRouter, as streamed -> as they go back. They carry
 * the signed thinking of several providers; a history without it is rejected.
 * Pieces of one entry follow each other and are joined; other fields stay as they
 * came.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { stringOf, withoutNulls } from './json.ts'

/** The field that comes in pieces, by the type of entry. */
const STREAMED: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
])

/** Entries that are being collected. */
export interface ReasoningDetails {
  /** Takes the value of the field in one delta; returns the approximate UTF-16 units that it adds. */
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
