/**
 * Text or bytes -> a file on disk, replaced as a whole: at any moment, readers and a crash find the old file or the new
 * one. Method: a temporary file in the same folder, synchronized, then renamed; the folder is synchronized after that,
 * so that the new name outlasts a loss of power.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf, fileError, orWriteError } from './path.ts'

/** Mode of a new file, before the umask of the process. */
const NEW_FILE_MODE = 0o666
/** Links in a row, as on Linux. */
const MAX_LINKS = 40
const TEMPORARY = /^\..*\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/
/** Age from which on a temporary file is one that nobody writes any more: a write takes seconds. */
const ABANDONED_MS = 3_600_000

/**
 * Writes all of `content` or nothing. Missing folders of the path are created. An existing file keeps its mode. A link
 * stays a link, and its target is created if it is missing from its folder. Throws `AskError('file')`.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  return orWriteError(path, replaceFile(path, content))
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

/** Removes the temporary files in folders that a write has left which was cut short an hour ago or earlier. */
export async function removeAbandonedFiles(folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    for (const name of (await readdir(folder).catch(() => [])).filter((one) => TEMPORARY.test(one))) {
      const path = join(folder, name)
      const modified = await stat(path).then(({ mtimeMs }) => mtimeMs, () => Infinity)
      if (Date.now() - modified > ABANDONED_MS) await rm(path, { force: true }).catch(() => undefined)
    }
  }
}

/** Removes folders below a root, by their paths there, and their parents, if they are empty. */
export async function removeEmptyFolders(root: string, folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    for (let path = folder; path !== '.' && path !== '/'; path = dirname(path)) {
      const isRemoved = await rmdir(join(root, path)).then(() => true, () => false)
      if (!isRemoved) break
    }
  }
}

/** A path for a temporary file beside a file, whose own name may be as long as a name can be. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.ask.${randomUUID()}.tmp`)
}

/** The path at the end of a chain of links; a file need not be there. */
async function resolveLinks(path: string): Promise<string> {
  let target = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const next = await readlink(target).catch(() => null)
    if (next === null) return target
    target = resolve(await realpath(dirname(target)), next)
  }
  throw new AskError('file', `${path}: can't be written: the link leads back to itself`)
}

/** Brings the names in a folder to the disk, if the system can. The file is replaced in any case. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await resolveLinks(path)
  const existing = await stat(target).catch(() => null)
  // A rename would replace a device or a pipe by a file.
  if (existing?.isFile() === false) throw fileError(path, 'written')
  await makeFolder(dirname(path))
  const temporary = temporaryPath(target)
  try {
    const file = await open(temporary, 'wx', NEW_FILE_MODE)
    try {
      // `open` would apply the umask to the mode.
      if (existing !== null) await file.chmod(existing.mode & 0o777)
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
