/**
 * Bytes of a reply -> its events. What the bytes are is told from the first one:
 * some servers send one JSON value where a stream was asked for, or name a
 * content type that they don't send.
 */
import { AskError } from '../../base/errors.ts'
import { createSseParser, type SseMessage } from '../../sse/parse.ts'
import { parseJson } from '../protocols/json.ts'
import type { ModelEvent } from '../model.ts'
import type { ReplyReader } from '../protocols/protocol.ts'
import { checkLimit, MAX_EVENT_LENGTH } from '../protocols/reply-limit.ts'

/** A decoder that is fed. Its iterators are taken to the end. */
export interface ReplyDecoder {
  /** Takes the next bytes. The iterator throws `AskError('model…')`, after the events before it. */
  readonly push: (bytes: Uint8Array) => Iterable<ModelEvent>
  /** What the last bytes held, when no more come; the reader's `finish` is what follows. Throws like `push`. */
  readonly end: () => Iterable<ModelEvent>
}

/** Feeds a reader with the bytes of a reply's body. */
export function createReplyDecoder(reader: ReplyReader): ReplyDecoder {
  const messages: SseMessage[] = []
  const parser = createSseParser(
    (message) => messages.push(message),
    // llama.cpp has sent errors in a field of that name.
    (name, value) => name === 'error' && messages.push({ event: 'error', data: value }),
  )
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  /** Null as long as all is blank, and fits both. */
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
    else yield* reader.readWhole(parseJson(pieces.join('')))
  }

  /** Messages before a break in the stream count, wherever the bytes were cut. */
  function* readMessages(parse: () => void): Generator<ModelEvent> {
    let broken: AskError | null = null
    try {
      parse()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      broken = new AskError('model', error.message, { cause: error })
    }
    for (const message of messages.splice(0)) yield* reader.read(message)
    if (broken !== null) throw broken
  }

  return { push, end }
}

/** Whether bytes are the start of a JSON object or list; null where they are blank, or part of a byte order mark. */
function startsJson(bytes: Uint8Array): boolean | null {
  const first = bytes.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
  return first === undefined ? null : first === 0x7b || first === 0x5b
}
