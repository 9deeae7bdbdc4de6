/**
 * A folder on disk -> the pages of its site. The walk stays inside the folder
 * wherever links lead; what can't be read is left out with a warning.
 */
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { formatOf } from '../content/address.ts'
import { decodeText } from '../content/bytes.ts'
import type { SourceFile, Warning } from '../content/page.ts'
import { createSiteReader, isPublicName, selectFiles } from '../content/site.ts'
import type { Site } from '../content/site.ts'
import { AskError } from '../errors.ts'
import { type ContentOptions, resolveContent } from '../settings.ts'
import { errorCodeOf } from './error-code.ts'

/** How much of a folder is read. */
export const FOLDER_LIMITS = {
  /** Folders below the content folder. */
  depth: 32,
  /** Files and folders looked at in all. */
  entries: 500_000,
  /** A larger file is no page that a person wrote. */
  fileBytes: 16 * 1024 * 1024,
}

/** Files in memory at once. */
const FILES_AT_ONCE = 8

interface Folder {
  /** Relative to the content folder, empty for itself. */
  readonly path: string
  /** Real path of the folder, behind those of the folders it was reached through. */
  readonly realPaths: readonly string[]
}

/** Reads all pages of a folder; rejects when there is no such folder. */
export async function readFolder(folder: string, options: ContentOptions = {}, limits = FOLDER_LIMITS): Promise<Site> {
  const root = await findFolder(folder)
  const { paths, warnings } = await listFiles(root, limits)
  const reader = createSiteReader(resolveContent(options))
  const files = selectFiles(paths)
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const some = files.slice(start, start + FILES_AT_ONCE)
    for (const read of await Promise.all(some.map((path) => readText(root, path, limits.fileBytes)))) {
      if ('text' in read) reader.add(read)
      else warnings.push(read)
    }
  }
  const site = reader.finish()
  return { ...site, warnings: [...warnings, ...site.warnings] }
}

async function findFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder)
    if ((await stat(root)).isDirectory()) return root
  } catch (cause) {
    const reason = errorCodeOf(cause) === 'ENOENT' ? 'There is no folder' : `${errorCodeOf(cause)}: can't read the folder`
    throw new AskError('content', `${reason} ${folder}`, { cause })
  }
  throw new AskError('content', `${folder} is a file, a folder of pages is needed`)
}

/** Paths of all content files below `root`, which is a real path. */
async function listFiles(root: string, limits: typeof FOLDER_LIMITS) {
  const paths: string[] = []
  const warnings: Warning[] = []
  const folders: Folder[] = [{ path: '', realPaths: [root] }]
  let entriesLeft = limits.entries
  for (const folder of folders) {
    for (const entry of await readEntries(root, folder.path, warnings)) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (!isPublicName(entry.name)) continue
      if (entriesLeft === 0) {
        warnings.push(warning(path, `Left out with all that follows: more than ${limits.entries} files and folders`))
        return { paths, warnings }
      }
      entriesLeft -= 1
      const found = entry.isSymbolicLink() ? await followLink(root, folder, entry.name) : target(folder, entry)
      if (typeof found === 'string') warnings.push(warning(path, found))
      else if (found.kind === 'file' && formatOf(path) !== null) paths.push(path)
      else if (found.kind === 'folder' && folder.realPaths.length <= limits.depth) {
        folders.push({ path, realPaths: [...folder.realPaths, found.realPath] })
      } else if (found.kind === 'folder') warnings.push(warning(path, `Left out: more than ${limits.depth} folders deep`))
    }
  }
  return { paths, warnings }
}

type Target = { readonly kind: 'file' | 'other' } | { readonly kind: 'folder'; readonly realPath: string }

function target(folder: Folder, entry: Dirent): Target {
  if (entry.isDirectory()) return { kind: 'folder', realPath: join(folder.realPaths.at(-1)!, entry.name) }
  return { kind: entry.isFile() ? 'file' : 'other' }
}

/** Where a symbolic link leads, or why it is not followed. */
async function followLink(root: string, folder: Folder, name: string): Promise<Target | string> {
  try {
    const realPath = await realpath(join(folder.realPaths.at(-1)!, name))
    if (realPath !== root && !realPath.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return 'Left out: the link leads out of the content folder'
    }
    const found = await stat(realPath)
    if (!found.isDirectory()) return { kind: found.isFile() ? 'file' : 'other' }
    if (folder.realPaths.includes(realPath)) return 'Left out: the link leads back to a folder it is in'
    return { kind: 'folder', realPath }
  } catch (error) {
    return `Left out: the link leads nowhere (${errorCodeOf(error)})`
  }
}

/** Entries of a folder in code-unit order, so that every run reads the same. */
async function readEntries(root: string, path: string, warnings: Warning[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    warnings.push(warning(path, `Left out: the folder can't be read (${errorCodeOf(error)})`))
    return []
  }
}

async function readText(root: string, path: string, maxBytes: number): Promise<SourceFile | Warning> {
  try {
    const { size } = await stat(join(root, path))
    if (size > maxBytes) return warning(path, `Left out: larger than ${maxBytes} bytes`)
    return { path, text: decodeText(await readFile(join(root, path))) }
  } catch (error) {
    return warning(path, `Left out: the file can't be read (${errorCodeOf(error)})`)
  }
}

function warning(path: string, message: string): Warning {
  return { path, line: 1, message }
}
