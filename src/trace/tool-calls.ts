/**
 * The tool calls of an answer -> their list in a trace. A model writes the
 * arguments: any shape, any depth, any size.
 */
import type { ReportedCall } from '../answer/answerer.ts'

const MAX_CALLS = 50
/** Values in the arguments of all calls. */
const MAX_VALUES = 500
/** Levels of objects and lists. */
const MAX_DEPTH = 4
/** UTF-16 units of one text and one name. */
const MAX_TEXT_LENGTH = 1_000
const MAX_NAME_LENGTH = 64
/** UTF-16 units of all texts and names. */
const MAX_ALL_LENGTH = 32_768
/** Placeholder of omitted values. */
const OMITTED = '…'

/** A function that redacts a text and cuts it to at most `maxLength` units. */
export type CleanText = (text: string, maxLength: number) => string

/** One call in a trace. */
export interface TracedCall {
  readonly name: string
  /** Null if they were not an object; absent if no text may be sent. */
  readonly arguments?: unknown
}

/** The calls without their arguments. Names of unknown tools are omitted: they may hold anything, even the question. */
export function listCallNames(calls: readonly ReportedCall[], tools: readonly string[]): TracedCall[] {
  return calls.slice(0, MAX_CALLS).map(({ name }) => ({ name: tools.includes(name) ? name : OMITTED }))
}

/** The calls with their arguments, within the bounds for all of them. */
export function listCalls(calls: readonly ReportedCall[], clean: CleanText): TracedCall[] {
  let [values, length] = [MAX_VALUES, MAX_ALL_LENGTH]

  function text(raw: string, maxLength: number): string {
    const cleaned = clean(raw, Math.min(maxLength, length))
    length -= cleaned.length
    return cleaned
  }

  function copy(value: unknown, depth: number): unknown {
    values -= 1
    if (typeof value === 'string') return text(value, MAX_TEXT_LENGTH)
    if (typeof value !== 'object' || value === null) return value
    if (depth === MAX_DEPTH) return OMITTED
    if (Array.isArray(value)) return value.slice(0, Math.max(values, 0)).map((item) => copy(item, depth + 1))
    const entries = Object.entries(value).slice(0, Math.max(values, 0))
    return Object.fromEntries(entries.map(([name, item]) => [text(name, MAX_NAME_LENGTH), copy(item, depth + 1)]))
  }

  const listed = calls.slice(0, MAX_CALLS)
  return listed.map(({ name, args }) => ({ name: text(name, MAX_NAME_LENGTH), arguments: copy(args, 0) }))
}
