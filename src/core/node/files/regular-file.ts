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

/**
 * Opens a file for reading; null for anything but a regular file, and for one that is not below `root`, a real path.
 * Rejects as `open` does.
 */
export async function openRegularFile(path: string, root: string | null = null): Promise<RegularFile | null> {
  // An editor may have put another file in its place since it was opened.
  return (await openOnce(path, root)) ?? openOnce(path, root)
}

async function openOnce(path: string, root: string | null): Promise<RegularFile | null> {
  const handle = await open(path, READ)
  let isWanted = false
  try {
    const stats = await handle.stat({ bigint: true })
    isWanted = stats.isFile() && (root === null || (await isBelowRoot(root, path, stats)))
    return isWanted ? { handle, stats } : null
  } finally {
    if (!isWanted) await handle.close()
  }
}

/** True for an open file in the root that is still at its path. */
async function isBelowRoot(root: string, path: string, stats: BigIntStats): Promise<boolean> {
  const target = await realpath(path)
  const { ino, dev } = await lstat(target, { bigint: true })
  return isBelow(root, target) && stats.ino === ino && stats.dev === dev
}

/** True for the root itself and for paths in it; both are real paths. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Bytes of a configuration file; the text of a larger one is not read. */
export const MAX_CONFIG_BYTES = 1_048_576

const MEBIBYTE = 1_048_576
/** Bytes of a file of text that a person names. */
const MAX_NAMED_BYTES = 64 * MEBIBYTE

/** Bytes of a file, null for none. Throws `AskError('file')` for what is no regular file, is larger, or unreadable. */
export async function readBoundedFile(
  path: string,
  maxBytes: number,
  isWanted: (stats: Stats) => boolean = (stats) => stats.isFile(),
): Promise<Buffer | null> {
  try {
    const stats = await stat(path)
    if (!isWanted(stats)) throw new AskError('file', `${path} exists and is not a file`)
    const tooLarge = new AskError('file', `${path}: larger than ${maxBytes / MEBIBYTE} MiB`)
    if (stats.size > maxBytes) throw tooLarge
    const bytes = await collectBytes(createReadStream(path, { highWaterMark: MEBIBYTE }), maxBytes)
    if (bytes === null) throw tooLarge
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch (cause) {
    const code = errorCodeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw fileError(path, 'read', cause)
  }
}

/** The text of such a file in UTF-8, without the byte order mark that some editors write. */
export async function readBoundedText(path: string, maxBytes: number): Promise<string | null> {
  const bytes = await readBoundedFile(path, maxBytes)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/** The bytes of a file that a person names: it may be a pipe, whose size is unknown. */
export async function readFileOrPipe(path: string, maxBytes: number): Promise<Buffer | null> {
  return readBoundedFile(path, maxBytes, (stats) => stats.isFile() || stats.isFIFO())
}

/** What `parse` makes of the text of such a file. Throws `AskError`, whose message names the path. */
export async function readNamedText<T>(path: string, parse: (text: string) => T): Promise<T> {
  const bytes = await readFileOrPipe(path, MAX_NAMED_BYTES)
  if (bytes === null) throw new AskError('not-found', `File not found: ${path}`)
  return readNamed(path, () => parse(decodeText(bytes).text))
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
