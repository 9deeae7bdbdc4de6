/**
 * Text -> a file on disk, replaced as a whole: a reader or a crash at any moment sees the old file or the new one.
 * Method: a temporary file in the same folder, synchronised, then renamed.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from './error-code.ts'

/** Mode of a new file, before the umask of the process. */
const NEW_FILE_MODE = 0o666

/**
 * Writes all of `text` or nothing. Missing folders are made; an existing file keeps its mode, a link stays a link.
 * Throws `AskError('file')`.
 */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, text)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    throw new AskError('file', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  }
}

/**
 * Makes a folder and its parents; an existing folder stays. Node's own `recursive` option is not used: it never
 * returns below a parent that can hold no files (`/proc/x/y`).
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path).catch((secondError: unknown) => {
      if (errorCodeOf(secondError) !== 'EEXIST') throw secondError
    })
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const existing = await stat(target).catch(() => null)
  // A rename would replace a device or a pipe by a file.
  if (existing?.isFile() === false) {
    throw new AskError('file', `${path}: can't be written: it is not a regular file`)
  }
  await makeFolder(dirname(target))
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', NEW_FILE_MODE)
    try {
      // `open` would apply the umask to the mode.
      if (existing !== null) await file.chmod(existing.mode & 0o777)
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
