/**
 * The files of a project that `ask init` edits: read unchanged, with byte order mark and line breaks, and overwritten
 * only if nobody has changed them in between.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { removeAbandonedFiles, writeFileAtomically } from './atomic-write.ts'
import { readBoundedFile } from './regular-file.ts'
import { brokenLink, findLinkTarget, isFolder, isLink } from './path.ts'

/** Bytes of a file that people edit by hand. */
const MAX_FILE_BYTES = 4_194_304

export type ProjectFiles = ReturnType<typeof createProjectFiles>

/** The files of the project in a folder; paths are relative to it. */
export function createProjectFiles(folder: string) {
  const fullPath = (path: string) => join(folder, path)

  /** Text of a file, null for no file. Throws `AskError('file')` for a file that isn't readable text. */
  async function readText(path: string): Promise<string | null> {
    const full = fullPath(path)
    const bytes = await readBoundedFile(full, MAX_FILE_BYTES)
    if (bytes !== null) return decode(bytes, full)
    if (await isLink(full)) throw brokenLink(full)
    return null
  }

  return {
    readText,
    isFolder: (path: string) => isFolder(fullPath(path)),
    /** Names of the folders in a folder, empty for a missing folder. */
    async foldersIn(path: string): Promise<string[]> {
      const entries = await readdir(fullPath(path), { withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()
    },
    linkTarget: (path: string) => findLinkTarget(folder, path),
    /**
     * Replaces a file with the text `before`, null for none. Throws `AskError('file')` for another text, and for a link
     * out of the project.
     */
    async replaceText(path: string, before: string | null, after: string): Promise<void> {
      await findLinkTarget(folder, path)
      if ((await readText(path)) !== before) {
        throw new AskError('file', `${fullPath(path)} was changed by another program; run the command again`)
      }
      await writeFileAtomically(fullPath(path), after)
      await removeAbandonedFiles([dirname(fullPath(path))])
    },
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AskError('file', `${path} is not UTF-8 text; save it as UTF-8 first`, { cause })
  }
}
