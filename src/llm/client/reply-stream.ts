/**
 * Bytes of a reply -> its events. The format is detected by the first byte, because some servers send one JSON value
 * although a stream was requested, or a wrong content type.
 */
import { AskError } from '../../base/errors.ts'
import { createSseParser, type SseMessage } from '../../sse/parse.ts'
import type { ModelEvent } from '../model.ts'
import { parseShallowJson } from '../protocols/json.ts'
import type { ReplyReader } from '../protocols/protocol.ts'
import { checkLimit, MAX_EVENT_LENGTH } from '../protocols/reply-limit.ts'

/** A decoder that takes bytes in pieces. Its iterators must be read to their end. */
export interface ReplyDecoder {
  /** Takes the next bytes. The iterator throws `AskError('model…')`, after the events before it. */
  readonly push: (bytes: Uint8Array) => Iterable<ModelEvent>
  /** Decodes the end of the bytes; call the reader's `finish` after it. Throws like `push`. */
  readonly end: () => Iterable<ModelEvent>
}

/** A decoder that feeds a reader with the bytes of a reply's body. */
export function createReplyDecoder(reader: ReplyReader): ReplyDecoder {
  const messages: SseMessage[] = []
  const parser = createSseParser(
    (message) => messages.push(message),
    // llama.cpp sends errors in a field named `error`.
    (name, value) => name === 'error' && messages.push({ event: 'error', data: value }),
  )
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  /** Null while all bytes are white space, which both formats allow. */
  let isJson: boolean | null = null

  function* push(bytes: Uint8Array): Generator<ModelEvent> {
    isJson ??= startsJson(bytes)
    if (isJson !== true) yield* readMessages(() => parser.push(bytes))
    if (isJson === false) return
    length += bytes.length
    checkLimit(length, MAX_EVENT_LENGTH, 'bytes in one JSON value')
    pieces.push(decoder.decode(bytes, { stream: true }))
  }

  function* end(): Generator<ModelEvent> {
    if (isJson !== true) yield* readMessages(parser.flush)
    else yield* reader.readWhole(parseShallowJson(pieces.join('')))
  }

  /** Messages before a parse error are read first, so that the result does not depend on the sizes of pieces. */
  function* readMessages(parse: () => void): Generator<ModelEvent> {
    let parseError: AskError | null = null
    try {
      parse()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      parseError = new AskError('model', error.message, { cause: error })
    }
    for (const message of messages.splice(0)) yield* reader.read(message)
    if (parseError !== null) throw parseError
  }

  return { push, end }
}

/** True for the start of a JSON object or array; null for white space and parts of a byte order mark. */
function startsJson(bytes: Uint8Array): boolean | null {
  const first = bytes.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
  return first === undefined ? null : first === 0x7b || first === 0x5b
}
