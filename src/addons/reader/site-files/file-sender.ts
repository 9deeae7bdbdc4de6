/** Files on disk -> replies: whole or in part, with an entity tag; pages can get additional HTML. */
import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { extname } from 'node:path'
import { concatBytes } from '../../../core/base.ts'
import { entityTag, errorReply, type HttpReply, type HttpRequest, matchesEtag } from '../../../core/http.ts'
import { isCompressibleType, openFileBelow } from '../../../core/node.ts'
import { findBodyEnd } from '../overlay-tag.ts'
import { createPieceReader, type FileVersion, type Insertion, parseRange } from './file-pieces.ts'

/** Largest HTML file that gets additional HTML. */
const MAX_HTML_BYTES = 16 * 1024 * 1024
/** Largest text in the cache; a larger file is sent from disk, uncompressed. */
const MAX_TEXT_BYTES = 1024 * 1024
/** Bytes of all texts in the cache; the least recently used leave first. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

const TEXT = '; charset=utf-8'

/** Media types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.css': `text/css${TEXT}`,
  '.csv': `text/csv${TEXT}`,
  '.eot': 'application/vnd.ms-fontobject',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': `text/javascript${TEXT}`,
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.map': 'application/json',
  '.md': `text/markdown${TEXT}`,
  '.mjs': `text/javascript${TEXT}`,
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': `image/svg+xml${TEXT}`,
  '.ttf': 'font/ttf',
  '.txt': `text/plain${TEXT}`,
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xhtml': 'application/xhtml+xml',
  '.xml': `application/xml${TEXT}`,
  '.yaml': `application/yaml${TEXT}`,
  '.yml': `application/yaml${TEXT}`,
  '.zip': 'application/zip',
}

type Headers = HttpReply['headers']

/** The parts of a request that the reply with a file depends on. */
type FileRequest = Pick<HttpRequest, 'method' | 'header'>

/** The reply with a file; null if it no longer exists, is no regular file, or is a link out of the folder. */
type SendFile = (file: string, request: FileRequest) => Promise<HttpReply | null>

/** The description of a file as it is sent. Its bytes stay on disk. */
interface FileInfo {
  readonly version: FileVersion
  /** Entity tag. */
  readonly tag: string
  readonly type: string
  readonly insertion: Insertion | null
}

/**
 * A sender of the files in the folder `root`, a real path. `bodyEndHtml` is inserted at the end of every page's body;
 * empty inserts nothing.
 */
