/**
 * Body of a POST -> the question in it. Refuses in this order: declared length,
 * content type, length as read, JSON, types of the fields.
 */
import type { HistoryTurn } from '../../answer/events/history.ts'
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'
import type { HttpRequest } from './message.ts'

/** UTF-16 units of the id of a page view or an answer. */
const MAX_ID_LENGTH = 64
/** Levels of nested objects and arrays; a question with a history needs three. */
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
  /** Earlier turns of the conversation, oldest first; their lengths are not checked yet. */
  readonly history: readonly HistoryTurn[]
  /** Language, version and group of the sections to search; beyond the contract. */
  readonly filter: Filter
  /** Random id of the page view, for the question log; null where the client sends none. Beyond the contract. */
  readonly view: string | null
}

/** The question in the body of a POST; rejects with the `AskError` of the first check that fails. */
export async function readAskRequest(request: HttpRequest, maxBytes: number): Promise<AskRequest> {
  return decodeAskRequest(await readJsonObject(request, maxBytes))
}

/** The JSON object in the body of a POST; rejects with the `AskError` of the first check that fails. */
export async function readJsonObject(request: HttpRequest, maxBytes: number): Promise<JsonObject> {
  const body = parseJsonBody(await readBytes(request, maxBytes), MAX_JSON_DEPTH)
  if (body.type === 'invalid') throw invalidJson(body.cause)
  if (body.type === 'too-deep' || !isObject(body.value)) throw invalidJson()
  return body.value
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

function decodeAskRequest(body: JsonObject): AskRequest {
  const { query, mode, detail = false, filter: written = {}, view } = body
  if (typeof query !== 'string') throw new AskError('bad-request', 'query must be a string.')
  if (mode !== undefined && mode !== 'keyword' && mode !== 'agentic') {
    throw new AskError('bad-request', 'mode must be "keyword" or "agentic".')
  }
  if (typeof detail !== 'boolean') throw new AskError('bad-request', 'detail must be true or false.')
  const history = decodeHistory(body['history'])
  const filter = decodeFilter(written)
  if (typeof filter === 'string') throw new AskError('bad-request', `${filter}.`)
  return { query, mode: mode ?? null, detail, history, filter, view: view === undefined ? null : decodeId('view', view) }
}

/** The id of a page view or an answer, in the field of this name; throws `AskError('bad-request')` for any other value. */
export function decodeId(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH) return value
  throw new AskError('bad-request', `${name} must be a string of 1 to ${MAX_ID_LENGTH} characters.`)
}

function decodeHistory(value: unknown): readonly HistoryTurn[] {
  if (value === undefined) return []
  const turns = Array.isArray(value) ? value.flatMap((turn: unknown) => decodeTurn(turn) ?? []) : []
  if (Array.isArray(value) && turns.length === value.length) return turns
  throw new AskError('bad-request', 'history must be an array of {"query": string, "answer": string}.')
}

function decodeTurn(value: unknown): HistoryTurn | null {
  if (!isObject(value)) return null
  const { query, answer } = value
  return typeof query === 'string' && typeof answer === 'string' ? { query, answer } : null
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
