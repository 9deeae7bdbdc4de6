/**
 * The headers of MCP over HTTP: checks of those that repeat values of the message (for proxies), and the form of the
 * reply.
 */
import { checkModern, LEGACY_VERSIONS, missingVersion, MODERN_VERSIONS } from '../mcp/protocol/eras.ts'
import { type Failure, HEADER_MISMATCH, INVALID_REQUEST } from '../mcp/protocol/jsonrpc.ts'
import type { Request } from '../mcp/protocol/message.ts'
import type { HttpRequest } from './wire/message.ts'

/** Method -> the member of its params that `Mcp-Name` repeats. */
const NAME_KEYS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Value of a header, null if it is absent. */
type Header = HttpRequest['header']

/** The failure of a request whose headers contradict it, else null. Its status is 400. */
export function checkHeaders(message: Request, header: Header): Failure | null {
  const version = header('mcp-protocol-version')
  const { era } = message
  if (era.type === 'malformed') return era.failure
  if (era.type === 'modern') {
    if (version !== era.version) return mismatch('MCP-Protocol-Version', version)
    return checkModern(era) ?? checkModernHeaders(message, header)
  }
  // A handshake negotiates the revision in its body.
  if (version !== null && MODERN_VERSIONS.includes(version) && message.method !== 'initialize') return missingVersion()
  return checkVersion(version)
}

/** The failure of a legacy message with an unknown `MCP-Protocol-Version`, else null. No header means 2025-03-26. */
export function checkVersion(version: string | null): Failure | null {
  if (version === null || LEGACY_VERSIONS.includes(version) || MODERN_VERSIONS.includes(version)) return null
  const versions = [...MODERN_VERSIONS, ...LEGACY_VERSIONS].join(', ')
  return { code: INVALID_REQUEST, message: `Invalid request: MCP-Protocol-Version must be one of ${versions}` }
}

/** The form of a reply in one piece: JSON, or a stream of one event. */
export type ReplyForm = 'json' | 'stream'

/** The form for an `Accept` header: a stream only if JSON is not accepted, null if neither is. */
export function replyForm(accept: string | null): ReplyForm | null {
  const types = typesOf(accept)
  if (types === null || types.some((type) => ['application/json', 'application/*', '*/*'].includes(type))) return 'json'
  return acceptsStream(accept) ? 'stream' : null
}

/** True if an `Accept` header lists event streams, as that of every MCP client should. */
export function acceptsStream(accept: string | null): boolean {
  return (typesOf(accept) ?? []).some((type) => ['text/event-stream', 'text/*'].includes(type))
}

/** Media types of an `Accept` header, without those of weight 0 (RFC 9110, 12.4.2); null if it is absent. */
function typesOf(accept: string | null): readonly string[] | null {
  if (accept === null || accept.trim() === '') return null
  const ranges = accept.toLowerCase().split(',').map((item) => item.split(';').map((part) => part.trim()))
  const accepted = ranges.filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  return accepted.map(([type = '']) => type)
}

function checkModernHeaders({ method, params }: Request, header: Header): Failure | null {
  if (header('mcp-method') !== method) return mismatch('Mcp-Method', header('mcp-method'))
  const key = NAME_KEYS.get(method)
  const name = key === undefined ? undefined : params[key]
  const given = header('mcp-name')
  return typeof name !== 'string' || (given !== null && decodeName(given) === name) ? null : mismatch('Mcp-Name', given)
}

/** The name in a header, decoded if it has the form `=?base64?…?=`; null if that is malformed. */
function decodeName(value: string): string | null {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    const binary = atob(encoded)
    // `atob` accepts wrong padding; a proxy may not.
    if (btoa(binary) !== encoded) return null
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function mismatch(name: string, value: string | null): Failure {
  const problem = value === null ? 'is missing' : 'does not match the message'
  return { code: HEADER_MISMATCH, message: `Header mismatch: ${name} ${problem}` }
}
