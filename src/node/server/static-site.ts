/**
 * The folder of a built site -> middleware that serves its files as a static host does, with some HTML added to each
 * page. Paths are mapped to files at the start: no text of a request ever becomes part of a file name.
 */
import { isUtf8 } from 'node:buffer'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { concatBytes } from '../../base/bytes.ts'
import { entityTag, matchesEtag } from '../../http/wire/etag.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { type Middleware, pathKey, redirect, wantsHtml } from '../../reader/middleware.ts'
import { listFiles, resolveFolder, WALK_LIMITS } from '../files/walk.ts'
import { contentType } from './content-type.ts'
import { createPieceReader, type FileVersion, type Insertion } from './file-pieces.ts'

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
  const pageOf = createPageReader(bodyEndHtml)
  const readPieces = createPieceReader()

  return async function sendFile(file, request) {
    const stats = await stat(file).catch(() => null)
    if (stats === null || !stats.isFile()) return null
    const { size, mtimeMs } = stats
    const type = contentType(extname(file))
    const isPage = type === 'text/html' && bodyEndHtml !== '' && size <= MAX_HTML_BYTES
    const page = isPage ? await pageOf({ file, size, mtimeMs }) : fileAsItIs({ file, size, mtimeMs }, type)
    const length = page.version.size + (page.insertion?.bytes.length ?? 0)
    const headers = fileHeaders(page.tag, page.type, length)
    if (matchesEtag(request.header('if-none-match'), page.tag.replace(/^W\//, ''))) return notModified(headers)
    const isEmpty = request.method === 'HEAD' || length === 0
    return { status: 200, headers, body: isEmpty ? null : readPieces(page.version, page.insertion) }
  }
}

/** A file as it is sent. Its bytes stay on disk. */
interface FileInfo {
  readonly version: FileVersion
  /** Its entity tag. */
  readonly tag: string
  readonly type: string
  readonly insertion: Insertion | null
}

function fileAsItIs(version: FileVersion, type: string): FileInfo {
  const tag = `W/"${version.size.toString(36)}-${Math.trunc(version.mtimeMs).toString(36)}"`
  return { version, tag, type, insertion: null }
}

/** A function that describes a page. A file is read again when it has changed, and once for all requests meanwhile. */
function createPageReader(bodyEndHtml: string): (version: FileVersion) => Promise<FileInfo> {
  const html = Buffer.from(bodyEndHtml)
  const pages = new Map<string, { readonly version: FileVersion; readonly info: Promise<FileInfo> }>()

  return async function pageOf(version) {
    const cached = pages.get(version.file)
    if (cached?.version.size === version.size && cached.version.mtimeMs === version.mtimeMs) return cached.info
    const info = readPage(version, html)
    pages.set(version.file, { version, info })
    info.catch(() => pages.delete(version.file))
    return info
  }
}

async function readPage(version: FileVersion, html: Uint8Array): Promise<FileInfo> {
  const source = await readFile(version.file)
  const offset = bodyEnd(source)
  const parts = offset === null ? [source] : [source.subarray(0, offset), html, source.subarray(offset)]
  return {
    version: { ...version, size: source.length },
    tag: await entityTag(concatBytes(parts)),
    // A page in another encoding declares it itself.
    type: isUtf8(source) ? 'text/html; charset=utf-8' : 'text/html',
    insertion: offset === null ? null : { offset, bytes: html },
  }
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
