/** The tools with which a model begins: one finds sections by keywords, the other shows what the site covers. */
import type { KeywordResult } from '../../answer/events/event.ts'
import type { JsonObject } from '../../base/json.ts'
import { firstSections, type Knowledge } from '../../graph/knowledge.ts'
import { formatOverview } from '../../graph/overview.ts'
import { cutText, fill, sizeOf, sizeOfBoth } from './bounds.ts'
import { createLocate, renderCut, renderResult, renderTotals } from './render.ts'
import { OVERVIEW_OUTPUT, SEARCH_OUTPUT } from './schema.ts'
import { readArguments, type Tool, type ToolCall, type ToolOutput } from './tool.ts'

const DEFAULT_RESULTS = 8
const MAX_RESULTS = 50

/** Share of the room for the prose if the result must be cut. */
const CONTEXT_SHARE = 0.25

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

/** The tool `overview`; `site` is the site's name in descriptions. */
export function createOverviewTool(site: string): Tool {
  return {
    name: 'overview',
    title: 'What the docs cover',
    description:
      `Show what ${site} covers: an orientation and a table of contents by group. ` +
      'Use it first when you do not know the site; go on with search, or with sections_list for one group.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: OVERVIEW_OUTPUT,
    isOpenWorld: false,
    hasProgress: false,
    call: showOverview,
  }
}

async function showOverview(_args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const knowledge = await source.knowledge(signal)
  const { overview, context } = await knowledge.overview()
  const text = render(context, overview)
  if (sizeOf({ overview, context }) + sizeOf(text) <= room) return { data: { overview, context }, text }
  const total = { overviewLength: overview.length, contextLength: context.length }
  const textRoom = room / 2
  const prose = cutText(context, textRoom * CONTEXT_SHARE)
  const contents = await cutOverview(overview, textRoom - sizeOf(prose), knowledge)
  const note = renderTotals(total, 'For the rest use sections_list with a group.')
  return {
    data: { overview: contents, context: prose, truncated: true, total },
    text: `${render(prose, contents)}\n\n${note}`,
  }
}

function render(context: string, overview: string): string {
  return [context, overview].filter((part) => part !== '').join('\n\n') || 'There is no overview.'
}

/** A table of contents of at most `room` bytes. It is built again, so that all groups are shortened equally. */
async function cutOverview(overview: string, room: number, knowledge: Knowledge): Promise<string> {
  if (sizeOf(overview) <= room) return overview
  const { sections, isWhole } = await firstSections(knowledge, null)
  if (!isWhole) return cutText(overview, room)
  const bytesPerUnit = sizeOf(overview) / overview.length
  return cutText(formatOverview(sections, Math.floor(room / bytesPerUnit)), room)
}
