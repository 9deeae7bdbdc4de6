/**
 * A handler -> the same with gzip, where a client takes it and a reply is worth it. A representation is compressed
 * once: all replies with it share their bytes, so these are the key of the compressed ones.
 */
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { matchesEtag } from '../../http/wire/etag.ts'
import type { Handler, HttpReply } from '../../http/wire/message.ts'

/** Bytes from which a reply is compressed. */
const MIN_BYTES = 1_024
/** Level for replies that no other client gets: a tenth larger, in a third of the time. */
const SINGLE_LEVEL = 3
const SHARED_LEVEL = constants.Z_DEFAULT_COMPRESSION

/** Media types that shrink; images, fonts and archives are compressed already. */
const TYPES = new RegExp([
  '^text/', '^application/(?:json|xml|yaml|wasm|manifest\\+json|xhtml\\+xml|vnd\\.ms-fontobject)',
  '^image/(?:svg\\+xml|bmp|x-icon)', '^font/[ot]tf',
].join('|'))
/** Streams: a part of one must not wait for the next. */
const STREAM = /^text\/event-stream/
const STATUSES = new Set([200, 404])
/** Entity tags of replies that can be compressed, the latest ones. */
const MAX_TAGS = 4_096
/** Parsed values of `Accept-Encoding` that are cached; clients send few different ones. */
const MAX_CHOICES = 64

type Headers = HttpReply['headers']

/** Headers of a compressed reply, without its length, and of the 304 in its place. */
interface GzipHeaders {
  readonly full: Headers
  readonly notModified: Headers
}

/** A compressed body with its length as a header has it. */
interface Compressed {
  readonly bytes: Uint8Array
  readonly length: string
}

const compress = promisify(gzip)

/** Compresses the replies of a handler whose bodies are whole. */
export function withCompression(handler: Handler): Handler {
  const bodies = new WeakMap<Uint8Array, Promise<Compressed>>()
  /** Both by the headers of the handler's reply: replies with one representation share them. */
  const plainHeaders = new WeakMap<Headers, Headers>()
  const gzipHeaders = new WeakMap<Headers, GzipHeaders>()
  const accepts = createGzipChoice()
  /** A 304 has the `Vary` of the reply in full, but not its length, by which that is decided. */
  const tags = createRecentSet(MAX_TAGS)

  function compressed(body: string | Uint8Array): Promise<Compressed> {
    if (typeof body === 'string') return compressAt(SINGLE_LEVEL, body)
    const cached = bodies.get(body)
    if (cached !== undefined) return cached
    const made = compressAt(SHARED_LEVEL, body)
    bodies.set(body, made)
    made.catch(() => bodies.delete(body))
    return made
  }

  return async function handle(request, target) {
    const reply = await handler(request, target)
    const { status, headers, body } = reply
    if (status === 304 && tags.has(headers['etag'] ?? '')) {
      return withHeaders(reply, cachedBy(plainHeaders, headers, varied))
    }
    if (!isCompressible(reply)) return reply
    const { etag } = headers
    if (etag !== undefined) tags.add(etag)
    // A text body is made for one request, so its headers are not cached.
    const isOwn = typeof body === 'string'
    if (!accepts(request.header('accept-encoding'))) {
      return withHeaders(reply, isOwn ? varied(headers) : cachedBy(plainHeaders, headers, varied))
    }
    const { full, notModified } = isOwn ? gzipHeadersOf(headers) : cachedBy(gzipHeaders, headers, gzipHeadersOf)
    const tag = notModified['etag']
    if (status === 200 && tag !== undefined && matchesEtag(request.header('if-none-match'), tag)) {
      return { ...withHeaders(reply, notModified), status: 304, body: null }
    }
    const { bytes, length } = await compressed(reply.body)
    return { ...withHeaders(reply, { ...full, 'content-length': length }), body: bytes }
  }
}

/** The value of a key, which is made once. */
function cachedBy<Key extends object, Value>(cache: WeakMap<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const made = make(key)
  cache.set(key, made)
  return made
}

/** A set of at most `maxSize` texts, those that were added last. */
function createRecentSet(maxSize: number): Pick<Set<string>, 'has'> & { readonly add: (text: string) => void } {
  let recent = new Set<string>()
  let older = recent

  function add(text: string): void {
    recent.add(text)
    if (recent.size < maxSize / 2) return
    older = recent
    recent = new Set()
  }

  return { has: (text) => recent.has(text) || older.has(text), add }
}

async function compressAt(level: number, body: string | Uint8Array): Promise<Compressed> {
  const bytes = await compress(body, { level })
  return { bytes, length: String(bytes.length) }
}

/** The reply with other headers. Written out, since a spread takes longer than all else here. */
function withHeaders({ status, body, route }: HttpReply, headers: Headers): HttpReply {
  return route === undefined ? { status, headers, body } : { status, headers, body, route }
}

function gzipHeadersOf(headers: Headers): GzipHeaders {
  const { etag, 'content-length': _length, ...others } = varied(headers)
  const tagged = etag === undefined ? others : { ...others, etag: gzipTag(etag) }
  const { 'content-type': _type, ...notModified } = tagged
  return { full: { ...tagged, 'content-encoding': 'gzip' }, notModified }
}

/** True for media types whose files are worth compressing. */
export function isCompressibleType(type: string): boolean {
  return TYPES.test(type) && !STREAM.test(type)
}

function isCompressible(reply: HttpReply): reply is HttpReply & { readonly body: string | Uint8Array } {
  const { status, headers, body } = reply
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  if (!isWhole || body.length < MIN_BYTES || !STATUSES.has(status)) return false
  return isCompressibleType(headers['content-type'] ?? '') && !('content-encoding' in headers)
}

/** `"abc"` -> `"abc-gzip"`: each encoding is a representation of its own (RFC 9110, 8.8.3.3). */
function gzipTag(etag: string): string {
  return etag.replace(/"$/, '-gzip"')
}

function varied(headers: Headers): Headers {
  const { vary = '' } = headers
  if (/(?:^|[\s,])(?:accept-encoding|\*)(?:$|[\s,])/i.test(vary)) return headers
  return { ...headers, vary: vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding` }
}

/** A function that tells of an `Accept-Encoding` header whether its client prefers gzip to nothing. */
function createGzipChoice(): (header: string | null) => boolean {
  const choices = new Map<string, boolean>()

  return function accepts(header) {
    if (header === null) return false
    const cached = choices.get(header)
    if (cached !== undefined) return cached
    const choice = acceptsGzip(header)
    if (choices.size === MAX_CHOICES) choices.clear()
    choices.set(header, choice)
    return choice
  }
}

/** True for the header of a client that prefers gzip to nothing (RFC 9110, 12.5.3). */
function acceptsGzip(header: string): boolean {
  const weights = new Map(header.toLowerCase().split(',').map((item) => {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
    return [coding, weight === undefined ? 1 : Number(weight)] as const
  }))
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}
