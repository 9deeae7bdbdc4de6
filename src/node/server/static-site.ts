/**
 * The folder of a built site -> middleware that serves its files as a static host does, with some HTML added to each
 * page. Paths are mapped to files at the start: no text of a request ever becomes part of a file name.
 */
import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { type FileHandle, open, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { concatBytes } from '../../base/bytes.ts'
import { entityTag, matchesEtag } from '../../http/wire/etag.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { PIECE_BYTES } from '../../http/wire/pieces.ts'
import { type Middleware, pathKey, redirect, wantsHtml } from '../../reader/middleware.ts'
import { listFiles, resolveFolder, WALK_LIMITS } from '../files/walk.ts'
import { contentType } from './content-type.ts'

/** Bytes of an HTML file; a larger one is sent unchanged. */
const MAX_HTML_BYTES = 16 * 1024 * 1024

const OVERLAY_TAG = '<ask-overlay'
const NOT_FOUND = '404.html'

/** Path and additions of a built site. */
export interface StaticSiteOptions {
  /** Base path of the site, with a slash at both ends. */
  readonly base: string
  /** HTML to insert at the end of every page's body, empty for nothing. */
  readonly bodyEndHtml: string
}

/** A file with its address. */
interface ServedFile {
  /** Real path of the file. */
  readonly file: string
  /** Path of its address. */
  readonly path: string
}

/** Middleware for the files that are in the folder now; throws `AskError('file')` for a missing folder. */
export async function createStaticSite(folder: string, { base, bodyEndHtml }: StaticSiteOptions): Promise<Middleware> {
  const root = await resolveFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: isServedName, isWanted: () => true })
  const files = await mapFiles(root, paths, base)
  const notFound = files.get(pathKey(base + NOT_FOUND) ?? '') ?? null
  const sendFile = createFileSender(bodyEndHtml)

  return async function serveFile(pageRequest) {
    const { key, hasSlash, request } = pageRequest
    const served = files.get(key)
    if (served !== undefined) {
      if (hasSlash !== served.path.endsWith('/')) return redirect(served.path, pageRequest)
      return sendFile(served.file, request)
    }
    if (notFound === null || !wantsHtml(request)) return null
    const reply = await sendFile(notFound.file, request)
    return reply === null || reply.status !== 200 ? null : { ...reply, status: 404 }
  }
}

/** False for names that are not public, such as `.git` and `.env`. */
function isServedName(name: string): boolean {
  return name === '.well-known' || (!name.startsWith('.') && name !== 'node_modules')
}

/** Files by the key of their path. An index page is also at its folder, another page also without `.html`. */
async function mapFiles(root: string, paths: readonly string[], base: string): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  const withoutExtension: ServedFile[] = []
  function add(served: ServedFile): void {
    const key = pathKey(served.path)
    if (key !== null && !files.has(key)) files.set(key, served)
  }
  for (const path of paths) {
    const file = await realpath(join(root, path)).catch(() => null)
    // Deleted since the folder was read.
    if (file === null) continue
    const address = base + path.split('/').map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
    const page = address.replace(/(?<=\/)index\.html?$/i, '')
    add({ file, path: address })
    if (page !== address) add({ file, path: page })
    else if (/\.html$/i.test(address)) withoutExtension.push({ file, path: address.slice(0, -'.html'.length) })
  }
  withoutExtension.forEach(add)
  return files
}

/** Sends a file as the reply to a request; null if it is gone. */
type SendFile = (file: string, request: HttpRequest) => Promise<HttpReply | null>

function createFileSender(bodyEndHtml: string): SendFile {
  const pages = createPageReader(bodyEndHtml)

  return async function sendFile(file, request) {
    const stats = await stat(file).catch(() => null)
    if (stats === null || !stats.isFile()) return null
    const type = contentType(extname(file))
    const isPage = type === 'text/html' && bodyEndHtml !== '' && stats.size <= MAX_HTML_BYTES
    return isPage
      ? sendPage(file, await pages(file, stats), request)
      : sendBytes({ file, type, size: stats.size, mtimeMs: stats.mtimeMs }, request)
  }
}

