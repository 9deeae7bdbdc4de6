/**
 * Target and body of a request -> decoded path segments, and JSON.
 *
 * The target is not parsed by `URL`, which would resolve dots, backslashes and hosts. Each segment is decoded exactly
 * once: `%2F` becomes a slash inside a segment, and `%252F` becomes `%2F`. Empty segments are ignored, so `//` equals
 * `/`, and a trailing slash makes no difference. The body is checked in this order: declared length, content type,
 * length as read, JSON. Its fields are decoded by each route.
 */
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { HttpRequest, Target } from './message.ts'

/** Longest body of a question or feedback. */
const MAX_BODY_BYTES = 65_536
/** Longest id of a page view or an answer, in UTF-16 units. */
const MAX_ID_LENGTH = 64
/** Levels of nested objects and arrays; a question with a history needs three. */
const MAX_JSON_DEPTH = 16

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON object in the body of a POST; rejects with the `AskError` of the first check that fails. */
export async function readJsonObject(request: HttpRequest): Promise<JsonObject> {
  const body = parseJsonBody(await readBytes(request, MAX_BODY_BYTES), MAX_JSON_DEPTH)
  if (!isObject(body)) throw new AskError('bad-request', 'Invalid JSON body.')
  return body
}

/** The bytes of a body; rejects with an `AskError` for one that is too large, compressed or not JSON by its type. */
export async function readBytes(request: HttpRequest, maxBytes: number): Promise<Uint8Array> {
  const declaredBytes = Number(request.header('content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge(maxBytes)
  checkType(request)
  const bytes = await request.body(maxBytes).catch((cause: unknown) => {
    throw new AskError('cancelled', 'The body was not sent to its end.', { cause })
  })
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

/**
 * The value of JSON in UTF-8 with at most `maxDepth` levels: deep nesting is expensive to parse, and no request needs it.
 * Undefined for any other bytes.
 */
export function parseJsonBody(bytes: Uint8Array, maxDepth: number): unknown {
  try {
    const text = decoder.decode(bytes)
    return isDeeperThan(maxDepth, text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The items of an `Accept` or `Accept-Encoding` header in lower case -> their weights (RFC 9110, 12.4.2). */
export function acceptWeights(header: string | null): ReadonlyMap<string, number> {
  return new Map((header ?? '').toLowerCase().split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
    return [name, weight === undefined ? 1 : Number(weight)] as const
  }))
}

/** The id in the field `name`; throws `AskError('bad-request')` for a value that can't be an id. */
export function decodeId(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH) return value
  throw new AskError('bad-request', `${name} must be a string of 1 to ${MAX_ID_LENGTH} characters.`)
}

/** True if brackets outside of strings are nested more than `depth` levels deep. */
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

/** Unicode's category Cc, written out: as `\p{Cc}`, this test would take longer than all other work on a short path. */
const CONTROL = /[\0-\x1f\x7f-\x9f]/

/** Longest path with its query, in characters. */
const MAX_TARGET_LENGTH = 2_048

/** The parts of a request target; throws `AskError('bad-request')` for one that servers could interpret differently. */
export function parseTarget(target: string): Target {
  if (target.length > MAX_TARGET_LENGTH) {
    throw new AskError('bad-request', `The path and its query must be at most ${MAX_TARGET_LENGTH} characters.`)
  }
  if (!target.startsWith('/')) throw new AskError('bad-request', 'The request target must start with a slash.')
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (path.includes('\\')) throw new AskError('bad-request', 'The path must not contain a backslash.')
  return {
    path,
    segments: path.split('/').filter((segment) => segment !== '').map(decodeSegment),
    query: mark === -1 ? '' : target.slice(mark + 1),
  }
}

function decodeSegment(segment: string): string {
  const decoded = segment.includes('%') ? decodePercent(segment) : segment
  if (CONTROL.test(decoded)) throw new AskError('bad-request', 'The path must not contain control characters.')
  return decoded
}

function decodePercent(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new AskError('bad-request', 'The path has malformed percent-encoding.', { cause })
  }
}

/** Path -> purpose of the service's paths outside its endpoint. No endpoint and no page can have such a path. */
export const SERVICE_PATHS: ReadonlyMap<string, string> = new Map([
  ['/healthz', 'health check'],
  ['/readyz', 'readiness check'],
  ['/openapi.yaml', 'description of the API'],
])
