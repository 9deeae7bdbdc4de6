/** A path on disk -> its kind. Links are followed; a path that can't be read is of no kind. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** True for an existing file. */
export function isFile(path: string): Promise<boolean> {
  return stat(path).then((stats) => stats.isFile(), () => false)
}

/** True for an existing folder. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then((stats) => stats.isDirectory(), () => false)
}

/** The first of these files that exists in a folder, null for none. */
export async function firstExistingFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    if (await isFile(join(folder, name))) return name
  }
  return null
}
