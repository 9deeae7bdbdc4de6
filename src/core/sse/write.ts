/**
 * Events -> the text of a stream (WHATWG HTML, 9.2.5 Parsing an event stream). Names come from a closed list and
 * payloads are JSON without line breaks, so no text of a model, a page or a reader can become a frame.
 */

/** Names of events: those of an answer, that of MCP, and that of a watched site. */
export type EventName = 'search' | 'sources' | 'token' | 'outcome' | 'done' | 'error' | 'message' | 'change'

/** The comment that begins a stream: it makes proxies pass on the headers at once. */
export const OPENING = ': ok\n\n'
/** The comment of a silent stream, which clients skip: it shows proxies that the connection is in use. */
export const HEARTBEAT = ': hb\n\n'

/** The frame of one event. Lone surrogates in the payload become U+FFFD, which every JSON parser accepts. */
export function formatFrame(event: EventName, payload: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(payload, wellFormed)}\n\n`
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
