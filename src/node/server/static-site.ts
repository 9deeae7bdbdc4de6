/**
 * The folder of a built site -> a front that serves its files as a static host
 * does, with one addition to its HTML. Which path is which file is settled at
 * the start: no text of a request ever becomes part of a file's name.
 */
import { isUtf8 } from 'node:buffer'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { entityTag, matchesEtag } from '../../http/wire/etag.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { type Front, pathKey, redirect, wantsHtml } from '../../reader/front.ts'
import { contentType } from './content-type.ts'
import { findFolder, listFiles, WALK_LIMITS } from '../files/walk.ts'

/** A larger HTML file is sent as it is. */
const MAX_HTML_BYTES = 16 * 1024 * 1024
/** Bytes of a file in memory at once, for each reply. */
const PIECE_BYTES = 64 * 1024

const OVERLAY_TAG = '<ask-overlay'
const NOT_FOUND = '404.html'

export interface StaticSiteOptions {
  /** Path the site is served below, with a slash at both ends. */
  readonly base: string
  /** HTML put before the end of every page's body; empty for none. */
  readonly addition: string
}

interface Found {
  /** Real path of the file. */
  readonly file: string
  /** Where it is served. */
  readonly path: string
}

/** Serves what is in the folder now; rejects when there is no such folder. */
export async function createStaticSite(folder: string, { base, addition }: StaticSiteOptions): Promise<Front> {
  const root = await findFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: isServedName, isWanted: () => true })
  const files = await placeFiles(root, paths, base)
  const notFound = files.get(pathKey(base + NOT_FOUND) ?? '') ?? null

  return async function serve(visit) {
    const { key, hasSlash, request } = visit
    const found = files.get(key)
    if (found !== undefined) {
      if (hasSlash !== found.path.endsWith('/')) return redirect(found.path, visit)
      return sendFile(found.file, request, addition)
    }
    if (notFound === null || !wantsHtml(request)) return null
    const reply = await sendFile(notFound.file, request, addition)
    return reply === null || reply.status !== 200 ? null : { ...reply, status: 404 }
  }
}

/** Not what only the makers of the site should see: `.git`, `.env`. */
function isServedName(name: string): boolean {
  return name === '.well-known' || (!name.startsWith('.') && name !== 'node_modules')
}

/**
 * Files by the key of their path; the page of a folder also by that of the
 * folder, any other page also without its `.html`.
 */
async function placeFiles(root: string, paths: readonly string[], base: string): Promise<ReadonlyMap<string, Found>> {
  const files = new Map<string, Found>()
  const bare: Found[] = []
  function place(found: Found): void {
    const key = pathKey(found.path)
    if (key !== null && !files.has(key)) files.set(key, found)
  }
  for (const path of paths) {
    const file = await realpath(join(root, path)).catch(() => null)
    // Gone since the folder was read.
    if (file === null) continue
    const address = base + path.split('/').map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
    const page = address.replace(/(?<=\/)index\.html?$/i, '')
    place({ file, path: address })
    if (page !== address) place({ file, path: page })
    else if (/\.html$/i.test(address)) bare.push({ file, path: address.slice(0, -'.html'.length) })
  }
  bare.forEach(place)
  return files
}

async function sendFile(file: string, request: HttpRequest, addition: string): Promise<HttpReply | null> {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return null
  const type = contentType(extname(file))
  const isPage = type === 'text/html' && addition !== '' && found.size <= MAX_HTML_BYTES
  return isPage ? sendPage(file, request, addition) : sendBytes({ file, type, ...found }, request)
}

async function sendPage(file: string, request: HttpRequest, addition: string): Promise<HttpReply> {
  const source = await readFile(file)
  const bytes = withAddition(source, addition)
  // Elsewhere the page itself says how it is written.
  const type = isUtf8(source) ? 'text/html; charset=utf-8' : 'text/html'
  const tag = await entityTag(bytes)
  const headers = headersOf(tag, type, bytes.length)
  if (matchesEtag(request.header('if-none-match'), tag)) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' ? null : inOnePiece(bytes) }
}

interface File {
  readonly file: string
  readonly type: string
  readonly size: number
  readonly mtimeMs: number
}

function sendBytes({ file, type, size, mtimeMs }: File, request: HttpRequest): HttpReply {
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
  const headers = headersOf(tag, type, size)
  if (matchesEtag(request.header('if-none-match'), tag.slice(2))) return notModified(headers)
  return { status: 200, headers, body: request.method === 'HEAD' || size === 0 ? null : readPieces(file, size) }
}

type Headers = HttpReply['headers']

/** The site may be built again while it is served: browsers ask each time whether their copy still stands. */
function headersOf(etag: string, type: string, length: number): Headers {
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

/** A page with the addition before the last end of a body, else at its own end. One with an overlay is left alone. */
function withAddition(page: Buffer<ArrayBuffer>, addition: string): Uint8Array<ArrayBuffer> {
  // One character a byte, whatever the encoding: places stay the same.
  const letters = page.toString('latin1')
  const isWide = letters.startsWith('\xff\xfe') || letters.startsWith('\xfe\xff')
  if (isWide || letters.includes(OVERLAY_TAG)) return page
  const end = letters.toLowerCase().lastIndexOf('</body>')
  const at = end === -1 ? page.length : end
  return Buffer.concat([page.subarray(0, at), Buffer.from(addition), page.subarray(at)])
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The first `size` bytes of a file, which is opened when the first is asked for and closed in any case. */
async function* readPieces(file: string, size: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    let left = size
    while (left > 0) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, left)))
      if (bytesRead === 0) throw new Error(`${file} became shorter while it was sent`)
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
