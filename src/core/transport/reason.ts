/**
 * An error of `fetch` -> its reason, in fixed words. The original messages are never repeated, because one of them
 * contains the value of an invalid header.
 */

/** The reason of a failed request. */
export interface Reason {
  /** Words that follow a colon: `connection refused`. */
  readonly text: string
  /** True if the same request may succeed in a moment. */
  readonly isTransient: boolean
}

const CUT: Reason = { text: 'the connection was cut', isTransient: true }
const TIMED_OUT: Reason = { text: 'the connection timed out', isTransient: true }
const NO_TLS: Reason = { text: 'it doesn\'t speak TLS: is the address http, not https?', isTransient: false }
const BROKEN: Reason = { text: 'its compressed reply is broken', isTransient: false }
const SELF_SIGNED: Reason = { text: 'its certificate is self-signed', isTransient: false }
const BAD_PORT: Reason = { text: 'fetch refuses this port as unsafe; use another', isTransient: false }
const UNKNOWN: Reason = { text: 'the request failed', isTransient: true }

/** Reasons by the error codes of Node and of undici, its HTTP client. */
const BY_CODE: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ['ECONNREFUSED', { text: 'connection refused', isTransient: true }],
  ['ECONNRESET', CUT],
  ['EPIPE', CUT],
  ['UND_ERR_SOCKET', CUT],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CUT],
  ['ENOTFOUND', { text: 'no such host', isTransient: false }],
  ['EAI_AGAIN', { text: 'the host name can\'t be looked up', isTransient: true }],
  ['EHOSTUNREACH', { text: 'the host can\'t be reached', isTransient: true }],
  ['ENETUNREACH', { text: 'the network can\'t be reached', isTransient: true }],
  ['ETIMEDOUT', TIMED_OUT],
  ['UND_ERR_CONNECT_TIMEOUT', TIMED_OUT],
  ['UND_ERR_HEADERS_TIMEOUT', TIMED_OUT],
  ['UND_ERR_BODY_TIMEOUT', TIMED_OUT],
  ['UND_ERR_HEADERS_OVERFLOW', { text: 'its headers are too long', isTransient: false }],
  ['Z_DATA_ERROR', BROKEN],
  ['Z_BUF_ERROR', BROKEN],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', SELF_SIGNED],
  ['SELF_SIGNED_CERT_IN_CHAIN', SELF_SIGNED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { text: 'its certificate can\'t be verified', isTransient: false }],
  ['ERR_TLS_CERT_ALTNAME_INVALID', { text: 'its certificate is for another host', isTransient: false }],
  ['CERT_HAS_EXPIRED', { text: 'its certificate has expired', isTransient: false }],
  ['EPROTO', NO_TLS],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS],
])

/** Codes are names of constants; other texts may come from outside. */
const CODE = /^[A-Z][A-Z0-9_]{2,50}$/
/** `fetch` wraps the error into the `cause` of a TypeError, sometimes more than once. */
const MAX_DEPTH = 4

/** The reason by the first code among an error and its causes. */
export function reasonOf(error: unknown): Reason {
  let cause = error
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) {
      return BY_CODE.get(cause.code) ?? { text: cause.code, isTransient: true }
    }
    if (cause.message === 'bad port') return BAD_PORT
    cause = cause.cause
  }
  return UNKNOWN
}
