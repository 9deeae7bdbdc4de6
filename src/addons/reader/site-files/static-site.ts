/**
 * The folder of a built site -> middleware that serves its files as a static host does, with additional HTML in each
 * page. Paths are mapped to files at the start, so no text of a request becomes part of a file name. A file that was
 * later replaced by a link out of the folder is not served.
 */
import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { listFiles, resolveFolder, WALK_LIMITS } from '../../../core/node.ts'
import { type Middleware, pathKey, redirect, acceptsHtml } from '../middleware.ts'
import { createFileSender } from './file-sender.ts'

const NOT_FOUND = '404.html'

/** A file with its address. */
interface ServedFile {
  /** Real path of the file within the folder of the site. */
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
  const root = await resolveFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: isServedName, isWanted: () => true })
  const files = await mapFiles(root, paths, base)
  const notFound = files.get(pathKey(base + NOT_FOUND) ?? '') ?? null
  const sendFile = createFileSender(root, bodyEndHtml)

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

/** False for names of files and folders that are not public, such as `.git` and `.env`. */
export function isServedName(name: string): boolean {
  return name === '.well-known' || (!name.startsWith('.') && name !== 'node_modules')
}

/** Files by the key of their path. An index page is also served at its folder, other pages also without `.html`. */
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
    add({ file, path: address })
    if (page !== address) add({ file, path: page })
    else if (/\.html$/i.test(address)) withoutExtension.push({ file, path: address.slice(0, -'.html'.length) })
  }
  withoutExtension.forEach(add)
  return files
}
