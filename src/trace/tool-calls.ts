/**
 * The tool calls of an answer -> what a trace lists of them. Arguments are
 * written by a model: any shape, any depth, any size.
 */
import type { ReportedCall } from '../answer/answerer.ts'

const MAX_CALLS = 50
/** Values in the arguments of all calls. */
const MAX_VALUES = 500
/** Objects and lists inside one another. */
const MAX_DEPTH = 4
/** UTF-16 units of one text and one name. */
const MAX_TEXT_LENGTH = 1_000
const MAX_NAME_LENGTH = 64
/** UTF-16 units of all texts and names. */
const MAX_ALL_LENGTH = 32_768
/** Stands for what is left out. */
const OMITTED = '…'

/** A text as it may be seen, of so many units at most. */
export type CleanText = (text: string, maxLength: number) => string

/** One call as a trace lists it. */
export interface TracedCall {
  readonly name: string
  /** Null where they were no object; absent where no text may go along. */
  readonly arguments?: unknown
}

/** The calls without their arguments. A name of no tool is left out: it may hold anything, the question too. */
export function listCallNames(calls: readonly ReportedCall[], tools: readonly string[]): TracedCall[] {
  return calls.slice(0, MAX_CALLS).map(({ name }) => ({ name: tools.includes(name) ? name : OMITTED }))
}

/** The calls with their arguments, bounded as a whole. */
export function listCalls(calls: readonly ReportedCall[], show: CleanText): TracedCall[] {
  let [values, length] = [MAX_VALUES, MAX_ALL_LENGTH]

  function text(raw: string, maxLength: number): string {
    const shown = show(raw, Math.min(maxLength, length))
    length -= shown.length
    return shown
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
