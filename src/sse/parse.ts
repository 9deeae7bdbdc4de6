/**
 * Bytes of an event stream -> its messages (WHATWG HTML, 9.2.6 Interpreting an
 * event stream). Fed in pieces of any size; a message that the stream ends in
 * the middle of is never told, as the standard has it, unless it is asked for.
 */
import { AskError, type ErrorCode } from '../base/errors.ts'

/** UTF-16 units of one message, its fields and line under way together. */
const MAX_MESSAGE_LENGTH = 8_388_608

const CR = 13
const LF = 10
const BYTE_ORDER_MARK = 0xfeff

/** One message of a stream. */
export interface SseMessage {
  /** `message` where the stream names none. */
  readonly event: string
  readonly data: string
  /** The last id that the stream has named, empty before the first. */
  readonly id: string
}

/** How a stream is read that isn't quite the standard's. */
export interface SseOptions {
  /** UTF-16 units of one message, its fields and line under way together. */
  readonly maxLength?: number
  /** Code of the error that a longer message is refused with. */
  readonly tooLong?: ErrorCode
  /** Called for each field that the standard doesn't know, in its place among the messages. */
  readonly onUnknownField?: (name: string, value: string) => void
}

/** A parser that is fed. */
export interface SseParser {
  /** Takes the next bytes. Throws an `AskError` for a message that is too long. */
  readonly push: (bytes: Uint8Array) => void
  /** Tells the message that the stream has ended in the middle of: for servers that leave out its last blank line. */
  readonly flush: () => void
}

/** `onMessage` is called for each message as soon as it is complete. */
export function createSseParser(
  onMessage: (message: SseMessage) => void,
  { maxLength = MAX_MESSAGE_LENGTH, tooLong = 'endpoint', onUnknownField = () => undefined }: SseOptions = {},
): SseParser {
  // Replaces what is no UTF-8. Left to it, Node 24 would drop two byte order marks where the first comes in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let isStart = true
  /** Pieces of the line under way: joined once, since joining at each piece would be quadratic. */
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
    // The line feed of a pair whose carriage return came before ends no second line.
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
