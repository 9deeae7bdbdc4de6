/**
 * What a stream says -> its text (WHATWG HTML, 9.2.5 Parsing an event stream).
 * Names come from a closed list and payloads are JSON, which holds no line
 * break, so that no text of a model, a page or a reader becomes a frame.
 */

/** All names that an event of ours can have: those of an answer, and the one of MCP. */
export type EventName = 'search' | 'sources' | 'token' | 'done' | 'error' | 'message'

/** A comment, which readers skip: proof to proxies that the stream is alive. */
export const OPENING = ': ok\n\n'
export const HEARTBEAT = ': hb\n\n'

/** One event. Halves of surrogate pairs in the payload become U+FFFD, which every JSON reader can take. */
export function formatFrame(event: EventName, payload: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(payload, wellFormed)}\n\n`
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
