/**
 * Requests and replies as the router sees them: plain records, so that
 * node:http and fetch hosts need no objects of the other's kind.
 */

export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  /** The request target as it came: raw path and query, not decoded. */
  readonly target: string
  /** Value of a header by its lower-case name, null when absent. */
  readonly header: (name: string) => string | null
  /** The whole body, or null as soon as it is larger than `maxBytes`. Read at most once. */
  readonly body: (maxBytes: number) => Promise<Uint8Array | null>
  /** Address of the peer, empty where the host doesn't tell. */
  readonly client: string
  /** Aborts when the client goes away, and when the host can wait for the reply no longer. */
  readonly signal: AbortSignal
  /** Keeps the host from ending work that goes on after the reply. The work must not reject. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

export interface HttpReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Whole text, or pieces of text or bytes to send as they come; null for none. */
  readonly body: string | AsyncIterable<string | Uint8Array> | null
}

/** Answers any request; never rejects. A reply to HEAD carries the body of GET: adapters leave it off. */
export type Handler = (request: HttpRequest) => Promise<HttpReply>
