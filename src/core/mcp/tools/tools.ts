/** The seven tools: their entries in the protocol's list, and their results. */
import { AskError, type ErrorCode } from '../../base/errors.ts'
import { firstUnits, foldSpace, shorten } from '../../base/text.ts'
import type { JsonObject } from '../../base/json.ts'
import { createAnswerTool, createOverviewTool, createSearchTool } from './search-tools.ts'
import { FRAME_BYTES, sizeOf } from './render.ts'
import { createGlossaryTools, createSectionTools } from './knowledge-tools.ts'
import type { Tool, ToolCall } from './tool.ts'

/** Largest size hint, in characters: Claude Code ignores larger ones. */
const MAX_SIZE_HINT = 500_000
/** Longest message in UTF-16 units; it may quote a service. */
const MAX_MESSAGE_LENGTH = 1_000
/** UTF-16 units of a site's title that are used: hosts cut long descriptions. */
const MAX_TITLE_LENGTH = 100

/** The tools of a site in the order of the list, the most used first. */
export function createTools(title: string | null): readonly Tool[] {
  const site = siteName(title)
  return [
    createSearchTool(site),
    ...createSectionTools(site),
    createOverviewTool(site),
    ...createGlossaryTools(site),
    createAnswerTool(site),
  ]
}

/** The site's name in the descriptions of tools. */
export function siteName(title: string | null): string {
  return title === null ? 'this documentation' : `the ${titleLine(title)} documentation`
}

export function titleLine(title: string): string {
  return firstUnits(foldSpace(title.toWellFormed()), MAX_TITLE_LENGTH)
}

/** A tool's entry in `tools/list`. */
export function describeTool(tool: Tool, maxBytes: number): JsonObject {
  const { name, title, description, inputSchema, outputSchema, usesModel = false } = tool
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: !usesModel,
      openWorldHint: usesModel,
    },
    _meta: { 'anthropic/maxResultSizeChars': Math.min(maxBytes, MAX_SIZE_HINT) },
  }
}

/**
 * The result of a call. An `AskError` becomes an error result with its message, so that the model can react to it;
 * defects reject.
 */
export async function callTool(tool: Tool, args: JsonObject, call: ToolCall): Promise<JsonObject> {
  try {
    const { data, text } = await tool.call(args, call)
    if (sizeOf(data) + sizeOf(text) > call.room + FRAME_BYTES) {
      const remedy = 'read the page itself, or ask for something smaller.'
      throw new AskError('content', `The result of ${tool.name} is too large to show, even when cut; ${remedy}`)
    }
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return { content: [{ type: 'text', text: explain(error.code, call.shown(error)) }], isError: true }
  }
}

/** The message of an error; for a graph that can't be read, with a remedy. */
function explain(code: ErrorCode, message: string): string {
  const text = shorten(/[.!?]$/.test(message) ? message : `${message}.`, MAX_MESSAGE_LENGTH)
  if (code !== 'graph-format' && code !== 'graph-missing') return text
  const remedy = text.includes('ask kg build') ? '' : ' Run `ask kg build` to build the graph again.'
  return `${text}${remedy} Then call the tool again.`
}
