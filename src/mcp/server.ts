/**
 * The MCP server: one request in, one reply out, whatever the transport. It
 * keeps nothing between requests; the era of each is told by the request alone.
 */
import { failureLine } from '../base/describe-error.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { MAX_RESULT_BYTES, roomOf, shorten } from './tools/bounds.ts'
import { MODERN_VERSIONS, missingVersion, negotiate, readEra, refuseModern, SERVER_INFO_KEY } from './protocol/eras.ts'
import { instructions, serverInfo } from './protocol/identity.ts'
import {
  errorReply,
  type Failure,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Reply,
  type Request,
  resultReply,
} from './protocol/jsonrpc.ts'
import { createProgress, type Notify } from './protocol/progress.ts'
import type { Tool, ToolSource } from './tools/tool.ts'
import { callTool, describeTool } from './tools/tools.ts'

/** How long a modern client may keep what tells nothing of the content. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' }
/** UTF-16 units of a method or tool that an error repeats. */
const MAX_SHOWN_LENGTH = 100

/** What a server is made of. */
export interface McpOptions {
  readonly tools: readonly Tool[]
  readonly source: ToolSource
  /** Name of the site, null where it isn't known. */
  readonly title: string | null
  /** Most bytes of one result. Default 40,000. */
  readonly maxResultBytes?: number
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** The surroundings of one request. */
export interface RequestContext {
  /** Aborts when nobody waits for the reply any more. */
  readonly signal: AbortSignal
  /** Sends what comes before the reply; null where the transport can't. */
  readonly notify: Notify | null
}

/** Requests in, replies out. */
export interface McpServer {
  /** Never throws or rejects. Only a tool call takes time; everything else is answered at once. */
  readonly answer: (request: Request, context: RequestContext) => Reply | Promise<Reply>
}

type Outcome = { readonly result: JsonObject } | { readonly failure: Failure }
type Method = (params: JsonObject, context: RequestContext) => Outcome | Promise<Outcome>

/** A server of these tools over a source. */
export function createMcpServer({ tools, source, title, maxResultBytes = MAX_RESULT_BYTES, now, log }: McpOptions): McpServer {
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
  const list = tools.map((tool) => describeTool(tool, maxResultBytes))
  const room = roomOf(maxResultBytes)
  const about = { capabilities: { tools: {} }, instructions: instructions(title) }
  const info = serverInfo(title)

  function initialize({ protocolVersion }: JsonObject): Outcome {
    if (typeof protocolVersion !== 'string') return invalidParams('protocolVersion must be a string')
    return { result: { protocolVersion: negotiate(protocolVersion), serverInfo: info, ...about } }
  }

  function discover(): Outcome {
    return { result: { supportedVersions: MODERN_VERSIONS, ...about, ...CACHEABLE } }
  }

  /** All tools on one page, so there is no cursor to come back with. */
  function listTools({ cursor }: JsonObject): Outcome {
    return cursor === undefined || cursor === null ? { result: { tools: list } } : invalidParams('unknown cursor')
  }

  async function call(params: JsonObject, { signal, notify }: RequestContext): Promise<Outcome> {
    const { name, arguments: args } = params
    if (typeof name !== 'string') return invalidParams('name must be a string')
    const tool = toolsByName.get(name)
    if (tool === undefined) return unknown(INVALID_PARAMS, 'Unknown tool', name)
    const given = args ?? {}
    if (!isObject(given)) return invalidParams('arguments must be an object')
    return { result: await callTool(tool, given, { source, room, signal, progress: createProgress(params, notify, now) }) }
  }

  const legacy = new Map<string, Method>([
    ['initialize', initialize],
    ['ping', () => ({ result: {} })],
    ['tools/list', listTools],
    ['tools/call', call],
    ['server/discover', () => ({ failure: missingVersion() })],
  ])
  const modern = new Map<string, Method>([
    ['server/discover', discover],
    ['tools/list', (params) => withCaching(listTools(params))],
    ['tools/call', call],
  ])

  /** What every modern result says besides its own. */
  function complete(outcome: Outcome): Outcome {
    if ('failure' in outcome) return outcome
    return { result: { resultType: 'complete', ...outcome.result, _meta: { [SERVER_INFO_KEY]: info } } }
  }

  function run({ method, params }: Request, context: RequestContext): Outcome | Promise<Outcome> {
    const era = readEra(params)
    if ('code' in era) return { failure: era }
    const refusal = era.type === 'modern' ? refuseModern(era) : null
    if (refusal !== null) return { failure: refusal }
    const found = (era.type === 'modern' ? modern : legacy).get(method)
    if (found === undefined) return unknown(METHOD_NOT_FOUND, 'Method not found', method)
    const outcome = found(params, context)
    if (era.type === 'legacy') return outcome
    return outcome instanceof Promise ? outcome.then(complete) : complete(outcome)
  }

  return {
    answer(request, context) {
      const outcome = run(request, context)
      if (!(outcome instanceof Promise)) return replyOf(request, outcome)
      return outcome.then(
        (done) => replyOf(request, done),
        (error: unknown) => {
          if (!context.signal.aborted) log(failureLine(`${request.method} failed`, error))
          return errorReply(request.id, { code: INTERNAL_ERROR, message: 'Internal error' })
        },
      )
    },
  }
}

function withCaching(outcome: Outcome): Outcome {
  return 'failure' in outcome ? outcome : { result: { ...outcome.result, ...CACHEABLE } }
}

function replyOf({ id }: Request, outcome: Outcome): Reply {
  return 'failure' in outcome ? errorReply(id, outcome.failure) : resultReply(id, outcome.result)
}

function invalidParams(reason: string): Outcome {
  return { failure: { code: INVALID_PARAMS, message: `Invalid params: ${reason}` } }
}

function unknown(code: number, problem: string, name: string): Outcome {
  return { failure: { code, message: `${problem}: ${shorten(name, MAX_SHOWN_LENGTH)}` } }
}
