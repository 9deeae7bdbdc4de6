/**
 * The files of a folder -> middleware that serves them at their addresses: all files of a built site, as a static host
 * does, with additional HTML in each page; or those alone that published pages refer to. Addresses are mapped to files
 * at the start, so no text of a request becomes part of a file name. A link out of the folder is not served. Files are
 * sent whole or in part, with an entity tag.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Page, parseElements } from '../../../core/content.ts'
import {
  createByteCache, errorReply, type HttpReply, type HttpRequest, matchesEtag, PIECE_BYTES,
} from '../../../core/http.ts'
import {
  isCompressibleType, listFiles, MAX_TEXT_BYTES, openRegularFile, resolveFolder, WALK_LIMITS,
} from '../../../core/node.ts'
import { LLMS_FILES } from '../../agents/llms-txt.ts'
import { originOf } from '../html/addresses.ts'
import { acceptsHtml, fileKey, keyOf, type Middleware, pathKey, redirect } from '../middleware.ts'
import { addOverlayTag } from './overlay-tag.ts'

const NOT_FOUND = '404.html'

interface ServedFile {
  readonly file: string
  /** URL path at which it is served. */
  readonly path: string
}

/**
 * Middleware for the files that are in the folder now, below the path `base` with a slash at both ends. `bodyEndHtml`
 * is inserted at the end of every page's body; it may be empty. Rejects with `AskError('file')` for a missing folder.
 */
export async function createStaticSite(
  folder: string,
  { base, bodyEndHtml }: { readonly base: string; readonly bodyEndHtml: string },
): Promise<Middleware> {
  const { paths, sendFile } = await openFolder(folder, () => true, bodyEndHtml)
  const files = mapFiles(paths, base)
  const notFound = files.get(pathKey(base + NOT_FOUND) ?? '') ?? null

  return async function serveFile(pageRequest) {
    const { key, hasSlash, request } = pageRequest
    const served = files.get(key)
    if (served !== undefined) {
      if (hasSlash !== served.path.endsWith('/')) return redirect(served.path, pageRequest)
      return sendFile(served.file, request)
    }
    if (notFound === null || !acceptsHtml(request)) return null
    // Without headers: conditions apply only to a reply that would be 200 (RFC 9110, 13.2.1).
    const reply = await sendFile(notFound.file, { method: request.method, header: () => null })
    return reply === null || reply.status !== 200 ? null : { ...reply, status: 404 }
  }
}

/** The paths of the wanted files in a folder that are public, and what sends them. */
async function openFolder(folder: string, isWanted: (path: string) => boolean, bodyEndHtml: string) {
  const root = await resolveFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName, isWanted })
  return { paths, sendFile: createFileSender(root, bodyEndHtml) }
}

/** False for names of files and folders that are not public, such as `.git` and `.env`. */
function isPublicName(name: string): boolean {
  return name === '.well-known' || (!name.startsWith('.') && name !== 'node_modules')
}

/** All files of a site. An index page is also served at its folder, other pages also without `.html`. */
function mapFiles(paths: readonly string[], base: string): ReadonlyMap<string, ServedFile> {
  const named = paths.map((file) => ({ file, path: addressOf(file, base) }))
  const without = (ending: RegExp) => named.map(({ file, path }) => ({ file, path: path.replace(ending, '') }))
  // A file comes before a page of the same name without its extension.
  return byKey([...named, ...without(/(?<=\/)index\.html?$/i), ...without(/(?<!\/index)\.html$/i)])
}

/** Files by the key of their path, of which the first one counts. */
function byKey(files: readonly ServedFile[]): ReadonlyMap<string, ServedFile> {
  return new Map(files.flatMap((served) => {
    const key = pathKey(served.path)
    return key === null ? [] : [[key, served] as const]
  }).reverse())
}

function addressOf(path: string, base: string): string {
  return base + keyOf({ segments: path.split('/') })
}

