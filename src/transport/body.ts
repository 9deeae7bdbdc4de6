/** A reply's body -> its pieces, or its text, within a wait and bounded in bytes. */
import { onAbort } from '../base/abort.ts'
import type { Wait } from './wait.ts'

/** What a body does once it is longer than it may be. */
export interface BodyLimit {
  readonly maxBytes: number
  /** The error to throw. */
  readonly tooLong: () => Error
}

/**
 * Pieces as they come. Rejects when the wait is over. The silence between them
 * is counted only while one is waited for, so a slow reader costs no time. The
 * connection is closed when they are taken to the end, when the iterator is
 * returned and when the wait is over.
 */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  wait: Wait,
  { maxBytes, tooLong }: BodyLimit,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  // Ends a read under way, also where the connection doesn't hear of the abort. A stream that has failed needs no
  // cancelling, so its complaint is left.
  const release = () => void reader.cancel().catch(() => undefined)
  const stopListening = onAbort(wait.signal, release)
  let bytes = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      wait.hold()
      bytes += piece.value.length
      if (bytes > maxBytes) throw tooLong()
      yield piece.value
      wait.touch()
    }
    // A read that was cancelled looks like the end.
    if (wait.signal.aborted) throw wait.signal.reason
  } finally {
    stopListening()
    release()
  }
}

/** The whole body as text; empty where there is none. */
export async function readText(body: ReadableStream<Uint8Array> | null, wait: Wait, limit: BodyLimit): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const piece of readPieces(body, wait, limit)) parts.push(decoder.decode(piece, { stream: true }))
  return parts.join('') + decoder.decode()
}
