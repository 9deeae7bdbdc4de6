/**
 * The type of a tool: its description for a model, its function, and the arguments of a call, checked. The contract's
 * records as JSON Schema, valid in draft-07 and 2020-12. All objects allow additional properties: with a closed schema,
 * clients would report new members as errors.
 */
import { MAX_QUERY_CODE_POINTS } from '../../answer/answerer.ts'
import type { AskReply } from '../../answer/event.ts'
import { AskError } from '../../base/errors.ts'
import { type JsonObject, parseJsonObject } from '../../base/json.ts'
import { hasMoreCodePoints } from '../../base/text.ts'
import type { Knowledge, PageSource } from '../../graph/knowledge.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'

/** Longest id, term or group in UTF-16 units; paths of the HTTP API can't be longer. */
const MAX_NAME_LENGTH = 2_000

export interface ToolSource {
  /** Opens the knowledge to read; called once for each call of a tool. */
  readonly knowledge: (signal: AbortSignal) => Promise<Knowledge>
  /** Origin of the site, for the addresses in texts; null if it isn't known. */
  readonly origin: string | null
  /** Answers a question; null if there is no service with a model. */
  readonly ask: ((query: string, signal: AbortSignal) => Promise<AskReply>) | null
  /** Opens the pages with their text, for each request; absent if the text isn't available. */
  readonly pages?: (() => Promise<PageSource>) | undefined
}

export interface ToolCall {
  readonly source: ToolSource
  /** Bytes that data and text of the result may take together, as JSON. */
  readonly room: number
  readonly signal: AbortSignal
  /** Reports the progress to the waiting client, in a few words. */
  readonly progress: (message: string) => void
  /** The message of a failure as the client gets it. */
  readonly shown: (error: AskError) => string
}

/** A result in two forms: an object for programs, and a text that contains every value of it. */
export interface ToolOutput {
  readonly data: object
  readonly text: string
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** At most 500 characters, the most important first, because hosts cut it. */
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  /** True for a tool that uses more than the site's knowledge: results vary, and it is slow and reports progress. */
  readonly usesModel?: boolean
  /** Rejects with an `AskError` whose message says what the model should do instead. */
  readonly call: (args: JsonObject, call: ToolCall) => Promise<ToolOutput>
}

/** A reader of the arguments of one call. It throws `AskError('bad-request')`, which names `tool`, for a wrong one. */
export function readArguments(tool: string, args: JsonObject) {
  const problem = (key: string, rule: string) => new AskError('bad-request', `${tool}: "${key}" ${rule}.`)

  function argument(key: string): unknown {
    const value = Object.hasOwn(args, key) ? args[key] : undefined
    return value === null ? undefined : value
  }

  /** An id, a term or a group. */
  function name(key: string): string {
    const value = argument(key)
    if (value === undefined) throw problem(key, 'is required and must be a string')
    if (typeof value !== 'string' || value.trim() === '') throw problem(key, 'must be a string that is not empty')
    if (value.length > MAX_NAME_LENGTH) throw problem(key, `must be at most ${MAX_NAME_LENGTH} characters`)
    return value
  }

  function query(): string {
    const value = argument('query')
    if (typeof value !== 'string') throw problem('query', 'is required and must be a string')
    if (hasMoreCodePoints(value, MAX_QUERY_CODE_POINTS)) {
      throw problem('query', `must be at most ${MAX_QUERY_CODE_POINTS} characters`)
    }
    return value
  }

  /** The filter of a search; if it is absent or null, a filter that admits all sections. */
  function filter(): Filter {
    const given = argument('filter')
    // Some clients send every argument as a text.
    const decoded = decodeFilter((typeof given === 'string' ? (parseJsonObject(given) ?? given) : given) ?? {})
    if (typeof decoded === 'string') throw new AskError('bad-request', `${tool}: ${decoded}.`)
    return decoded
  }

  /** A whole number within a range, both ends included; `fallback` if it is absent or null. */
  function number(key: string, [min, max]: readonly [number, number], fallback: number): number {
    const given = argument(key) ?? fallback
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    throw problem(key, `must be a whole number from ${min} to ${max}`)
  }

  /** An id, a term or a group; null if it is absent, null or empty. */
  function optionalName(key: string): string | null {
    return argument(key) === undefined || argument(key) === '' ? null : name(key)
  }

  return { name, optionalName, query, filter, number }
}

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

const INTEGER: Schema = { type: 'integer' }
export const STRING_OR_NULL: Schema = { type: ['string', 'null'] }
export const STRINGS: Schema = listOf({ type: 'string' })

/** Members of a result that was cut. */
export const CUT: Schema = {
  truncated: { type: 'boolean', description: 'True when the result was cut to fit' },
  total: { type: 'integer', description: 'Number of all entries' },
}

/** The same of one record, whose parts have these sizes. */
export function cutTo(...names: readonly string[]): Schema {
  return { truncated: CUT['truncated'], total: record({}, Object.fromEntries(names.map((name) => [name, INTEGER]))) }
}

/** The schemas of members that are strings. */
export function strings(...names: readonly string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}

/** The schema of an object with these members; those of `optional` may be absent. */
export function record(required: Schema, optional: Schema = {}): Schema {
  const names = Object.keys(required)
  const properties = { ...required, ...optional }
  return { type: 'object', properties, ...(names.length === 0 ? {} : { required: names }) }
}

/** The schema of arguments: these and no others. */
export function inputOf(properties: Schema, ...required: readonly string[]): Schema {
  const needed = required.length > 0 && { required }
  return { type: 'object', properties, ...needed, additionalProperties: false }
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items }
}
