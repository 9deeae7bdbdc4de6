/**
 * Paths -> open regular files. What is at a path may change at any time: a pipe that nobody writes must not hang the
 * program, and a link must not lead out of a folder. So the open file is looked at, not the path before it is opened.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** To open a pipe that nobody writes takes for ever without `O_NONBLOCK`, which Windows doesn't have. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Opens a file for reading, null for anything but a regular file. Rejects as `open` does. */
export async function openRegularFile(path: string): Promise<FileHandle | null> {
  const file = await open(path, READ)
  return closeUnless(file, async () => (await file.stat()).isFile())
}

/** The same for a path below `root`, a real path; null also where links lead out of the root. */
export async function openFileBelow(root: string, path: string): Promise<FileHandle | null> {
  const file = await openRegularFile(join(root, path))
  if (file === null) return null
  return closeUnless(file, async () => {
    const target = await realpath(join(root, path))
    if (!isBelow(root, target)) return false
    const [opened, named] = [await file.stat({ bigint: true }), await lstat(target, { bigint: true })]
    return opened.ino === named.ino && opened.dev === named.dev
  })
}

/** True for the root itself and for paths in it; both are real paths. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function closeUnless(file: FileHandle, isWanted: () => Promise<boolean>): Promise<FileHandle | null> {
  try {
    if (await isWanted()) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return null
}
