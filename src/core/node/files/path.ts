/**
 * A path on disk -> what is there: its kind, the target of its links, and a stamp that changes with the file; and the
 * errors that name it.
 */
import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { AskError } from '../../base/errors.ts'

/** True for an existing folder; links are followed. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then((stats) => stats.isDirectory(), () => false)
}

/**
 * Target of a path that is or passes a link, relative to the folder; null without a link.
 * Throws `AskError('file')` for a broken link and for a target outside the folder.
 */
export async function findLinkTarget(folder: string, path: string): Promise<string | null> {
  for (let ancestor = path; ancestor !== dirname(ancestor); ancestor = dirname(ancestor)) {
    const full = join(folder, ancestor)
    if (!(await isLink(full))) continue
    const real = await realpath(full).catch((cause: unknown) => {
      throw brokenLink(full, cause)
    })
    const target = relative(await realpath(folder), join(real, relative(ancestor, path)))
    const isOutside = isAbsolute(target) || /^\.\.(?:[\\/]|$)/.test(target)
    if (!isOutside) return target
    const remedy = 'nothing is written there: edit it by hand'
    throw new AskError('file', `${join(folder, path)} leads out of the project, to ${target}; ${remedy}`)
  }
  return null
}

export function brokenLink(path: string, cause?: unknown): AskError {
  return new AskError('file', `${path} is a link that leads nowhere; remove it first`, { cause })
}

/** True for a link, also for one that leads nowhere. */
export function isLink(path: string): Promise<boolean> {
  return lstat(path).then((entry) => entry.isSymbolicLink(), () => false)
}

/**
 * The stamp of a file, null for a file that is missing or can't be reached. Its text differs after a change, also
 * within one clock tick if the file was replaced: it then has another inode. `changedMs` are since 1970 by the
 * clock of its disk.
 */
export async function readFileStamp(path: string) {
  try {
    const { mtimeNs, ctimeNs, ctimeMs, size, ino } = await stat(path, { bigint: true })
    return { text: [mtimeNs, ctimeNs, size, ino].join(' '), changedMs: Number(ctimeMs) }
  } catch {
    return null
  }
}

/** Code of a system error such as `ENOENT`; any other error as text. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
}

/** The result of the writing of a file; it rejects with the error that names the file. */
export async function orWriteError<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw fileError(path, 'written', cause)
  })
}

/** The error for a file: without a cause, it is no regular file; a cause that is an `AskError` says it already. */
export function fileError(path: string, verb: 'read' | 'written', cause?: unknown): AskError {
  if (cause instanceof AskError) return cause
  const reason = cause === undefined ? ': it is not a regular file' : ` (${errorCodeOf(cause)})`
  return new AskError('file', `${path}: can't be ${verb}${reason}`, { cause })
}
