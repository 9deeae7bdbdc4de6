/**
 * The tools of a model, and a decoded call of one. There are two. A tool for exact strings was measured to be
 * unnecessary, because `search` finds the section of a flag, key or value among its first hits in 97 to 100 of 100
 * cases.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { isCount, isObject, isString, type JsonObject } from '../../base/json.ts'
import type { ToolCall, ToolSpec } from '../../llm/model.ts'

/** Characters of a search query. */
const MAX_QUERY_LENGTH = 400

/** A decoded tool call. */
export type Lookup = { readonly type: 'search'; readonly query: string } | OpenLookup

/** A decoded call of `open`. */
export interface OpenLookup {
  readonly type: 'open'
  readonly id: string
  /** Offset into the section's source; null for its beginning as `open` shows it. */
  readonly from: number | null
}

/**
 * The tools, in the same order in every request, so that providers can cache them. Gemini rejects schemas with
 * `additionalProperties`.
 */
export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'search',
    description:
      'Finds sections of the docs by keywords, best first. Write a few words that the docs would use, in their ' +
      'language, and exact names of options, commands and functions. If nothing fits, try fewer or other words. ' +
      'Example: {"query": "trailing slash config"}',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Keywords' } },
      required: ['query'],
    },
  },
  {
    name: 'open',
    description:
      'Shows a section of the docs, or a page by the part of its id before #, with the sections below it that fit; ' +
      'ids of the others are listed. A long section begins at the match of the search; the result says which "from" ' +
      'shows more of it. Example: {"id": "guides/routing#static-routes"}',
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the section' },
        from: {
          type: 'integer',
          minimum: 0,
          description: 'Only a value from an earlier result; 0 for its beginning',
        },
      },
      required: ['id'],
    },
  },
]

/** A call that can be run, or an error text for the model. */
export function decodeCall({ name, args }: ToolCall): Lookup | string {
  if (name !== 'search' && name !== 'open') return 'there is no such tool; the tools are search and open'
  if (args === null) return `the arguments are not a JSON object; write them like ${EXAMPLES[name]}`
  return name === 'search' ? decodeSearch(withOnlyText(args, 'query')) : decodeOpen(withOnlyText(args, 'id'))
}

/** Arguments whose only text, under whatever name, is the one that is needed. */
function withOnlyText(args: JsonObject, name: string): JsonObject {
  if (isString(args[name]) || typeof args[name] === 'number') return args
  const join = (value: unknown) => (Array.isArray(value) && value.every(isString) ? value.join(' ') : value)
  const values = Object.values(args).map(join)
  const [text, ...others] = values.filter(isString)
  if (text !== undefined && others.length === 0) return { ...args, [name]: text }
  const [inner, ...more] = values.filter(isObject)
  return inner !== undefined && more.length === 0 && inner[name] !== undefined ? inner : args
}

const EXAMPLES = { search: '{"query": "trailing slash config"}', open: '{"id": "guides/routing#static-routes"}' }

function decodeSearch({ query }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof query === 'string' ? foldSpace(query.toWellFormed()) : ''
  if (text === '') return `search needs a query; write the arguments like ${EXAMPLES.search}`
  if (text.length > MAX_QUERY_LENGTH) return `a query has at most ${MAX_QUERY_LENGTH} characters; use a few keywords`
  return { type: 'search', query: text }
}

function decodeOpen({ id, from = null }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).toWellFormed().trim() : ''
  if (text === '') return `open needs an id; write the arguments like ${EXAMPLES.open}`
  const offset = typeof from === 'string' && /^\d{1,9}$/.test(from) ? Number(from) : from
  if (offset === null || offset === '') return { type: 'open', id: text, from: null }
  return isCount(offset) ? { type: 'open', id: text, from: offset } : 'from must be a whole number that a result gave'
}