/** Types that are served: images, and documents that browsers show without running code with the site's rights. */
const SERVED_TYPES = new Set([
  '.avif', '.bmp', '.gif', '.ico', '.jpeg', '.jpg', '.png', '.svg', '.webp',
  '.csv', '.json', '.mp3', '.mp4', '.pdf', '.txt', '.webm', '.yaml', '.yml', '.zip',
])
/** Folders whose files site generators copy to the root of the site. */
const ROOT_FOLDERS = /^(?:public|static)\//
/** An SVG may contain a script: with this policy it has no rights in the site and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** Chromium shows no PDF in a sandbox; its PDF viewer has none of the site's rights anyway. */
const UNSANDBOXED = '.pdf'

/**
 * Lists the files of a folder that `pages` refer to, and its `llms.txt` files. `base` is the path of the site, with a
 * slash at both ends. `keys` are those of the paths at which files are served.
 */
export async function createPageFiles(folder: string, pages: readonly Page[], base: string) {
  const references = findReferences(pages)
  for (const name of Object.values(LLMS_FILES)) references.add(pathKey(base + name))
  const isWanted = (path: string) => SERVED_TYPES.has(extname(path).toLowerCase())
  const { paths, sendFile } = await openFolder(folder, isWanted, '')
  const inRoot = paths.map((file) => ({ file, path: addressOf(file.replace(ROOT_FOLDERS, ''), base) }))
  const all = byKey([...paths.map((file) => ({ file, path: addressOf(file, base) })), ...inRoot])
  const files = new Map([...all].filter(([key]) => references.has(key)))

  const serve: Middleware = async ({ key, hasSlash, request }) => {
    const served = hasSlash ? undefined : files.get(key)
    const reply = served === undefined ? null : await sendFile(served.file, request)
    if (reply === null) return null
    const policy = extname(key).toLowerCase() === UNSANDBOXED ? {} : { 'content-security-policy': POLICY }
    return { ...reply, headers: { ...reply.headers, ...policy, 'referrer-policy': 'same-origin' } }
  }

  return { keys: new Set(files.keys()), serve }
}

/** Keys of the paths that links and images of these pages open, also of those that are not files. */
function findReferences(pages: readonly Page[]): Set<string | null> {
  const origin = originOf(pages)
  const keys = new Set<string | null>()
  for (const { structure } of pages.flatMap(({ sections }) => sections)) {
    for (const { element } of parseElements(structure)) {
      if (element.type === 'image') keys.add(fileKey(element.src, origin))
      else if (element.type === 'link') keys.add(fileKey(element.href, origin))
    }
  }
  return keys
}

/** Largest text in memory that is no page; a larger file is sent from disk, uncompressed. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024
/** Bytes of all texts in the cache; the least recently used leave first. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024
/** A header with one range. A request for several ranges gets the whole file. */
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i

const TEXT = '; charset=utf-8'
const PAGE = 'text/html'

const TYPES: Readonly<Record<string, string>> = {
  '.htm': PAGE, '.html': PAGE, '.xhtml': 'application/xhtml+xml',
  '.css': `text/css${TEXT}`, '.js': `text/javascript${TEXT}`, '.mjs': `text/javascript${TEXT}`,
  '.csv': `text/csv${TEXT}`, '.md': `text/markdown${TEXT}`, '.txt': `text/plain${TEXT}`,
  '.json': 'application/json', '.map': 'application/json', '.webmanifest': 'application/manifest+json',
  '.xml': `application/xml${TEXT}`, '.yaml': `application/yaml${TEXT}`, '.yml': `application/yaml${TEXT}`,
  '.gz': 'application/gzip', '.pdf': 'application/pdf', '.wasm': 'application/wasm', '.zip': 'application/zip',
  '.avif': 'image/avif', '.bmp': 'image/bmp', '.gif': 'image/gif', '.ico': 'image/x-icon', '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg', '.png': 'image/png', '.svg': `image/svg+xml${TEXT}`, '.webp': 'image/webp',
  '.eot': 'application/vnd.ms-fontobject', '.otf': 'font/otf', '.ttf': 'font/ttf', '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.m4a': 'audio/mp4', '.mp3': 'audio/mpeg', '.ogg': 'audio/ogg', '.wav': 'audio/wav',
  '.mp4': 'video/mp4', '.webm': 'video/webm',
}

type FileRequest = Pick<HttpRequest, 'method' | 'header'>

