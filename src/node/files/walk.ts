/**
 * A folder on disk -> the files in it. The walk stays inside the folder
 * wherever links lead; what can't be read is left out with a warning.
 */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Warning } from '../../content/page.ts'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from './error-code.ts'

/** How far a walk goes. */
export const WALK_LIMITS = {
  /** Folders below the first. */
  depth: 32,
  /** Files and folders looked at in all. */
  entries: 500_000,
}

/** What a walk looks for. */
export interface Walk {
  readonly depth: number
  readonly entries: number
  /** Whether files and folders of this name are looked at. */
  readonly isPublicName: (name: string) => boolean
  readonly isWanted: (path: string) => boolean
}

/** What a walk found. */
export interface Listing {
  /** Relative to the folder, with `/` between their segments. */
  readonly paths: readonly string[]
  readonly warnings: Warning[]
}

interface Folder {
  /** Relative to the content folder, empty for itself. */
  readonly path: string
  /** Real path of the folder, behind those of the folders it was reached through. */
  readonly realPaths: readonly string[]
}

/** Real path of a folder; rejects when there is none. */
export async function findFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder)
    if ((await stat(root)).isDirectory()) return root
  } catch (cause) {
    const reason = errorCodeOf(cause) === 'ENOENT' ? 'There is no folder' : `${errorCodeOf(cause)}: can't read the folder`
    throw new AskError('file', `${reason} ${folder}`, { cause })
  }
  throw new AskError('file', `${folder} is a file, a folder of pages is needed`)
}

/** Finds the files below `root`, which is a real path. */
export async function listFiles(root: string, { depth, entries, isPublicName, isWanted }: Walk): Promise<Listing> {
  const paths: string[] = []
  const warnings: Warning[] = []
  const folders: Folder[] = [{ path: '', realPaths: [root] }]
  let entriesLeft = entries
  for (const folder of folders) {
    for (const entry of await readEntries(root, folder.path, warnings)) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (!isPublicName(entry.name)) continue
      if (entriesLeft === 0) {
        warnings.push(warning(path, `Left out with all that follows: more than ${entries} files and folders`))
        return { paths, warnings }
      }
      entriesLeft -= 1
      const found = entry.isSymbolicLink() ? await followLink(root, folder, entry.name) : target(folder, entry)
      if (typeof found === 'string') warnings.push(warning(path, found))
      else if (found.kind === 'file' && isWanted(path)) paths.push(path)
      else if (found.kind === 'folder' && folder.realPaths.length <= depth) {
        folders.push({ path, realPaths: [...folder.realPaths, found.realPath] })
      } else if (found.kind === 'folder') warnings.push(warning(path, `Left out: more than ${depth} folders deep`))
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

/** What was left out, and why. */
export function warning(path: string, message: string): Warning {
  return { path, line: 1, message }
}
