/**
 * Body of a POST -> the question in it. Refuses in this order: declared length,
 * content type, length as read, JSON, types of the fields.
 */
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'
import type { HttpRequest } from './message.ts'

/** Levels of nested objects and arrays; a question needs one. */
const MAX_JSON_DEPTH = 16

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The fields of a question, checked. */
export interface AskRequest {
  /** Exactly as the client sent it. */
  readonly query: string
  /** Null when the client leaves the choice to the service. */
  readonly mode: 'keyword' | 'agentic' | null
  /** True for a client that asks for members beyond the contract. */
  readonly detail: boolean
  /** Language, version and group of the sections to search; beyond the contract. */
  readonly filter: Filter
}

/** The question in the body of a POST; rejects with the `AskError` of the first check that fails. */
export async function readAskRequest(request: HttpRequest, maxBytes: number): Promise<AskRequest> {
  const body = parseJsonBody(await readBytes(request, maxBytes), MAX_JSON_DEPTH)
  if (body.type === 'invalid') throw invalidJson(body.cause)
  if (body.type === 'too-deep') throw invalidJson()
  return decodeAskRequest(body.value)
}

/** The bytes of a body whose content type is JSON. */
export async function readBytes(request: HttpRequest, maxBytes: number): Promise<Uint8Array> {
  const declaredBytes = Number(request.header('content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge(maxBytes)
  checkType(request)
  const bytes = await request.body(maxBytes)
  if (bytes === null) throw tooLarge(maxBytes)
  return bytes
}

function tooLarge(maxBytes: number): AskError {
  return new AskError('body-too-large', `The body must be at most ${maxBytes} bytes.`)
}

function checkType(request: HttpRequest): void {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new AskError('media-type', 'The content type must be application/json.')
  const encoding = request.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new AskError('media-type', 'The body must not be compressed.')
}

/** The bytes of a body as JSON, or the reason why they have no value. */
export type JsonBody =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'too-deep' }
  | { readonly type: 'invalid'; readonly cause: unknown }

/** Parses JSON in UTF-8 of at most `maxDepth` levels: deep nesting is expensive to parse, and no request needs it. */
export function parseJsonBody(bytes: Uint8Array, maxDepth: number): JsonBody {
  try {
    const text = decoder.decode(bytes)
    return isDeeperThan(maxDepth, text) ? { type: 'too-deep' } : { type: 'json', value: JSON.parse(text) }
  } catch (cause) {
    return { type: 'invalid', cause }
  }
}

function decodeAskRequest(value: unknown): AskRequest {
  if (!isObject(value)) throw invalidJson()
  const { query, mode, detail = false, filter: written = {} } = value
  if (typeof query !== 'string') throw new AskError('bad-request', 'query must be a string.')
  if (mode !== undefined && mode !== 'keyword' && mode !== 'agentic') {
    throw new AskError('bad-request', 'mode must be "keyword" or "agentic".')
  }
  if (typeof detail !== 'boolean') throw new AskError('bad-request', 'detail must be true or false.')
  const filter = decodeFilter(written)
  if (typeof filter === 'string') throw new AskError('bad-request', `${filter}.`)
  return { query, mode: mode ?? null, detail, filter }
}

function invalidJson(cause?: unknown): AskError {
  return new AskError('bad-request', 'Invalid JSON body.', { cause })
}

/** True where brackets outside of strings are nested more than `depth` deep. */
function isDeeperThan(depth: number, json: string): boolean {
  let open = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (isString) {
      if (char === '\\') at++
      else if (char === '"') isString = false
    } else if (char === '"') {
      isString = true
    } else if (char === '[' || char === '{') {
      if (++open > depth) return true
    } else if (char === ']' || char === '}') {
      open--
    }
  }
  return false
}
