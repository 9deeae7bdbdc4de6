/** Folders that are empty once their files were removed. */
import { rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Removes folders below a root, by their paths there, and their parents, if they are empty. */
export async function removeEmptyFolders(root: string, folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    for (let path = folder; path !== '.' && path !== '/'; path = dirname(path)) {
      const isRemoved = await rmdir(join(root, path)).then(() => true, () => false)
      if (!isRemoved) break
    }
  }
}
