/**
 * A folder on disk -> the files in it, and their texts. Links are followed only within the folder; what can't be read
 * is left out with a warning.
 */
import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { formatOf } from '../../content/address.ts'
import { decodeText, isBinary } from '../../content/bytes.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { errorCodeOf } from './path.ts'
import { isBelow, openRegularFile, type RegularFile } from './regular-file.ts'

/** Bytes of a text file; nobody wrote a larger page by hand. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024
const FILES_AT_ONCE = 8

export const WALK_LIMITS = {
  /** Levels of folders below the root. */
  depth: 32,
  /** Files and folders visited in total. */
  entries: 500_000,
}

type WalkOptions = typeof WALK_LIMITS & {
  readonly isPublicName: (name: string) => boolean
  readonly isWanted: (path: string) => boolean
}

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

/** A folder and the folders around it, up to the root of its repository, with the names in each; at most so many. */
export async function* foldersAround(folder: string, most: number) {
  let path = folder
  for (let level = 0; level < most; level += 1) {
    const names: ReadonlySet<string> = new Set(await readdir(path).catch(() => []))
    yield { path, names }
    if (names.has('.git') || dirname(path) === path) return
    path = dirname(path)
  }
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
        warnings.push(leftOut(path, `more than ${entries} files and folders`, ' with all that follows'))
        return { paths, folders: visited, warnings }
      }
      entriesLeft -= 1
      const isLink = entry.isSymbolicLink()
      const realPath = join(folder.realPath, entry.name)
      const target = isLink ? await followLink(root, folder, realPath) : { kind: kindOf(entry), realPath }
      if (typeof target === 'string') warnings.push(leftOut(path, target))
      else if (target.kind === 'file' && isWanted(path)) {
        paths.push(path)
        visited.add(dirname(target.realPath))
      } else if (target.kind === 'folder' && folder.parents.length < depth) {
        folders.push({ path, realPath: target.realPath, parents: [...folder.parents, folder.realPath] })
      } else if (target.kind === 'folder') warnings.push(leftOut(path, `more than ${depth} folders deep`))
    }
  }
  return { paths, folders: visited, warnings }
}

function kindOf(entry: Dirent | Stats): 'file' | 'folder' | 'other' {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'
}

/** Target of a symbolic link in a folder, or the reason why it is not followed. */
async function followLink(root: string, folder: QueuedFolder, link: string) {
  try {
    const realPath = await realpath(link)
    if (!isBelow(root, realPath)) return 'the link leads out of the content folder'
    const kind = kindOf(await stat(realPath))
    const isLoop = kind === 'folder' && [folder.realPath, ...folder.parents].includes(realPath)
    return isLoop ? 'the link leads back to a folder it is in' : { kind, realPath }
  } catch (error) {
    return `the link leads nowhere (${errorCodeOf(error)})`
  }
}

/** Entries of a folder in code-unit order, so that every run reads the same. */
async function readEntries(root: string, path: string, warnings: Warning[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    warnings.push(leftOut(path || '.', `the folder can't be read (${errorCodeOf(error)})`))
    return []
  }
}

/** A warning about a file as a whole. */
export function fileWarning(path: string, message: string): Warning {
  return { path, line: 1, message }
}

/** The warning about one that is not read; `more` says what else is not. */
function leftOut(path: string, why: string, more = ''): Warning {
  return { type: 'file', ...fileWarning(path, `Left out${more}: ${why}`) }
}

export interface TextFile extends SourceFile {
  readonly warnings: readonly Warning[]
}

/**
 * Reads the files below `root`, a real path, a few at a time: gives one item a file, in the order of the paths, and a
 * warning instead of a file that can't be read.
 */
export async function* readTexts(
  root: string,
  paths: readonly string[],
  maxBytes = MAX_TEXT_BYTES,
): AsyncGenerator<TextFile | Warning> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const batch = paths.slice(start, start + FILES_AT_ONCE)
    yield* await Promise.all(batch.map((path) => readText(root, path, maxBytes)))
  }
}

/** Reads one file; a warning says why it can't be read. */
export async function readText(root: string, path: string, maxBytes: number): Promise<TextFile | Warning> {
  try {
    const file = await openRegularFile(join(root, path), root)
    if (file === null) return leftOut(path, 'not a regular file in the content folder')
    const bytes = await readBytes(file, maxBytes).finally(() => file.handle.close())
    if (bytes === null) return leftOut(path, `larger than ${maxBytes} bytes`)
    if (isBinary(bytes)) return leftOut(path, 'not a text file')
    const { text, warnings } = decodeText(bytes, { isHtml: formatOf(path) === 'html' })
    return { path, text, warnings: warnings.map((warning) => ({ path, ...warning })) }
  } catch (error) {
    return leftOut(path, `the file can't be read (${errorCodeOf(error)})`)
  }
}

/** The bytes that a file had when it was opened, fewer only if it has become shorter; null if they are too many. */
async function readBytes({ handle, stats }: RegularFile, maxBytes: number): Promise<Uint8Array | null> {
  if (stats.size > maxBytes) return null
  const bytes = Buffer.allocUnsafe(Number(stats.size))
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
