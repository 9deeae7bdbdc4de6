/**
 * The images and other files that published pages refer to -> middleware that serves these, and no other file of the
 * folder. Their real paths are listed when the site is read, so no text of a request becomes part of a file name.
 */
import { realpath } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import type { Page } from '../../../core/content.ts'
import { listFiles, resolveFolder, WALK_LIMITS } from '../../../core/node.ts'
import { LLMS_FILES } from '../../agents/llms-txt.ts'
import { findFileReferences, originOf } from '../file-references.ts'
import { type Middleware, pathKey } from '../middleware.ts'
import { createFileSender } from './file-sender.ts'
import { isServedName } from './static-site.ts'

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
  const indexes = Object.values(LLMS_FILES).map((name) => pathKey(base + name) ?? '')
  const references = new Set([...findFileReferences(pages, originOf(pages)), ...indexes])
  const root = await resolveFolder(folder)
  const isWanted = (path: string) => SERVED_TYPES.has(extname(path).toLowerCase())
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: isServedName, isWanted })
  const files = new Map<string, string>()

  async function add(path: string, address: string): Promise<void> {
    const key = pathKey(base + address.split('/').map((name) => encodeURIComponent(name.toWellFormed())).join('/'))
    if (key === null || files.has(key) || !references.has(key)) return
    const target = await realpath(join(root, path)).catch(() => null)
    if (target !== null) files.set(key, relative(root, target))
  }

  for (const path of paths) await add(path, path)
  for (const path of paths) if (ROOT_FOLDERS.test(path)) await add(path, path.replace(ROOT_FOLDERS, ''))
  const sendFile = createFileSender(root)

  const serve: Middleware = async ({ key, hasSlash, request }) => {
    const file = hasSlash ? undefined : files.get(key)
    const reply = file === undefined ? null : await sendFile(file, request)
    if (reply === null) return null
    const policy = extname(key).toLowerCase() === UNSANDBOXED ? {} : { 'content-security-policy': POLICY }
    return { ...reply, headers: { ...reply.headers, ...policy, 'referrer-policy': 'same-origin' } }
  }

  return { keys: new Set(files.keys()), serve }
}