/** The version of a file: versions differ in size or time. */
function versionOf({ size, mtimeMs }: Awaited<ReturnType<FileHandle['stat']>>): string {
  return `${size.toString(36)}-${mtimeMs.toString(36)}`
}

/** A half-open range of bytes. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * A sender of the files in the folder `root`, a real path; null for a file that no longer exists, is no regular file,
 * or is a link out of the folder. `bodyEndHtml` is inserted at the end of every page's body; it may be empty.
 */
export function createFileSender(root: string, bodyEndHtml = '') {
  // One copy of a text for all replies: so it is compressed once for each version of a file.
  const textOf = createByteCache<Uint8Array>(MAX_CACHED_BYTES, ({ length }) => length)
  const htmlTag = createHash('sha256').update(bodyEndHtml).digest('base64url')

  async function sendOpen(handle: FileHandle, file: string, request: FileRequest): Promise<HttpReply> {
    const stats = await handle.stat()
    const { size } = stats
    const version = versionOf(stats)
    const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream'
    const maxBytes = type === PAGE ? MAX_TEXT_BYTES : MAX_OTHER_BYTES
    const isText = size > 0 && size <= maxBytes && isCompressibleType(type)
    const isPage = isText && type === PAGE && bodyEndHtml !== ''
    // The tag is strong, so that parts can be combined.
    const tag = `"${version}${isPage ? `-${htmlTag}` : ''}"`
    // Browsers must revalidate it each time, since the site may be built again while it is served.
    const headers = {
      'content-type': type, etag: tag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff',
      ...(isPage ? {} : { 'accept-ranges': 'bytes' }),
    }
    const bytesIn = (range: ByteRange) => readRange({ root, file, version }, range)
    if (matchesEtag(request.header('if-none-match'), tag)) return { status: 304, headers, body: null }
    const condition = request.header('if-range')
    const isPart = !isPage && request.method !== 'HEAD' && (condition === null || condition.trim() === tag)
    const range = isPart ? parseRange(request.header('range'), size) : null
    if (range === 'unsatisfiable') {
      return errorReply(416, 'The file has no byte in this range.', { 'content-range': `bytes */${size}` })
    }
    if (range !== null) {
      const { start, end } = range
      const part = { 'content-range': `bytes ${start}-${end - 1}/${size}`, 'content-length': String(end - start) }
      return { status: 206, headers: { ...headers, ...part }, body: bytesIn(range) }
    }
    if (!isText) {
      const body = size === 0 || request.method === 'HEAD' ? null : bytesIn({ start: 0, end: size })
      return { status: 200, headers: { ...headers, 'content-length': String(size) }, body }
    }
    const bytes = await textOf(`${tag} ${file}`, async () => {
      const source = await handle.readFile()
      return (isPage ? addOverlayTag(source, bodyEndHtml) : null) ?? source
    })
    const length = { 'content-length': String(bytes.length) }
    // A page in another encoding must declare it in its HTML.
    const charset = isPage && isUtf8(bytes) ? { 'content-type': `${type}${TEXT}` } : {}
    return { status: 200, headers: { ...headers, ...length, ...charset }, body: bytes }
  }

  return async function sendFile(file: string, request: FileRequest): Promise<HttpReply | null> {
    const { handle } = (await openRegularFile(join(root, file), root).catch(() => null)) ?? {}
    return handle === undefined ? null : sendOpen(handle, file, request).finally(() => handle.close())
  }
}

/** The bytes of a range in pieces: a slow client holds one of them. Rejects for another version of the file. */
async function* readRange(
  { root, file, version }: Readonly<Record<'root' | 'file' | 'version', string>>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { handle } = (await openRegularFile(join(root, file), root)) ?? {}
  if (handle === undefined) throw new Error('A file is no longer in its folder')
  try {
    if (versionOf(await handle.stat()) !== version) throw new Error('A file was replaced before it was sent')
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at))
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new Error('A file became shorter while it was sent')
      yield piece.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/**
 * The range in a file of `size` bytes; null for no readable range, so that the whole file is sent; `unsatisfiable` for
 * a range that begins after the end of the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < end ? { start, end } : 'unsatisfiable'
}
