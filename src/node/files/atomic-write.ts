/**
 * Text -> a file on disk, replaced as a whole: a reader or a crash at any moment
 * sees the old file or the new one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from './error-code.ts'

/** Mode of a new file, before the umask of the process. */
const NEW_FILE_MODE = 0o666

/** Writes all of `text` or nothing. Folders are made as needed; an existing file keeps its mode, a link stays a link. */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  try {
    await replace(path, text)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    throw new AskError('content', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  }
}

/**
 * Makes a folder and those above it; one that is there stays. Not by Node's own
 * `recursive`, which never returns where a parent holds no files (`/proc/x/y`).
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path).catch((again: unknown) => {
      if (errorCodeOf(again) !== 'EEXIST') throw again
    })
  }
}

async function replace(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const known = await stat(target).catch(() => null)
  // A rename would put a file in the place of a device or a pipe.
  if (known !== null && !known.isFile()) throw new AskError('content', `${path}: can't be written: it is no regular file`)
  const mode = known === null ? null : known.mode & 0o777
  await makeFolder(dirname(target))
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', NEW_FILE_MODE)
    try {
      // Not by `open`, which the process's mask would change.
      if (mode !== null) await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
