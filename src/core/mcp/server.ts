/**
 * The MCP server: one request in, one reply out, for every transport. Stateless: each request carries its era. The
 * pages of a site are its resources: a list in parts, whose cursor is the slug of the last page, and pages as
 * Markdown.
 */
import { AskError, failureLine, messageOf } from '../base/errors.ts'
import { isObject, type JsonObject, parseJsonObject } from '../base/json.ts'
import { shorten } from '../base/text.ts'
import { VERSION } from '../base/version.ts'
import type { PageEntry } from '../graph/knowledge.ts'
import {
  checkModern, errorReply, INTERNAL_ERROR, INVALID_PARAMS, invalidParams, isId, METHOD_NOT_FOUND, missingVersion,
  MODERN_VERSIONS, negotiate, readModern, type Reply, type Request, RESOURCE_NOT_FOUND, RpcError, SERVER_INFO_KEY,
} from './protocol.ts'
import { cutText, MAX_RESULT_BYTES, renderCut, roomOf } from './tools/render.ts'
import type { Tool, ToolSource } from './tools/tool.ts'
import { callTool, describeTool, siteName, titleLine } from './tools/tools.ts'

/** Caching hints of results that don't depend on the content, for modern clients. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' }
/** Caching hints of pages, which change with the content. */
const RESOURCES_CACHEABLE = { ttlMs: 60_000, cacheScope: 'public' }
/** UTF-16 units of a method or tool that an error quotes. */
const MAX_SHOWN_LENGTH = 100

/** Time before the first report. */
const FIRST_MS = 2_000
/** Least time between two reports. */
const INTERVAL_MS = 1_000

export interface McpOptions {
  readonly tools: readonly Tool[]
  readonly source: ToolSource
  /** Name of the site, null if it isn't known. */
  readonly title: string | null
  /** Largest result of a tool, in bytes. Default 40,000. */
  readonly maxResultBytes?: number
  /** Clock in milliseconds. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** The message of a failure as clients get it. Default: its own. */
  readonly shown?: (error: AskError) => string
}

export interface RequestContext {
  /** Aborts when the client no longer waits for the reply. */
  readonly signal: AbortSignal
  /** Sends notifications before the reply; null if the transport can't. */
  readonly notify: Notify | null
  /** Replaces the source's `ask`, for transports that count questions for each client. */
  readonly ask?: ToolSource['ask']
}

export type McpServer = ReturnType<typeof createMcpServer>

/** What a method results in; it throws or rejects with the error of the reply. */
type Method = (params: JsonObject, context: RequestContext) => JsonObject | Promise<JsonObject>

export function createMcpServer(options: McpOptions) {
  const { tools, source, title, maxResultBytes = MAX_RESULT_BYTES, now, log, shown = messageOf } = options
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))
  const list = tools.map((tool) => describeTool(tool, maxResultBytes))
  const room = roomOf(maxResultBytes)
  const capabilities = { tools: {}, ...(source.pages !== undefined && { resources: {} }) }
  const about = { capabilities, instructions: instructions(title) }
  const info = serverInfo(title)

  function initialize({ protocolVersion }: JsonObject): JsonObject {
    if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion must be a string')
    return { protocolVersion: negotiate(protocolVersion), serverInfo: info, ...about }
  }

  /** All tools fit on one page, so there is no valid cursor. */
  function listTools({ cursor }: JsonObject): JsonObject {
    if (cursor !== undefined && cursor !== null) throw invalidParams('unknown cursor')
    return { tools: list }
  }

  async function call(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const { name, arguments: givenArgs } = params
    if (typeof name !== 'string') throw invalidParams('name must be a string')
    const tool = toolsByName.get(name)
    if (tool === undefined) throw unknownName(INVALID_PARAMS, 'Unknown tool', name)
    // Some hosts pass on the text that their model wrote.
    const args = typeof givenArgs === 'string' ? parseJsonObject(givenArgs) : (givenArgs ?? {})
    if (!isObject(args)) throw invalidParams('arguments must be an object')
    const { signal, notify, ask = source.ask } = context
    const progress = createProgress(params, notify, now)
    return callTool(tool, args, { source: { ...source, ask }, room, signal, progress, shown })
  }

  const legacy = new Map<string, Method>([
    ['initialize', initialize],
    ['ping', () => ({})],
    ['tools/list', listTools],
    ['tools/call', call],
    ['server/discover', () => { throw missingVersion() }],
    ...resourceMethods(source.pages, RESOURCE_NOT_FOUND),
  ])
  const modern = new Map<string, Method>([
    ['server/discover', () => ({ supportedVersions: MODERN_VERSIONS, ...about })],
    ['tools/list', listTools],
    ['tools/call', call],
    ...resourceMethods(source.pages, INVALID_PARAMS),
  ])

  /** The result with the members of a modern one. */
  function complete(method: string, result: JsonObject): JsonObject {
    const hints = method === 'tools/call' ? {} : method.startsWith('resources/') ? RESOURCES_CACHEABLE : CACHEABLE
    return { resultType: 'complete', ...result, ...hints, _meta: { [SERVER_INFO_KEY]: info } }
  }

  function run({ method, params }: Request, context: RequestContext): JsonObject | Promise<JsonObject> {
    const era = readModern(params)
    if (era !== null) checkModern(era)
    const runMethod = (era === null ? legacy : modern).get(method)
    if (runMethod === undefined) throw unknownName(METHOD_NOT_FOUND, 'Method not found', method)
    const result = runMethod(params, context)
    if (era === null) return result
    return result instanceof Promise ? result.then((done) => complete(method, done)) : complete(method, result)
  }

  function failureOf(error: unknown, { method }: Request, { signal }: RequestContext): RpcError {
    if (error instanceof RpcError) return error
    if (error instanceof AskError) return new RpcError(INTERNAL_ERROR, shown(error))
    if (!signal.aborted) log(failureLine(`${method} failed`, error))
    return new RpcError(INTERNAL_ERROR, 'Internal error')
  }

  return {
    /** Replies to a request; never throws or rejects. The reply is a promise only for requests that are an `isCall`. */
    handle(request: Request, context: RequestContext): Reply | Promise<Reply> {
      const { id } = request
      const succeed = (result: JsonObject): Reply => ({ jsonrpc: '2.0', id, result })
      const fail = (error: unknown) => errorReply(id, failureOf(error, request, context))
      try {
        const result = run(request, context)
        return result instanceof Promise ? result.then(succeed, fail) : succeed(result)
      } catch (error) {
        return fail(error)
      }
    },
    /** True for a call of a tool that reports progress. */
    hasProgress({ method, params: { name } }: Request): boolean {
      return method === 'tools/call' && typeof name === 'string' && toolsByName.get(name)?.usesModel === true
    },
  }
}

