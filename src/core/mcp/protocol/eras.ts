/**
 * The two eras of the protocol; each message belongs to one of them. In the legacy era (revisions 2024-11-05 to
 * 2025-11-25), `initialize` negotiates the revision of a connection. In the modern era (2026-07-28), every request
 * names its revision in `params._meta`.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { type Failure, INVALID_PARAMS, UNSUPPORTED_VERSION } from './jsonrpc.ts'

/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const NEWEST_LEGACY_VERSION = '2025-11-25'
/** Revisions without a handshake. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The only revision with JSON-RPC batches. */
export const BATCH_VERSION = '2025-03-26'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
/** Key of the server's identity in `_meta` of a modern result. */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'

/** UTF-16 units of a version that an error quotes. */
const MAX_SHOWN_LENGTH = 100

/** A modern message's `_meta`, and the revision in it, which may be unknown. */
interface ModernEra {
  readonly type: 'modern'
  readonly version: string
  readonly meta: JsonObject
}

/** The era of a message; `malformed` if its `_meta` can't be read. */
export type Era = { readonly type: 'legacy' } | ModernEra | { readonly type: 'malformed'; readonly failure: Failure }

/** The era of a message with these params. */
export function readEra({ _meta: meta }: JsonObject): Era {
  if (meta === undefined) return { type: 'legacy' }
  if (!isObject(meta)) return { type: 'malformed', failure: invalid('_meta must be an object') }
  if (!Object.hasOwn(meta, VERSION_KEY)) return { type: 'legacy' }
  const version = meta[VERSION_KEY]
  if (typeof version === 'string') return { type: 'modern', version, meta }
  return { type: 'malformed', failure: invalid(`${VERSION_KEY} must be a string`) }
}

/** The failure of a modern request that can't be served, else null. Without a handshake, every request is checked. */
export function checkModern({ version, meta }: ModernEra): Failure | null {
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version.slice(0, MAX_SHOWN_LENGTH) }
    return { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data }
  }
  return isObject(meta[CAPABILITIES_KEY]) ? null : invalid(`_meta is missing ${CAPABILITIES_KEY}`)
}

/** The failure of a modern request whose `_meta` doesn't name the revision. */
export function missingVersion(): Failure {
  return invalid(`_meta is missing ${VERSION_KEY}`)
}

/** The revision that `initialize` replies with: the client's if it is known, else the newest with a handshake. */
export function negotiate(requested: string): string {
  return LEGACY_VERSIONS.includes(requested) ? requested : NEWEST_LEGACY_VERSION
}

function invalid(reason: string): Failure {
  return { code: INVALID_PARAMS, message: `Invalid params: ${reason}` }
}
