/**
 * The tools a model has, and a call of one as it can be run. There are two: an
 * exact-string tool was measured not to earn its place, since `search` finds the
 * section of a flag, key or value among its first hits in 97 to 100 of 100 cases.
 */
import type { ToolCall, ToolSpec } from '../../llm/model.ts'

/** Characters of a search query. */
const MAX_QUERY_LENGTH = 400

/** The request that a call stands for, decoded. */
export type Lookup =
  | { readonly type: 'search'; readonly query: string }
  /** `from`: offset into the section's source; null for its beginning as `open` shows it. */
  | { readonly type: 'open'; readonly id: string; readonly from: number | null }

/** The tools, in the same order in every request, so that providers can cache them. */
export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'search',
    description:
      'Finds sections of the docs by keywords, best first. Write a few words as the docs would put them, in the ' +
      'language of the docs, and names of options, commands and functions exactly as they are written. Each hit has ' +
      'its number, its id and a snippet; a snippet is a hint, so open the section before you rest an answer on it. ' +
      'When nothing fits, try fewer or other words; the same search again finds the same. ' +
      'Example: {"query": "trailing slash config"}',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Keywords, such as: trailing slash config' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'open',
    description:
      'Shows a section of the docs, with the sections below its heading as far as there is room; ids of the others ' +
      'are listed. Ids come from search and from these lists. A long section is cut, or shown as a summary with its ' +
      'exact strings: the result then says which "from" to open it with for more. Open several sections in one turn ' +
      'where you need them. Example: {"id": "guides/routing#static-routes"}',
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the section, such as guides/routing#static-routes' },
        from: {
          type: 'integer',
          minimum: 0,
          description: 'Only as an earlier result says: where its text is to go on; 0 for all of it',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
  },
]

/** A call that can be run, or an error text for the model. */
export function decodeCall({ name, args }: ToolCall): Lookup | string {
  if (name !== 'search' && name !== 'open') return 'there is no such tool; the tools are search and open'
  if (args === null) return `the arguments are no JSON object; write them like ${EXAMPLES[name]}`
  return name === 'search' ? decodeSearch(args) : decodeOpen(args)
}

const EXAMPLES = { search: '{"query": "trailing slash config"}', open: '{"id": "guides/routing#static-routes"}' }

function decodeSearch({ query }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof query === 'string' ? query.toWellFormed().replace(/\s+/g, ' ').trim() : ''
  if (text === '') return `search needs a query; write the arguments like ${EXAMPLES.search}`
  if (text.length > MAX_QUERY_LENGTH) return `a query has at most ${MAX_QUERY_LENGTH} characters; use a few keywords`
  return { type: 'search', query: text }
}

function decodeOpen({ id, from = null }: Readonly<Record<string, unknown>>): Lookup | string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).toWellFormed().trim() : ''
  if (text === '') return `open needs an id; write the arguments like ${EXAMPLES.open}`
  const offset = typeof from === 'string' && /^\d{1,9}$/.test(from) ? Number(from) : from
  if (offset === null) return { type: 'open', id: text, from: null }
  const isOffset = typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0
  return isOffset ? { type: 'open', id: text, from: offset } : 'from must be a whole number that a result gave'
}