/** True for a request that takes time: a call of a tool, or a method that reads pages. */
export function isCall({ method }: Pick<Request, 'method'>): boolean {
  return method === 'tools/call' || method.startsWith('resources/')
}

function unknownName(code: number, problem: string, name: string): RpcError {
  return new RpcError(code, `${problem}: ${shorten(name, MAX_SHOWN_LENGTH)}`)
}

export type Notify = (method: string, params: JsonObject) => void

/**
 * A function that reports progress under the token in a request's `_meta`. It does nothing without a token or without
 * `notify`. `now` is a clock in milliseconds.
 */
export function createProgress({ _meta: meta }: JsonObject, notify: Notify | null, now: () => number) {
  const token = isObject(meta) ? meta['progressToken'] : undefined
  if (notify === null || !isId(token)) return () => undefined
  let next = now() + FIRST_MS
  let progress = 0
  return function report(message: string): void {
    if (now() < next) return
    next = now() + INTERVAL_MS
    progress += 1
    notify('notifications/progress', { progressToken: token, progress, message })
  }
}

/** Resources in one part of the list. */
const PAGE_SIZE = 100
/** Largest text of a page, in bytes as JSON. */
const MAX_TEXT_BYTES = 1_000_000
/** UTF-16 units of an address that an error quotes. */
const MAX_URI_LENGTH = 200
const MARKDOWN_TYPE = 'text/markdown'
const PREFIX = 'ask:///'

/** The methods for resources, which are these pages; none without pages. `unknown` is the code for another uri. */
function resourceMethods(open: ToolSource['pages'], unknown: number): [string, Method][] {
  if (open === undefined) return []
  const source = open

  async function list({ cursor }: JsonObject): Promise<JsonObject> {
    const after = cursor ?? null
    const isCursor = after === null || typeof after === 'string'
    // One page more than is shown, to know if there are further ones.
    const found = isCursor ? await (await source()).pages(after, PAGE_SIZE + 1) : null
    if (found === null) throw invalidParams('unknown cursor')
    const shown = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined
    return { resources: shown.map(describe), ...(last !== undefined && { nextCursor: last.slug }) }
  }

  async function read({ uri }: JsonObject): Promise<JsonObject> {
    if (typeof uri !== 'string') throw invalidParams('uri must be a string')
    const slug = slugOf(uri)
    const markdown = slug === null ? null : await (await source()).pageMarkdown(slug)
    if (markdown !== null) return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text: fit(markdown) }] }
    const shown = shorten(uri, MAX_URI_LENGTH)
    throw new RpcError(unknown, `Resource not found: ${shown}. resources/list has all pages`, { uri: shown })
  }

  return [
    ['resources/list', list],
    ['resources/templates/list', () => ({ resourceTemplates: [] })],
    ['resources/read', read],
  ]
}

function describe({ slug, title, group }: PageEntry): JsonObject {
  const description = group === null ? {} : { description: `A page of ${group}` }
  const uri = PREFIX + slug.split('/').map((name) => encodeURIComponent(name.toWellFormed())).join('/')
  return { uri, name: slug, title, ...description, mimeType: MARKDOWN_TYPE }
}

/** The text of a page; if it is too long, cut and with a note. */
function fit(markdown: string): string {
  const shown = cutText(markdown, MAX_TEXT_BYTES)
  if (shown === markdown) return markdown
  return `${shown}\n\n${renderCut(shown.length, `${markdown.length} characters`, 'Find the rest with search.')}\n`
}

/** The slug in the address of a resource; null for any other address. */
function slugOf(uri: string): string | null {
  if (!uri.startsWith(PREFIX)) return null
  try {
    return decodeURIComponent(uri.slice(PREFIX.length))
  } catch {
    return null
  }
}

/** The protocol's Implementation record. */
function serverInfo(title: string | null): JsonObject {
  const siteTitle = title === null ? 'Documentation' : `${titleLine(title)} documentation`
  return { name: 'ask', title: siteTitle, version: VERSION }
}

/** Instructions for the use of the tools, which a model gets once. */
function instructions(title: string | null): string {
  return (
    `Exact knowledge from ${siteName(title)}. For a question: search with a few keywords, ` +
    'then section_get with the id of the best result; its facts are exact to the character. ' +
    'overview shows what is covered, glossary_get explains a term. ' +
    'Say so when the documentation does not cover something, and give the url of what you rely on.'
  )
}
