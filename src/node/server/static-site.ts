/**
 * The folder of a built site -> middleware that serves its files as a static host does, with some HTML added to each
 * page. Paths are mapped to files at the start: no text of a request ever becomes part of a file name. A file that has
 * become a link out of the folder since then is not served.
 */
import { isUtf8 } from 'node:buffer'
import { realpath } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { entityTag, matchesEtag } from '../../http/wire/etag.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { type Middleware, pathKey, redirect, wantsHtml } from '../../reader/middleware.ts'
import { openFileBelow } from '../files/regular-file.ts'
import { listFiles, resolveFolder, WALK_LIMITS } from '../files/walk.ts'
import { contentType } from './content-type.ts'

/** Bytes of an HTML file; a larger one is sent unchanged. */
const MAX_HTML_BYTES = 16 * 1024 * 1024
/** Bytes of a file in memory at once, per reply. */
const PIECE_BYTES = 64 * 1024

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
  /** The folder of the site, a real path. */
  readonly root: string
  /** Path of the file in the folder, without links. */
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

  return async function serveFile(pageRequest) {
    const { key, hasSlash, request } = pageRequest
    const served = files.get(key)
    if (served !== undefined) {
      if (hasSlash !== served.path.endsWith('/')) return redirect(served.path, pageRequest)
      return sendFile(served, request, bodyEndHtml)
    }
    if (notFound === null || !wantsHtml(request)) return null
    // Only replies that would be 200 have conditions (RFC 9110, 13.2.1).
    const unconditional = { method: request.method, header: () => null }
    const reply = await sendFile(notFound, unconditional, bodyEndHtml)
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
    const target = await realpath(join(root, path)).catch(() => null)
    // Deleted since the folder was read.
    if (target === null) continue
    const file = relative(root, target)
    const address = base + path.split('/').map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
    const page = address.replace(/(?<=\/)index\.html?$/i, '')
    add({ root, file, path: address })
    if (page !== address) add({ root, file, path: page })
    else if (/\.html$/i.test(address)) withoutExtension.push({ root, file, path: address.slice(0, -'.html'.length) })
  }
  withoutExtension.forEach(add)
  return files
}

/** The parts of a request that the reply with a file depends on. */
type FileRequest = Pick<HttpRequest, 'method' | 'header'>

type File = Pick<ServedFile, 'root' | 'file'>

/** The reply with a file; null for a file that is gone, or is now a link out of the folder or a pipe. */
async function sendFile(served: File, request: FileRequest, bodyEndHtml: string): Promise<HttpReply | null> {
  const handle = await openFileBelow(served.root, served.file).catch(() => null)
  if (handle === null) return null
  try {
    const { size, mtimeMs } = await handle.stat()
    const type = contentType(extname(served.file))
    const isPage = type === 'text/html' && bodyEndHtml !== '' && size <= MAX_HTML_BYTES
    if (isPage) return await sendPage(await handle.readFile(), request, bodyEndHtml)
    return sendBytes({ ...served, type, size, mtimeMs }, request)
  } finally {
    await handle.close()
  }
}

async function sendPage(
  source: Buffer<ArrayBuffer>,
  request: FileRequest,
  bodyEndHtml: string,
): Promise<HttpReply> {
  const bytes = insertAtBodyEnd(source, bodyEndHtml)
  // A page in another encoding declares it itself.
  const type = isUtf8(source) ? 'text/html; charset=utf-8' : 'text/html'
  const tag = await entityTag(bytes)
  const headers = fileHeaders(tag, type, bytes.length)
  if (matchesEtag(request.header('if-none-match'), tag)) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' ? null : singlePiece(bytes) }
}

/** A file to send as it is. */
interface FileInfo extends File {
  readonly type: string
  readonly size: number
  readonly mtimeMs: number
}

function sendBytes({ type, size, mtimeMs, ...served }: FileInfo, request: FileRequest): HttpReply {
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
  const headers = fileHeaders(tag, type, size)
  if (matchesEtag(request.header('if-none-match'), tag.slice(2))) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' || size === 0 ? null : readPieces(served, size) }
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

/** A page with HTML before its last `</body>`, else at its end. A page that has an overlay stays unchanged. */
function insertAtBodyEnd(page: Buffer<ArrayBuffer>, html: string): Uint8Array<ArrayBuffer> {
  // Latin-1 gives one character per byte in any encoding, so that offsets are the same in both.
  const letters = page.toString('latin1')
  const isWide = letters.startsWith('\xff\xfe') || letters.startsWith('\xfe\xff')
  if (isWide || letters.includes(OVERLAY_TAG)) return page
  const end = letters.toLowerCase().lastIndexOf('</body>')
  const at = end === -1 ? page.length : end
  return Buffer.concat([page.subarray(0, at), Buffer.from(html), page.subarray(at)])
}

async function* singlePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The first `size` bytes of a file in pieces. The file is opened with the first piece, and always closed. */
async function* readPieces({ root, file }: File, size: number): AsyncGenerator<Uint8Array> {
  const handle = await openFileBelow(root, file)
  if (handle === null) throw new Error(`${file} is no longer a file of the site`)
  try {
    let remaining = size
    while (remaining > 0) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, remaining)))
      if (bytesRead === 0) throw new Error(`${file} became shorter while it was sent`)
      remaining -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
