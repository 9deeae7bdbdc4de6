/** Requests and replies as plain records, the same for node:http and for fetch hosts. */

export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  /** The request target as received: path and query, not decoded. */
  readonly target: string
  /** Value of a header by its lower-case name, null if it is absent. */
  readonly header: (name: string) => string | null
  /** The whole body, or null once it is larger than `maxBytes`. Read at most once. */
  readonly body: (maxBytes: number) => Promise<Uint8Array | null>
  /** Address of the peer, empty if the host doesn't provide it. */
  readonly client: string
  /**
   * Host name of the loopback address that the server listens on, in lower case and without port; null if other
   * machines can reach the server, or if that isn't known.
   */
  readonly loopbackHost: string | null
  /** Aborts when the client disconnects, and when the host stops waiting for the reply. */
  readonly signal: AbortSignal
  /** Makes the host wait for work that continues after the reply. The work must not reject. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

export interface HttpReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The whole body as text or bytes, or pieces to send as they come; null for no body. Bytes may be shared by many
   * replies: never change them.
   */
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null
  /** Pattern of the reply's route, such as `/api/ask/sections/{id}`; undefined for pages and unknown paths. */
  readonly route?: string | undefined
}

/**
 * The function that replies to every request; never rejects. A reply to HEAD has the body of GET, which adapters drop.
 * `target` is the parsed target, if the caller already has it.
 */
export type Handler = (request: HttpRequest, target?: Target) => Promise<HttpReply>

export interface Target {
  /** Not decoded. */
  readonly path: string
  /** Segments of the path, decoded; empty ones are left out. */
  readonly segments: readonly string[]
  /** Text after the first `?`, not decoded. */
  readonly query: string
}
