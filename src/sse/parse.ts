/**
 * Bytes of an event stream -> its messages (WHATWG HTML, 9.2.6 Interpreting an
 * event stream). Pieces may have any size. A message without its last blank line is
 * dropped, as the standard has it, unless `flush` is called.
 */
import { AskError, type ErrorCode } from '../base/errors.ts'

/** UTF-16 units of one message, with its fields and its open line. */
const MAX_MESSAGE_LENGTH = 8_388_608

const CR = 13
const LF = 10
const BYTE_ORDER_MARK = 0xfeff

/** One message of a stream. */
export interface SseMessage {
  /** `message` where the stream names no event. */
  readonly event: string
  readonly data: string
  /** The last id in the stream, empty before the first. */
  readonly id: string
}

/** Options for streams that extend the standard. */
export interface SseOptions {
  /** UTF-16 units of one message, with its fields and its open line. */
  readonly maxLength?: number
  /** Code of the error for a longer message. */
  readonly tooLong?: ErrorCode
  /** Called for each field that the standard doesn't define, in its order among the messages. */
  readonly onUnknownField?: (name: string, value: string) => void
}

/** A push parser. */
export interface SseParser {
  /** Takes the next bytes. Throws an `AskError` for a message that is too long. */
  readonly push: (bytes: Uint8Array) => void
  /** Ends the stream, with its last message: some servers leave out the last blank line. */
  readonly flush: () => void
}

/** A parser that calls `onMessage` for each message as soon as it is complete. */
export function createSseParser(
  onMessage: (message: SseMessage) => void,
  { maxLength = MAX_MESSAGE_LENGTH, tooLong = 'endpoint', onUnknownField = () => undefined }: SseOptions = {},
): SseParser {
  // Replaces invalid UTF-8. By itself, Node 24 would drop two byte order marks where the first comes in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let isStart = true
  /** Pieces of the open line: joined once, since joining at each piece would be quadratic. */
  let pieces: string[] = []
  let length = 0
  let endsInCr = false
  let event = ''
  let data: string[] = []
  let id = ''

  function push(bytes: Uint8Array): void {
    take(decoder.decode(bytes, { stream: true }))
  }

  function flush(): void {
    take(decoder.decode())
    if (pieces.length > 0) endLine()
    dispatch()
  }

  function take(text: string): void {
    if (text === '') return
    const first = text.charCodeAt(0)
    // The line feed of a CR LF pair that was split between two pieces ends no second line.
    let start = (isStart && first === BYTE_ORDER_MARK) || (endsInCr && first === LF) ? 1 : 0
    isStart = false
    endsInCr = false
    for (let at = start; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (unit !== LF && unit !== CR) continue
      add(text.slice(start, at))
      endLine()
      if (unit === CR && text.charCodeAt(at + 1) === LF) at += 1
      start = at + 1
    }
    endsInCr = text.charCodeAt(text.length - 1) === CR
    add(text.slice(start))
  }

  function add(piece: string): void {
    if (piece === '') return
    pieces.push(piece)
    length += piece.length
    if (length <= maxLength) return
    throw new AskError(tooLong, `The event stream holds a message of more than ${maxLength} characters`)
  }

  function endLine(): void {
    const line = pieces.join('')
    pieces = []
    if (line === '') return dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') return void data.push(value)
    length -= line.length
    if (field === 'event') event = value
    else if (field === 'id') id = value.includes('\0') ? id : value
    else if (field !== 'retry' && field !== '') onUnknownField(field, value)
  }

  function dispatch(): void {
    const message = { event: event === '' ? 'message' : event, data: data.join('\n'), id }
    const isEmpty = data.length === 0
    event = ''
    data = []
    length = 0
    if (!isEmpty) onMessage(message)
  }

  return { push, flush }
}