/** A page as it is sent. Its bytes stay on disk: readers that take them slowly hold no copy of them. */
interface PageInfo {
  readonly tag: string
  readonly type: string
  /** Bytes of the file. */
  readonly size: number
  readonly insertion: Insertion
}

/** Bytes that are sent at an offset of a file. */
interface Insertion {
  readonly offset: number
  readonly bytes: Uint8Array
}

const NOTHING: Insertion = { offset: 0, bytes: new Uint8Array() }

/** A function that describes a page; a file is read again when it has changed, and once for all requests meanwhile. */
function createPageReader(bodyEndHtml: string): (file: string, stats: Stats) => Promise<PageInfo> {
  const html = Buffer.from(bodyEndHtml)
  const pages = new Map<string, { readonly version: string; readonly info: Promise<PageInfo> }>()

  return async function pageInfo(file, { size, mtimeMs }) {
    const version = `${size} ${mtimeMs}`
    const cached = pages.get(file)
    if (cached?.version === version) return cached.info
    const info = readPage(file, html)
    pages.set(file, { version, info })
    info.catch(() => pages.delete(file))
    return info
  }
}

async function readPage(file: string, html: Uint8Array): Promise<PageInfo> {
  const source = await readFile(file)
  const offset = bodyEnd(source)
  const insertion = offset === null ? NOTHING : { offset, bytes: html }
  return {
    tag: await entityTag(concatBytes([source.subarray(0, offset ?? 0), insertion.bytes, source.subarray(offset ?? 0)])),
    // A page in another encoding declares it itself.
    type: isUtf8(source) ? 'text/html; charset=utf-8' : 'text/html',
    size: source.length,
    insertion,
  }
}

function sendPage(file: string, { tag, type, size, insertion }: PageInfo, request: HttpRequest): HttpReply {
  const headers = fileHeaders(tag, type, size + insertion.bytes.length)
  if (matchesEtag(request.header('if-none-match'), tag)) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' ? null : readPieces(file, size, insertion) }
}

/** A file to send as it is. */
interface FileInfo {
  readonly file: string
  readonly type: string
  readonly size: number
  readonly mtimeMs: number
}

function sendBytes({ file, type, size, mtimeMs }: FileInfo, request: HttpRequest): HttpReply {
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
  const headers = fileHeaders(tag, type, size)
  if (matchesEtag(request.header('if-none-match'), tag.slice(2))) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' || size === 0 ? null : readPieces(file, size, NOTHING) }
}

type Headers = HttpReply['headers']

/** Headers of a file. Browsers must revalidate each time: the site may be built again while it is served. */
function fileHeaders(etag: string, type: string, length: number): Headers {
  return {
    'content-type': type,
    'content-length': String(length),
    etag,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }
}

function notModified({ 'content-length': _length, ...headers }: Headers): HttpReply {
  return { status: 304, headers, body: null }
}

/** Offset of a page's last `</body>`, else its end; null for a page that has an overlay, and one in a wide encoding. */
function bodyEnd(page: Buffer): number | null {
  // Latin-1 gives one character per byte in any encoding, so that offsets are the same in both.
  const letters = page.toString('latin1')
  const isWide = letters.startsWith('\xff\xfe') || letters.startsWith('\xfe\xff')
  if (isWide || letters.includes(OVERLAY_TAG)) return null
  const end = letters.toLowerCase().lastIndexOf('</body>')
  return end === -1 ? page.length : end
}

/**
 * The first `size` bytes of a file in pieces, with an insertion. The file is opened with the first piece, and always
 * closed.
 */
async function* readPieces(file: string, size: number, { offset, bytes }: Insertion): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    yield* readRange(handle, 0, offset)
    if (bytes.length > 0) yield bytes
    yield* readRange(handle, offset, size)
  } finally {
    await handle.close()
  }
}

async function* readRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = start
  while (at < end) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at)), { position: at })
    if (bytesRead === 0) throw new Error('A file became shorter while it was sent')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
