/**
 * The headers in which a client of MCP repeats what its message says, so that
 * proxies can route it: which of them are wrong, and the form it wants replies in.
 */
import { LEGACY_VERSIONS, MODERN_VERSIONS, missingVersion, readEra, refuseModern } from '../../mcp/protocol/eras.ts'
import { type Failure, HEADER_MISMATCH, INVALID_REQUEST, type Request } from '../../mcp/protocol/jsonrpc.ts'
import type { HttpRequest } from '../wire/message.ts'

/** Value of a header, null where it is absent. */
type Header = HttpRequest['header']

/** Which member of the params `Mcp-Name` repeats, for the methods that have one. */
const NAME_KEYS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Why the headers don't go with the message, null when they do. All of these answer with status 400. */
export function refuseHeaders(message: Request, header: Header): Failure | null {
  const version = header('mcp-protocol-version')
  const era = readEra(message.params)
  if ('code' in era) return era
  if (era.type === 'modern') {
    if (version !== era.version) return mismatch('MCP-Protocol-Version', version)
    return refuseModern(era) ?? refuseModernHeaders(message, header)
  }
  // A handshake settles the revision by itself.
  if (version !== null && MODERN_VERSIONS.includes(version) && message.method !== 'initialize') return missingVersion()
  return refuseVersion(version)
}

/** Why a message of a legacy revision can't have this `MCP-Protocol-Version`, null when it can; none means 2025-03-26. */
export function refuseVersion(version: string | null): Failure | null {
  if (version === null || LEGACY_VERSIONS.includes(version) || MODERN_VERSIONS.includes(version)) return null
  const known = [...MODERN_VERSIONS, ...LEGACY_VERSIONS].join(', ')
  return { code: INVALID_REQUEST, message: `Invalid request: MCP-Protocol-Version must be one of ${known}` }
}

/** `stream` only for a client that takes nothing else; null where it takes neither. */
export function replyForm(accept: string | null): 'json' | 'stream' | null {
  const types = typesOf(accept)
  if (types.length === 0 || types.some((type) => ['application/json', 'application/*', '*/*'].includes(type))) return 'json'
  return takesStream(accept) ? 'stream' : null
}

/** Whether a client says that it takes streams; all clients of the protocol should. */
export function takesStream(accept: string | null): boolean {
  return typesOf(accept).some((type) => ['text/event-stream', 'text/*'].includes(type))
}

/** Empty for a client that doesn't tell. */
function typesOf(accept: string | null): readonly string[] {
  if (accept === null || accept.trim() === '') return []
  return accept.toLowerCase().split(',').map((item) => item.split(';', 1)[0]!.trim())
}

function refuseModernHeaders({ method, params }: Request, header: Header): Failure | null {
  if (header('mcp-method') !== method) return mismatch('Mcp-Method', header('mcp-method'))
  const key = NAME_KEYS.get(method)
  const name = key === undefined ? undefined : params[key]
  const given = header('mcp-name')
  return typeof name !== 'string' || (given !== null && decodeName(given) === name) ? null : mismatch('Mcp-Name', given)
}

/** `=?base64?…?=` stands for what a header can't hold; null where that is malformed. */
function decodeName(value: string): string | null {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    const binary = atob(encoded)
    // The decoder forgives what is missing or left over; a proxy need not.
    if (btoa(binary) !== encoded) return null
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function mismatch(name: string, found: string | null): Failure {
  const problem = found === null ? 'is missing' : 'does not say what the message says'
  return { code: HEADER_MISMATCH, message: `Header mismatch: ${name} ${problem}` }
}
