/**
 * The two eras of the protocol, told apart for each message alone. In the
 * legacy era (2024-11-05 to 2025-11-25) `initialize` settles the revision; in
 * the modern one (2026-07-28) every request names it in `params._meta`.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { type Failure, INVALID_PARAMS, UNSUPPORTED_VERSION } from './jsonrpc.ts'

/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
/** Revisions without one. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The one revision with JSON-RPC batches. */
export const BATCH_VERSION = '2025-03-26'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
/** Where in `_meta` a modern result says who it is from. */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'

/** UTF-16 units of a version that an error repeats. */
const MAX_SHOWN_LENGTH = 100

/** A modern request carries its revision, which may be an unknown one, in `meta`. */
export type Era =
  | { readonly type: 'legacy' }
  | { readonly type: 'modern'; readonly version: string; readonly meta: JsonObject }

/** The era of a request's params, or what is wrong with their `_meta`. */
export function readEra({ _meta: meta }: JsonObject): Era | Failure {
  if (meta === undefined) return { type: 'legacy' }
  if (!isObject(meta)) return missing('_meta must be an object')
  if (!Object.hasOwn(meta, VERSION_KEY)) return { type: 'legacy' }
  const version = meta[VERSION_KEY]
  return typeof version === 'string' ? { type: 'modern', version, meta } : missing(`${VERSION_KEY} must be a string`)
}

/** Why a modern request can't be served, null when it can. Checked for every request: there is no handshake. */
export function refuseModern({ version, meta }: Era & { readonly type: 'modern' }): Failure | null {
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version.slice(0, MAX_SHOWN_LENGTH) }
    return { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data }
  }
  return isObject(meta[CAPABILITIES_KEY]) ? null : missing(`_meta is missing ${CAPABILITIES_KEY}`)
}

/** The failure of a modern request whose `_meta` doesn't name the revision. */
export function missingVersion(): Failure {
  return missing(`_meta is missing ${VERSION_KEY}`)
}

/** The revision `initialize` agrees on: the client's, or the newest with a handshake. */
export function negotiate(requested: string): string {
  return LEGACY_VERSIONS.includes(requested) ? requested : LEGACY_VERSIONS[0]!
}

function missing(reason: string): Failure {
  return { code: INVALID_PARAMS, message: `Invalid params: ${reason}` }
}
