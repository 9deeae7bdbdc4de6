/**
 * Paths -> open regular files. What is at a path may change at any time: a pipe that nobody writes must not hang the
 * program, and a link must not lead out of a folder. So the open file is looked at, not the path before it is opened.
 */
import { type BigIntStats, constants, createReadStream, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { collectBytes } from '../../base/bytes.ts'
import { AskError, readNamed } from '../../base/errors.ts'
import { decodeText } from '../../content/bytes.ts'
import type { SourceFile } from '../../content/page.ts'
import { errorCodeOf, fileError } from './path.ts'

/** Without `O_NONBLOCK` opening a pipe waits for somebody who writes it. Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** An open regular file, and its status from then. */
export interface RegularFile {
  readonly handle: FileHandle
  readonly stats: BigIntStats
}

/** Opens a file for reading, null for anything but a regular file. Rejects as `open` does. */
export async function openRegularFile(path: string): Promise<FileHandle | null> {
  return (await openRegular(path))?.handle ?? null
}

/** The same for a path below `root`, a real path; null also if links lead out of the root. */
export async function openFileBelow(root: string, path: string): Promise<FileHandle | null> {
  return (await openBelow(root, path))?.handle ?? null
}

/** The same with the status of the file. */
export async function openBelow(root: string, path: string): Promise<RegularFile | null> {
  const open = async () => {
    const file = await openRegular(join(root, path))
    return file && closeUnless(file, () => isBelowRoot(root, file, join(root, path)))
  }
  // An editor may have put another file in its place since it was opened.
  return (await open()) ?? open()
}

/** True for an open file in the root that is still at its path. */
async function isBelowRoot(root: string, { stats }: RegularFile, path: string): Promise<boolean> {
  const target = await realpath(path)
  const { ino, dev } = await lstat(target, { bigint: true })
  return isBelow(root, target) && stats.ino === ino && stats.dev === dev
}

/** True for the root itself and for paths in it; both are real paths. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function openRegular(path: string): Promise<RegularFile | null> {
  const handle = await open(path, READ)
  const stats = await handle.stat({ bigint: true }).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return closeUnless({ handle, stats }, async () => stats.isFile())
}

async function closeUnless(file: RegularFile, isWanted: () => Promise<boolean>): Promise<RegularFile | null> {
  try {
    if (await isWanted()) return file
  } catch (error) {
    await file.handle.close()
    throw error
  }
  await file.handle.close()
  return null
}

/** Bytes of a configuration file; the text of a larger one is not read. */
export const MAX_CONFIG_BYTES = 1_048_576

const MEBIBYTE = 1_048_576
/** Bytes of a file that are read at once. */
const READ_BYTES = MEBIBYTE
/** Bytes of a file of text that a person names. */
const MAX_NAMED_BYTES = 64 * MEBIBYTE

/** Bytes of a file, null for none. Throws `AskError('file')` for what is no regular file, is larger, or unreadable. */
export async function readBoundedFile(path: string, maxBytes: number): Promise<Buffer | null> {
  return readWhole(path, maxBytes, { isWanted: (stats) => stats.isFile(), remedy: '; move it first' })
}

/** The same for a file that a person names: it may be a pipe, whose size is unknown. */
export async function readFileOrPipe(path: string, maxBytes: number): Promise<Buffer | null> {
  return readWhole(path, maxBytes, { isWanted: (stats) => stats.isFile() || stats.isFIFO(), remedy: '' })
}

/** What `parse` makes of the text of such a file. Throws `AskError`, whose message names the path. */
export async function readNamedText<T>(path: string, parse: (text: string) => T): Promise<T> {
  const bytes = await readFileOrPipe(path, MAX_NAMED_BYTES)
  if (bytes === null) throw new AskError('not-found', `File not found: ${path}`)
  return readNamed(path, () => parse(decodeText(bytes).text))
}

async function readWhole(
  path: string,
  maxBytes: number,
  { isWanted, remedy }: { readonly isWanted: (stats: Stats) => boolean; readonly remedy: string },
): Promise<Buffer | null> {
  try {
    const stats = await stat(path)
    if (!isWanted(stats)) throw new AskError('file', `${path} exists and is not a file${remedy}`)
    const tooLarge = new AskError('file', `${path}: larger than ${maxBytes / MEBIBYTE} MiB`)
    if (stats.size > maxBytes) throw tooLarge
    const bytes = await collectBytes(createReadStream(path, { highWaterMark: READ_BYTES }), maxBytes)
    if (bytes === null) throw tooLarge
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch (cause) {
    const code = errorCodeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw fileError(path, 'read', cause)
  }
}

/**
 * The first of these files that exists, null for none. Only plain values are looked for in a configuration, so one that
 * is too large counts as empty. Throws `AskError('file')` for one that can't be read: it may say what is not published.
 * A link may lead out of the folder, since sites of one repository share configurations; files that are shown or
 * included are read below their folder only.
 */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<SourceFile | null> {
  for (const path of names) {
    const stats = await stat(join(folder, path)).catch(() => null)
    if (stats?.isFile() !== true) continue
    if (stats.size > MAX_CONFIG_BYTES) return { path, text: '' }
    const bytes = await readFile(join(folder, path)).catch((cause: unknown) => {
      throw fileError(join(folder, path), 'read', cause)
    })
    return { path, text: decodeText(bytes).text }
  }
  return null
}
