/**
 * Bytes of an event stream -> its messages (WHATWG HTML, 9.2.6 Interpreting an
 * event stream). Fed in pieces of any size. A message without its closing blank
 * line is dropped, as the standard has it, unless `flush` asks for it. Ids and
 * times to reconnect are ignored: no stream of ours is resumed. The overlay
 * loads this file, so that each byte of it counts.
 */

/** UTF-16 units of one message, its fields and line under way together. */
const MAX_MESSAGE_LENGTH = 1_048_576

const LINE_END = /\r\n?|\n/
/** The name of a field, and its value behind a colon and one space. A line without a colon is a name. */
const FIELD = /([^:]*):? ?([^]*)/

/** One message of a stream. */
export interface SseMessage {
  /** `message` where the stream names no event. */
  readonly event: string
  readonly data: string
}

/** A parser that is fed in pieces. */
export interface SseParser {
  /** Takes the next bytes. Throws a RangeError for a message that is too long. */
  readonly push: (bytes: Uint8Array) => void
  /** Takes the end of the stream; passes on a last message without its blank line, which some servers leave out. */
  readonly flush: () => void
}

/**
 * `onMessage` is called for each message as soon as it is complete, and in order
 * with it `onOtherField` for each field besides `event` and `data`: ids, times to
 * reconnect, comments (with an empty name) and fields the standard doesn't know.
 */
export function createSseParser(
  onMessage: (message: SseMessage) => void,
  onOtherField: (name: string, value: string) => void = () => undefined,
): SseParser {
  // Replaces bytes that are no UTF-8. It keeps byte order marks: Node 24 would drop two where the first comes in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** A character that means nothing at the start of the next text: a byte order mark, or the second half of a line end. */
  let skipped = '\ufeff'
  /** The line under way. Nothing looks into it before its end: engines join such pieces once, in linear time. */
  let line = ''
  let length = 0
  let event = ''
  let data: string[] = []

  function push(bytes: Uint8Array): void {
    take(decoder.decode(bytes, { stream: true }))
  }

  function flush(): void {
    take(decoder.decode())
    if (line !== '') endLine()
    dispatch()
  }

  function take(text: string): void {
    if (text === '') return
    const body = text.startsWith(skipped) ? text.slice(skipped.length) : text
    skipped = text.endsWith('\r') ? '\n' : ''
    const [first = '', ...lines] = body.split(LINE_END)
    add(first)
    for (const next of lines) {
      endLine()
      add(next)
    }
  }

  function add(piece: string): void {
    line += piece
    length += piece.length
    if (length > MAX_MESSAGE_LENGTH) throw new RangeError(`An event has more than ${MAX_MESSAGE_LENGTH} characters`)
  }

  function endLine(): void {
    const ended = line
    line = ''
    if (ended === '') return dispatch()
    const [, field = '', value = ''] = FIELD.exec(ended) ?? []
    if (field === 'data') return void data.push(value)
    length -= ended.length
    if (field === 'event') event = value
    else onOtherField(field, value)
  }

  function dispatch(): void {
    const message = { event: event || 'message', data: data.join('\n') }
    const isEmpty = data.length === 0
    event = ''
    data = []
    length = 0
    if (!isEmpty) onMessage(message)
  }

  return { push, flush }
}
