/**
 * The files of a project that a program edits beside its owner: read as they
 * stand, byte order mark and line breaks included, and written only over what
 * was read.
 */
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { writeFileWhole } from '../files/atomic-write.ts'
import { readBoundedFile } from '../files/bounded-file.ts'

/** Bytes of a file that people write by hand. */
const MAX_FILE_BYTES = 4_194_304

/** All paths are relative to the project's folder. */
export interface ProjectFiles {
  /** Text of a file, null where there is none. Throws `AskError('content')` for what can't be read as text. */
  readonly readText: (path: string) => Promise<string | null>
  readonly isFolder: (path: string) => Promise<boolean>
  /** Names of the folders in a folder; none where there is no such folder. */
  readonly foldersIn: (path: string) => Promise<string[]>
  /**
   * Where a file leads that is a link or lies behind one, relative to the project; null for any other.
   * Throws `AskError('content')` where that is nowhere, or out of the project.
   */
  readonly linkTarget: (path: string) => Promise<string | null>
  /**
   * Writes a file whole. Throws `AskError('content')` where it isn't `before` any more, null for a new one,
   * and where a link leads out of the project.
   */
  readonly replaceText: (path: string, before: string | null, after: string) => Promise<void>
}

/** The files of the project in a folder. */
export function createProjectFiles(folder: string): ProjectFiles {
  const at = (path: string) => join(folder, path)

  async function readText(path: string): Promise<string | null> {
    const full = at(path)
    const bytes = await readBoundedFile(full, MAX_FILE_BYTES)
    if (bytes !== null) return decode(bytes, full)
    if (await isLink(full)) throw new AskError('content', leadsNowhere(full))
    return null
  }

  async function foldersIn(path: string): Promise<string[]> {
    const entries = await readdir(at(path), { withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()
  }

  async function linkTarget(path: string): Promise<string | null> {
    for (let place = path; place !== dirname(place); place = dirname(place)) {
      if (!(await isLink(at(place)))) continue
      const leads = await realpath(at(place)).catch((cause: unknown) => {
        throw new AskError('content', leadsNowhere(at(place)), { cause })
      })
      const target = relative(await realpath(folder), join(leads, relative(place, path)))
      const isOutside = isAbsolute(target) || /^\.\.(?:[\\/]|$)/.test(target)
      if (!isOutside) return target
      const message = `${at(path)} leads out of the project, to ${target}; nothing is written there: edit it by hand`
      throw new AskError('content', message)
    }
    return null
  }

  async function replaceText(path: string, before: string | null, after: string): Promise<void> {
    await linkTarget(path)
    if ((await readText(path)) !== before) throw new AskError('content', `${at(path)} changed meanwhile; run it again`)
    await writeFileWhole(at(path), after)
  }

  return {
    readText,
    isFolder: (path) => stat(at(path)).then((found) => found.isDirectory(), () => false),
    foldersIn,
    linkTarget,
    replaceText,
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AskError('content', `${path} is not UTF-8 text; save it as UTF-8 first`, { cause })
  }
}

function leadsNowhere(path: string): string {
  return `${path} is a link that leads nowhere; remove it first`
}

function isLink(path: string): Promise<boolean> {
  return lstat(path).then((found) => found.isSymbolicLink(), () => false)
}
