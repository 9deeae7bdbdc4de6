/** A folder in which this process may not write: one without the permission, or for root one of the system's own. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the kernel lets nobody make a file, root included. */
const NOBODYS = '/sys'

/** Makes the folder, in `folder`, and gives its path. */
export async function closedFolder(folder: string): Promise<string> {
  if (process.getuid?.() === 0) return NOBODYS
  const path = join(folder, 'closed')
  await mkdir(path, { mode: 0o500 })
  return path
}
