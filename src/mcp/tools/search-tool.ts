/** The tool that finds sections by keywords. */
import type { KeywordResult } from '../../answer/events/event.ts'
import type { JsonObject } from '../../base/json.ts'
import { readArguments } from './arguments.ts'
import { fill, sizeOf, sizeOfBoth } from './bounds.ts'
import { createLocate, renderCut, renderResult } from './render.ts'
import { SEARCH_OUTPUT } from './schema.ts'
import type { Tool, ToolCall, ToolOutput } from './tool.ts'

const DEFAULT_RESULTS = 8
const MAX_RESULTS = 50

/** The tool `search`; `site` is the site's name in descriptions. */
export function createSearchTool(site: string): Tool {
  return {
    name: 'search',
    title: 'Search the docs',
    description:
      `Find sections of ${site} by keywords, best first. Use it for every question: ` +
      'a few words as the docs would put them, names of options and functions as they are written. ' +
      'Then read a result with section_get and its id. Nothing found: fewer or other words, or overview.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Keywords, such as: trailing slash config' },
        maxResults: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_RESULTS,
          description: `Results to show (default ${DEFAULT_RESULTS})`,
        },
        filter: {
          type: 'object',
          properties: {
            lang: { type: 'string', description: 'Language tag, such as en' },
            version: { type: 'string', description: 'Version of the documented product' },
            group: { type: 'string', description: 'Exact name of a group, from a result' },
          },
          additionalProperties: false,
          description: 'Only sections with exactly these values',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: SEARCH_OUTPUT,
    isOpenWorld: false,
    hasProgress: false,
    call: search,
  }
}

async function search(args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const reader = readArguments('search', args)
  const limit = reader.number('maxResults', [1, MAX_RESULTS], DEFAULT_RESULTS)
  const filter = reader.filter()
  // An empty filter is not sent, because a deployed service may not know filters.
  const options = Object.keys(filter).length === 0 ? {} : { filter }
  const knowledge = await source.knowledge(signal)
  const { query, results } = await knowledge.search(reader.query(), limit, options)
  const locate = createLocate(source.origin)
  const render = (result: KeywordResult) => renderResult(result, locate)
  const shown = fill(results, room - 2 * sizeOf(query), sizeOfBoth(render)).items
  const isWhole = shown.length === results.length
  const head = `${results.length === 0 ? 'Nothing found' : 'Sections'} for: ${query}`
  const lines = [head, ...shown.map(render)]
  if (isWhole) return { data: { query, results: shown }, text: lines.join('\n') }
  const note = renderCut(shown.length, results.length, 'Use more exact words, a filter, or a smaller maxResults.')
  return {
    data: { query, results: shown, truncated: true, total: results.length },
    text: [...lines, note].join('\n'),
  }
}
