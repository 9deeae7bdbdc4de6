/**
 * Event streams. Bytes -> messages (WHATWG HTML, 9.2.6 Interpreting an event stream): the bytes come in pieces of any
 * size. As the standard requires, a last message without its blank line is dropped, unless `flush` is called. Ids and
 * reconnection times are ignored, because no stream here is resumed. And events -> the text of a stream: names come from
 * a closed list and payloads are JSON without line breaks, so no text of a model, a page or a reader can become a frame.
 */

import { escapeLineEnds } from '../base/json.ts'

/** Longest message, in UTF-16 units: its fields and the unfinished line. */
const MAX_MESSAGE_LENGTH = 1_048_576

const LINE_END = /\r\n?|\n/
/** The name of a field, and its value after a colon and at most one space. A line without a colon is a name. */
const FIELD = /([^:]*):? ?([^]*)/

/** Names of events: those of an answer, that of MCP, and that of a watched site. */
export type EventName = 'search' | 'sources' | 'token' | 'outcome' | 'done' | 'error' | 'message' | 'change'

/** The comment that begins a stream: it makes proxies pass on the headers at once. */
export const OPENING = ': ok\n\n'
/** The comment of a silent stream, which clients skip: it shows proxies that the connection is in use. */
export const HEARTBEAT = ': hb\n\n'

export interface SseMessage {
  /** `message` if the stream names no event. */
  readonly event: string
  readonly data: string
}

/**
 * A parser, fed in pieces, that gives each message as soon as it is complete. Fields with a name of `own` are messages of
 * that name themselves, wherever they come. What `push` and `flush` give must be taken to its end.
 */
export function createSseParser(own: readonly string[] = []) {
  // Replaces invalid UTF-8. Byte order marks are kept, because Node 24 drops two if the first comes in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** A character to skip at the start of the next text: a byte order mark, or the LF after a CR. */
  let skipped = '\ufeff'
  /** The unfinished line. It is not read before it ends: engines then join its pieces only once, in linear time. */
  let line = ''
  let length = 0
  let event = ''
  let data: string[] = []

  /** Takes the next bytes. Throws a RangeError for a message that is too long, after those before it. */
  function push(bytes: Uint8Array): Generator<SseMessage> {
    return take(decoder.decode(bytes, { stream: true }))
  }

  /** Ends the stream, with a last message without its blank line, which some servers leave out. */
  function* flush(): Generator<SseMessage> {
    yield* take(decoder.decode())
    yield* endLine()
    yield* endLine()
  }

  function* take(text: string): Generator<SseMessage> {
    if (text === '') return
    const body = text.startsWith(skipped) ? text.slice(skipped.length) : text
    skipped = text.endsWith('\r') ? '\n' : ''
    const [first = '', ...lines] = body.split(LINE_END)
    add(first)
    for (const next of lines) {
      yield* endLine()
      add(next)
    }
  }

  function add(piece: string): void {
    line += piece
    length += piece.length
    if (length > MAX_MESSAGE_LENGTH) throw new RangeError(`An event has more than ${MAX_MESSAGE_LENGTH} characters`)
  }

  function endLine(): readonly SseMessage[] {
    const ended = line
    line = ''
    if (ended === '') return endMessage()
    const [, field = '', value = ''] = FIELD.exec(ended) ?? []
    if (field === 'data') data.push(value)
    else length -= ended.length
    if (field === 'event') event = value
    return own.includes(field) ? [{ event: field, data: value }] : []
  }

  function endMessage(): readonly SseMessage[] {
    const message = { event: event || 'message', data: data.join('\n') }
    const isEmpty = data.length === 0
    event = ''
    data = []
    length = 0
    return isEmpty ? [] : [message]
  }

  return { push, flush }
}

/** The frame of one event. Lone surrogates in the payload become U+FFFD, which every JSON parser accepts. */
export function formatFrame(event: EventName, payload: object): string {
  return `event: ${event}\ndata: ${escapeLineEnds(JSON.stringify(payload, wellFormed))}\n\n`
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
