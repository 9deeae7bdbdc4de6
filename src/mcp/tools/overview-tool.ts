/** The tool that shows what the site covers. */
import type { JsonObject } from '../../base/json.ts'
import { firstSections, type Knowledge } from '../../graph/knowledge.ts'
import { formatOverview } from '../../graph/overview.ts'
import { cutText, sizeOf } from './bounds.ts'
import { renderTotals } from './render.ts'
import { OVERVIEW_OUTPUT } from './schema.ts'
import type { Tool, ToolCall, ToolOutput } from './tool.ts'

/** Share of the room for the prose if the result must be cut. */
const CONTEXT_SHARE = 0.25

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
