/**
 * A handler -> the same with gzip, where a client takes it and a reply is worth it. A representation is compressed
 * once: all replies with it share their bytes, so these are the key of the compressed ones.
 */
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { matchesEtag } from '../../http/wire/etag.ts'
import type { Handler, HttpReply, HttpRequest } from '../../http/wire/message.ts'

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

type Headers = HttpReply['headers']

const compress = promisify(gzip)

/** Compresses the replies of a handler whose bodies are whole. */
export function withCompression(handler: Handler): Handler {
  const shared = new WeakMap<Uint8Array, Promise<Uint8Array>>()

  function compressed(body: string | Uint8Array): Promise<Uint8Array> {
    if (typeof body === 'string') return compress(body, { level: SINGLE_LEVEL })
    const cached = shared.get(body) ?? compress(body, { level: SHARED_LEVEL })
    shared.set(body, cached)
    cached.catch(() => shared.delete(body))
    return cached
  }

  /** A 304 has the `Vary` of the reply in full, but not its length, by which that is decided. */
  const tags = new Set<string>()

  function remember(tag: string): void {
    tags.delete(tag)
    tags.add(tag)
    for (const oldest of tags) {
      if (tags.size <= MAX_TAGS) break
      tags.delete(oldest)
    }
  }

  return async function handle(request, target) {
    const reply = await handler(request, target)
    const { status } = reply
    if (status === 304 && tags.has(reply.headers['etag'] ?? '')) return { ...reply, headers: varied(reply.headers) }
    if (!STATUSES.has(status) || !isCompressible(reply)) return reply
    const headers = varied(reply.headers)
    if (headers['etag'] !== undefined) remember(headers['etag'])
    if (!acceptsGzip(request)) return { ...reply, headers }
    const { etag, ...others } = headers
    const tag = etag === undefined ? {} : { etag: gzipTag(etag) }
    if (status === 200 && tag.etag !== undefined && matchesEtag(request.header('if-none-match'), tag.etag)) {
      const { 'content-length': _length, 'content-type': _type, ...kept } = others
      return { ...reply, status: 304, headers: { ...kept, ...tag }, body: null }
    }
    const bytes = await compressed(reply.body)
    const encoded = { 'content-encoding': 'gzip', 'content-length': String(bytes.length) }
    return { ...reply, headers: { ...others, ...tag, ...encoded }, body: bytes }
  }
}

/** True for media types whose files are worth compressing. */
export function isCompressibleType(type: string): boolean {
  return TYPES.test(type) && !STREAM.test(type)
}

function isCompressible(reply: HttpReply): reply is HttpReply & { readonly body: string | Uint8Array } {
  const { headers, body } = reply
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  const type = headers['content-type'] ?? ''
  return isWhole && body.length >= MIN_BYTES && isCompressibleType(type) && !('content-encoding' in headers)
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

/** True for a client that prefers gzip to nothing (RFC 9110, 12.5.3). */
function acceptsGzip(request: HttpRequest): boolean {
  const weights = new Map((request.header('accept-encoding') ?? '').toLowerCase().split(',').map((item) => {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
    return [coding, weight === undefined ? 1 : Number(weight)] as const
  }))
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}