export function createFileSender(root: string, bodyEndHtml = ''): SendFile {
  const pageOf = createPageReader(bodyEndHtml)
  const readPieces = createPieceReader(root)
  const textOf = createTextCache()

  async function sendWhole(info: FileInfo, headers: Headers, isHead: boolean): Promise<HttpReply> {
    const { version, tag, type, insertion } = info
    const length = version.size + (insertion?.bytes.length ?? 0)
    const pieces = () => readPieces(version, { insertion })
    const isText = length > 0 && length <= MAX_TEXT_BYTES && isCompressibleType(type)
    const sent = { status: 200, headers: { ...headers, 'content-length': String(length) } }
    if (isText) return { ...sent, body: await textOf(version.file, tag, () => collect(pieces())) }
    return { ...sent, body: length === 0 || isHead ? null : pieces() }
  }

  /** The part that the request asks for; null if it gets the whole file. */
  function sendPart({ version, tag, insertion }: FileInfo, headers: Headers, request: FileRequest): HttpReply | null {
    const condition = request.header('if-range')
    const isCurrent = condition === null || condition.trim() === tag
    const range = insertion === null && isCurrent ? parseRange(request.header('range'), version.size) : null
    if (range === null) return null
    if (range === 'unsatisfiable') {
      const rangeHeaders = { 'content-range': `bytes */${version.size}` }
      return errorReply(416, 'The file has no byte in this range.', rangeHeaders)
    }
    const { start, end } = range
    const length = String(end - start)
    const partHeaders = { 'content-range': `bytes ${start}-${end - 1}/${version.size}`, 'content-length': length }
    return { status: 206, headers: { ...headers, ...partHeaders }, body: readPieces(version, { range }) }
  }

  async function infoOf(handle: FileHandle, file: string): Promise<FileInfo> {
    const { size, mtimeMs } = await handle.stat()
    const version = { file, size, mtimeMs }
    const type = contentType(extname(file))
    const isPage = type === 'text/html' && bodyEndHtml !== '' && size <= MAX_HTML_BYTES
    return isPage ? pageOf(version, handle) : fileAsItIs(version, type)
  }

  return async function sendFile(file, request) {
    const handle = await openFileBelow(root, file).catch(() => null)
    if (handle === null) return null
    const info = await infoOf(handle, file).finally(() => handle.close())
    const headers = fileHeaders(info)
    if (matchesEtag(request.header('if-none-match'), info.tag)) return { status: 304, headers, body: null }
    const isHead = request.method === 'HEAD'
    return (isHead ? null : sendPart(info, headers, request)) ?? sendWhole(info, headers, isHead)
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return concatBytes(parts)
}

/**
 * A file that is sent unchanged. Its tag is strong, so that its parts can be combined: versions differ in size or time.
 */
function fileAsItIs(version: FileVersion, type: string): FileInfo {
  const tag = `"${version.size.toString(36)}-${version.mtimeMs.toString(36)}"`
  return { version, tag, type, insertion: null }
}

/** The description of a page, read from its open file. */
type ReadPage = (version: FileVersion, handle: FileHandle) => Promise<FileInfo>

/** A reader of pages. A version of a file is read once, also for requests that come while it is read. */
function createPageReader(bodyEndHtml: string): ReadPage {
  const html = Buffer.from(bodyEndHtml)
  const pages = new Map<string, { readonly version: FileVersion; readonly info: Promise<FileInfo> }>()

  return async function pageOf(version, handle) {
    const cached = pages.get(version.file)
    if (cached?.version.size === version.size && cached.version.mtimeMs === version.mtimeMs) return cached.info
    const info = readPage(version, handle, html)
    pages.set(version.file, { version, info })
    info.catch(() => pages.delete(version.file))
    return info
  }
}

async function readPage(version: FileVersion, handle: FileHandle, html: Uint8Array): Promise<FileInfo> {
  const source = await handle.readFile()
  const bodyEnd = findBodyEnd(source)
  const offset = bodyEnd === null || bodyEnd.hasOverlay ? null : bodyEnd.offset
  const parts = offset === null ? [source] : [source.subarray(0, offset), html, source.subarray(offset)]
  return {
    version: { ...version, size: source.length },
    tag: await entityTag(concatBytes(parts)),
    // A page in another encoding must declare it in its HTML.
    type: isUtf8(source) ? 'text/html; charset=utf-8' : 'text/html',
    insertion: offset === null ? null : { offset, bytes: html },
  }
}

/** Headers of a file. Browsers must revalidate it each time, since the site may be built again while it is served. */
function fileHeaders({ tag, type, insertion }: FileInfo): Headers {
  return {
    'content-type': type,
    etag: tag,
    ...(insertion === null ? { 'accept-ranges': 'bytes' } : {}),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }
}

/** The text of a version of a file; `read` is called if the cache does not have it. */
type TextOf = (file: string, tag: string, read: () => Promise<Uint8Array>) => Promise<Uint8Array>

/**
 * An empty cache of short text files, one copy for all replies. Compression needs whole texts; with one copy it happens
 * once for each version of a file.
 */
export function createTextCache(maxBytes = MAX_CACHED_BYTES): TextOf {
  const texts = new Map<string, { readonly tag: string; readonly bytes: Uint8Array }>()
  let size = 0

  function remove(file: string): void {
    size -= texts.get(file)?.bytes.length ?? 0
    texts.delete(file)
  }

  return async function textOf(file, tag, read) {
    const cached = texts.get(file)
    const bytes = cached?.tag === tag ? cached.bytes : await read()
    // Another request may have read it meanwhile: then both share that copy.
    const current = texts.get(file)
    const shared = current?.tag === tag ? current.bytes : bytes
    remove(file)
    texts.set(file, { tag, bytes: shared })
    size += shared.length
    for (const oldest of texts.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
    return shared
  }
}

/** Media type of an extension with its dot, in any case; `application/octet-stream` for an unknown one. */
function contentType(extension: string): string {
  return TYPES[extension.toLowerCase()] ?? 'application/octet-stream'
}
