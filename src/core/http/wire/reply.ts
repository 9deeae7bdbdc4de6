/**
 * Values -> replies: JSON with its headers, Error bodies, and replies to reads, which have an entity tag (RFC 9110,
 * 8.8.3) and are cached. All replies with one representation share its bytes, so that a further client needs no copy.
 *
 * Frames -> the reply that streams them. Its headers keep proxies from buffering it. It begins with a comment and sends
 * another one after every silence, so that no proxy closes the connection as idle (WHATWG HTML, 9.2.7 Authoring notes).
 */
import { createTimedReader } from '../../base/abort.ts'
import { sha256, toHex } from '../../base/bytes.ts'
import { statusOf } from '../../base/errors.ts'
import { HEARTBEAT, OPENING } from '../../sse/event-stream.ts'
import type { HttpReply, HttpRequest } from './message.ts'

/** Seconds for which a browser or proxy may reuse a read without asking again. */
const READ_MAX_AGE = 60

/** Bytes of the SHA-256 digest that a tag has: 128 bits are enough that no two replies share a tag. */
const TAG_BYTES = 16

export const JSON_TYPE = 'application/json; charset=utf-8'

const encoder = new TextEncoder()

type Headers = HttpReply['headers']

/** A JSON reply that no cache may store. */
export function jsonReply(status: number, value: unknown, headers: Headers = {}): HttpReply {
  return {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(value),
  }
}

/** A reply with the contract's Error body. */
export function errorReply(status: number, error: string, headers: Headers = {}): HttpReply {
  return jsonReply(status, { error }, headers)
}

/** True for the reply of a service to a path that it doesn't have. */
export function isUnknownPath({ status, route }: HttpReply): boolean {
  return status === 404 && route === undefined
}

/** The reply to OPTIONS, and to a method that the path doesn't have; `allow` lists the methods that it has. */
export function methodReply(method: string, allow: string): HttpReply {
  if (method !== 'OPTIONS') return errorReply(statusOf('method-not-allowed'), `This path allows ${allow}.`, { allow })
  return { status: 204, headers: { 'x-content-type-options': 'nosniff', allow }, body: null }
}

export interface Representation {
  readonly type: string
  /** Gives the text of a reply that is not cached. */
  readonly text: () => string | Promise<string>
}

/** Bytes of a cached value beside its body: headers, tag and key. */
const ENTRY_BYTES = 1_024
/** Shorter bodies are made as fast as found: the empty list, of which readers could ask for any number. */
const MIN_CACHED_BYTES = 64

/**
 * A cache of replies to reads, of at most `maxBytes`. A key must always stand for the same representation. The function
 * gives the reply with a key: in full, or with 304 if the client's copy is current.
 */
export function createReplyCache(maxBytes: number) {
  const cached = createByteCache<Awaited<ReturnType<typeof createReadReply>>>(maxBytes, ({ full }) => full.body.length)
  return async function reply(request: HttpRequest, key: string, representation: Representation): Promise<HttpReply> {
    const { tag, full, notModified } = await cached(key, () => createReadReply(representation))
    return matchesEtag(request.header('if-none-match'), tag) ? notModified : full
  }
}

/**
 * A cache of at most `maxBytes` without values in the making, which all who ask for one share; the least recently used
 * leave it first. The function gives the value of a key, which `make` makes if the cache does not have it.
 */
export function createByteCache<T>(maxBytes: number, bytesOf: (value: T) => number) {
  /** In the order of their last use. */
  const entries = new Map<string, { readonly made: Promise<T>; bytes: number }>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function add(key: string, make: () => Promise<T>) {
    const entry = { made: make(), bytes: 0 }
    const keep = (length: number) => {
      if (length < MIN_CACHED_BYTES || length + ENTRY_BYTES > maxBytes) return drop(key)
      entry.bytes = length + ENTRY_BYTES
      bytes += entry.bytes
      for (const [leastRecent, other] of entries) {
        if (bytes <= maxBytes) break
        if (other.bytes > 0) drop(leastRecent)
      }
    }
    entry.made.then((value) => keep(bytesOf(value)), () => drop(key))
    return entry
  }

  return function cached(key: string, make: () => Promise<T>): Promise<T> {
    const entry = entries.get(key) ?? add(key, make)
    entries.delete(key)
    entries.set(key, entry)
    return entry.made
  }
}

/** The headers of every reply to a read with this tag; not `public`, or caches would share what a login protects. */
export function readHeaders(tag: string): Headers {
  return { etag: tag, 'cache-control': `max-age=${READ_MAX_AGE}`, 'x-content-type-options': 'nosniff' }
}

/** The two replies to a read, of which `If-None-Match` selects one. */
async function createReadReply({ type, text }: Representation) {
  const body = encoder.encode(await text())
  const tag = await entityTag(body)
  const common = readHeaders(tag)
  return {
    tag,
    full: { status: 200, headers: { 'content-type': type, 'content-length': String(body.length), ...common }, body },
    notModified: { status: 304, headers: common, body: null },
  }
}

/** The quoted tag of these bytes. */
export async function entityTag(bytes: Uint8Array): Promise<string> {
  const digest = await sha256(bytes)
  return `"${toHex(digest.subarray(0, TAG_BYTES))}"`
}

/**
 * True if an `If-None-Match` header lists this tag. The comparison is weak, as the RFC requires: a proxy that
 * compresses may have added `W/`. Our tags contain no comma, so the list can be split at every comma.
 */
export function matchesEtag(header: string | null, tag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === tag)
}

/** Bytes of a piece; only the last one is shorter. */
export const PIECE_BYTES = 64 * 1024

/** Views of the bytes, piece by piece, without copies. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** Headers of a stream: it must not be cached, compressed or buffered on its way. `x-accel-buffering` is for nginx. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/**
 * The reply that streams `frames`. They are read only as fast as the reply is, and must end soon after the signal of
 * the request aborts. `heartbeatMs` is the silence after which a comment is sent.
 */
export function eventStreamReply(frames: AsyncIterable<string>, heartbeatMs: number): HttpReply {
  return { status: 200, headers: STREAM_HEADERS, body: withHeartbeat(frames, heartbeatMs) }
}

async function* withHeartbeat(frames: AsyncIterable<string>, heartbeatMs: number): AsyncGenerator<string> {
  // `frames` ends by itself when the client is gone.
  const reader = createTimedReader(frames, null)
  try {
    yield OPENING
    for (;;) {
      const read = await reader.next(heartbeatMs)
      if (read.type === 'end') return
      yield read.type === 'late' ? HEARTBEAT : read.item
    }
  } finally {
    reader.end()
  }
}
