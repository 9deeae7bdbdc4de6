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

const UNKNOWN: Reason = { text: 'the request failed', isTransient: true }

/** Reasons, and the error codes of Node and of undici, its HTTP client, that have them. */
const REASONS: readonly (readonly [text: string, isTransient: boolean, codes: readonly string[]])[] = [
  ['connection refused', true, ['ECONNREFUSED']],
  ['the connection was cut', true, [
    'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  ]],
  ['no such host', false, ['ENOTFOUND']],
  ['the host name can\'t be looked up', true, ['EAI_AGAIN']],
  ['the host can\'t be reached', true, ['EHOSTUNREACH']],
  ['the network can\'t be reached', true, ['ENETUNREACH']],
  ['the connection timed out', true, [
    'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT',
  ]],
  ['its headers are too long', false, ['UND_ERR_HEADERS_OVERFLOW']],
  ['its compressed reply is broken', false, ['Z_DATA_ERROR', 'Z_BUF_ERROR']],
  ['its certificate is self-signed', false, ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
  ['its certificate can\'t be verified', false, ['UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
  ['its certificate is for another host', false, ['ERR_TLS_CERT_ALTNAME_INVALID']],
  ['its certificate has expired', false, ['CERT_HAS_EXPIRED']],
  ['it doesn\'t speak TLS: is the address http, not https?', false, [
    'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  ]],
]
const BAD_PORT: Reason = { text: 'fetch refuses this port as unsafe; use another', isTransient: false }

/** Codes are names of constants; other texts may come from outside. */
const CODE = /^[A-Z][A-Z0-9_]{2,50}$/
/** `fetch` wraps the error into the `cause` of a TypeError, sometimes more than once. */
const MAX_DEPTH = 4

/** The reason by the first code among an error and its causes. */
export function reasonOf(error: unknown): Reason {
  let cause = error
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) {
      const { code } = cause
      const [text = code, isTransient = true] = REASONS.find(([, , codes]) => codes.includes(code)) ?? []
      return { text, isTransient }
    }
    if (cause.message === 'bad port') return BAD_PORT
    cause = cause.cause
  }
  return UNKNOWN
}
