/**
 * A request -> its reply and the reply's body, within a timeout and a limit of bytes. Redirects are not followed: they
 * would send the key to another host.
 */
import { onAbort } from '../base/abort.ts'
import type { Timeout } from './timeout.ts'

/** Dependencies of a request. */
export interface SendContext {
  readonly fetch: typeof fetch
  readonly timeout: Timeout
}

/** The limit of a body's length. */
export interface BodyLimit {
  readonly maxBytes: number
  /** The error for a body that is longer. */
  readonly tooLong: () => Error
}

/**
 * Sends a request. Rejects when the timeout's signal aborts, whatever `fetch`
 * does: on Node 20 it may stop hearing the signal once a garbage collection has
 * run. A reply that comes after that is closed unread.
 */
export async function send(url: string, init: RequestInit, { fetch, timeout }: SendContext): Promise<Response> {
  const { signal } = timeout
  const sent = fetch(url, { ...init, redirect: 'manual', signal })
  const aborted = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([sent, aborted])
  } catch (error) {
    sent.then(discard, () => undefined)
    throw error
  }
}

/** Closes a reply without reading its body. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

/** True for a redirect, also in the opaque form of browsers. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/**
 * Pieces as they come. Rejects when the timeout's signal aborts. Idle time is
 * counted only while a piece is awaited, so a slow consumer costs no time. The
 * connection is closed when the body has ended, when the iterator is returned
 * and when the signal aborts.
 */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  timeout: Timeout,
  { maxBytes, tooLong }: BodyLimit,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  // Ends an open read, also if the connection doesn't see the abort. A stream that has failed needs no
  // cancelling, so the rejection is ignored.
  const release = () => void reader.cancel().catch(() => undefined)
  const stopListening = onAbort(timeout.signal, release)
  let bytes = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      timeout.stopIdle()
      bytes += piece.value.length
      if (bytes > maxBytes) throw tooLong()
      yield piece.value
      timeout.startIdle()
    }
    // A read that was cancelled looks like the end.
    if (timeout.signal.aborted) throw timeout.signal.reason
  } finally {
    stopListening()
    release()
  }
}

/** The whole body as text; empty without a body. */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  timeout: Timeout,
  limit: BodyLimit,
): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const piece of readPieces(body, timeout, limit)) parts.push(decoder.decode(piece, { stream: true }))
  return parts.join('') + decoder.decode()
}
