/**
 * The files of a folder -> middleware that serves them at their addresses: all files of a built site, as a static host
 * does, with additional HTML in each page; or those alone that published pages refer to. Addresses are mapped to files
 * at the start, so no text of a request becomes part of a file name. A link out of the folder is not served.
 */
import { extname } from 'node:path'
import { type Page, parseElements } from '../../../core/content.ts'
import { listFiles, resolveFolder, WALK_LIMITS } from '../../../core/node.ts'
import { LLMS_FILES } from '../../agents/llms-txt.ts'
import { originOf } from '../html/addresses.ts'
import { acceptsHtml, fileKey, keyOf, type Middleware, pathKey, redirect } from '../middleware.ts'
import { createFileSender } from './file-sender.ts'

const NOT_FOUND = '404.html'

/** A file with its address. */
interface ServedFile {
  /** Path of the file within the folder. */
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

/** Files by the key of their path. An index page is also served at its folder, other pages also without `.html`. */
function mapFiles(paths: readonly string[], base: string): ReadonlyMap<string, ServedFile> {
  const files = new Map<string, ServedFile>()
  function add(served: ServedFile): void {
    const key = pathKey(served.path)
    if (key !== null && !files.has(key)) files.set(key, served)
  }
  const named = paths.map((file) => ({ file, path: addressOf(file, base) }))
  for (const { file, path } of named) {
    add({ file, path })
    add({ file, path: path.replace(/(?<=\/)index\.html?$/i, '') })
  }
  // A file comes before a page of the same name without its extension.
  for (const { file, path } of named) add({ file, path: path.replace(/(?<!\/index)\.html$/i, '') })
  return files
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
  const files = new Map<string, string>()
  function add(file: string, address = file): void {
    const key = pathKey(addressOf(address, base))
    if (key !== null && !files.has(key) && references.has(key)) files.set(key, file)
  }
  for (const path of paths) add(path)
  for (const path of paths) if (ROOT_FOLDERS.test(path)) add(path, path.replace(ROOT_FOLDERS, ''))

  const serve: Middleware = async ({ key, hasSlash, request }) => {
    const file = hasSlash ? undefined : files.get(key)
    const reply = file === undefined ? null : await sendFile(file, request)
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
