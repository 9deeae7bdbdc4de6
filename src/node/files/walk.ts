/**
 * A folder on disk -> the files in it. Links are followed only within the folder; entries that can't be read are left
 * out with a warning.
 */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import type { Warning } from '../../content/page.ts'
import { errorCodeOf } from './error-code.ts'
import { isBelow } from './regular-file.ts'

/** Default limits of a walk. */
export const WALK_LIMITS = {
  /** Levels of folders below the root. */
  depth: 32,
  /** Files and folders visited in total. */
  entries: 500_000,
}

/** Limits and filters of a walk. */
export interface WalkOptions {
  readonly depth: number
  readonly entries: number
  /** True for names of files and folders to visit. */
  readonly isPublicName: (name: string) => boolean
  /** True for paths of files to list. */
  readonly isWanted: (path: string) => boolean
}

/** The files of a folder. */
export interface FileListing {
  /** Relative to the folder, with `/` between segments. */
  readonly paths: readonly string[]
  /** Real paths of the folders that hold the entries: a change of the listing happens in one of them. */
  readonly folders: ReadonlySet<string>
  readonly warnings: Warning[]
}

interface QueuedFolder {
  /** Relative to the root, empty for the root itself. */
  readonly path: string
  readonly realPath: string
  /** Real paths of the folders that led here. */
  readonly parents: readonly string[]
}

/** Real path of a folder; throws `AskError('file')` when it is missing, unreadable or a file. */
export async function resolveFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder)
    if ((await stat(root)).isDirectory()) return root
  } catch (cause) {
    const code = errorCodeOf(cause)
    const reason = code === 'ENOENT' ? 'There is no folder' : `${code}: can't read the folder`
    throw new AskError('file', `${reason} ${folder}`, { cause })
  }
  throw new AskError('file', `${folder} is a file, a folder of pages is needed`)
}

/** Lists the files below `root`, which is a real path. */
export async function listFiles(root: string, options: WalkOptions): Promise<FileListing> {
  const { depth, entries, isPublicName, isWanted } = options
  const paths: string[] = []
  const warnings: Warning[] = []
  const visited = new Set<string>()
  const folders: QueuedFolder[] = [{ path: '', realPath: root, parents: [] }]
  let entriesLeft = entries
  for (const folder of folders) {
    visited.add(folder.realPath)
    for (const entry of await readEntries(root, folder.path, warnings)) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (!isPublicName(entry.name)) continue
      if (entriesLeft === 0) {
        warnings.push(fileWarning(path, `Left out with all that follows: more than ${entries} files and folders`))
        return { paths, folders: visited, warnings }
      }
      entriesLeft -= 1
      const target = entry.isSymbolicLink() ? await followLink(root, folder, entry.name) : targetOf(folder, entry)
      if (typeof target === 'string') warnings.push(fileWarning(path, target))
      else if (target.kind === 'file' && isWanted(path)) {
        paths.push(path)
        visited.add(target.folder)
      } else if (target.kind === 'folder' && folder.parents.length < depth) {
        folders.push({ path, realPath: target.realPath, parents: [...folder.parents, folder.realPath] })
      } else if (target.kind === 'folder') warnings.push(fileWarning(path, `Left out: more than ${depth} folders deep`))
    }
  }
  return { paths, folders: visited, warnings }
}

type Target =
  | { readonly kind: 'other' }
  /** `folder`: real path of the folder that holds the file. */
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'folder'; readonly realPath: string }

function targetOf(folder: QueuedFolder, entry: Dirent): Target {
  if (entry.isDirectory()) return { kind: 'folder', realPath: join(folder.realPath, entry.name) }
  return entry.isFile() ? { kind: 'file', folder: folder.realPath } : { kind: 'other' }
}

/** Target of a symbolic link, or the reason why it is not followed. */
async function followLink(root: string, folder: QueuedFolder, name: string): Promise<Target | string> {
  try {
    const realPath = await realpath(join(folder.realPath, name))
    if (!isBelow(root, realPath)) return 'Left out: the link leads out of the content folder'
    const stats = await stat(realPath)
    if (stats.isFile()) return { kind: 'file', folder: dirname(realPath) }
    if (!stats.isDirectory()) return { kind: 'other' }
    const isLoop = realPath === folder.realPath || folder.parents.includes(realPath)
    return isLoop ? 'Left out: the link leads back to a folder it is in' : { kind: 'folder', realPath }
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
    warnings.push(fileWarning(path, `Left out: the folder can't be read (${errorCodeOf(error)})`))
    return []
  }
}

/** A warning about a file as a whole. */
export function fileWarning(path: string, message: string): Warning {
  return { path, line: 1, message }
}
