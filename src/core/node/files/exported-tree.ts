/**
 * Texts by path -> files in a folder that also holds others: only changed files are written, files of the last export
 * that are no longer part of it are removed, and files of others are left alone. A file with hashes lists the last
 * export.
 */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isObject, parseJsonObject } from '../../base/json.ts'
import { removeAbandonedFiles, removeEmptyFolders, writeFileAtomically } from './atomic-write.ts'
import { readBoundedFile } from './regular-file.ts'
import { findLinkTarget } from './path.ts'

export const HASHES_FILE = '_ask/files.json'

/** Bytes of a file that is compared. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const FORMAT_VERSION = 1

/**
 * Writes the files -> paths below the folder; `foreign` are those that are not as the last export left them: they stay.
 * Throws `AskError('file')` if one can't be written, or a link leads out of the folder.
 */
export async function writeTree(folder: string, files: ReadonlyMap<string, string>) {
  const before = await readHashes(folder)
  const hashes = new Map<string, string>()
  const written: string[] = []
  const unchanged: string[] = []
  const removed: string[] = []
  const foreign: string[] = []
  for (const [path, text] of files) {
    const present = await hashOfFile(folder, path)
    const hash = hashOf(text)
    if (present !== null && present !== hash && present !== before.get(path)) {
      foreign.push(path)
      continue
    }
    if (present === hash) unchanged.push(path)
    else {
      await writeFileAtomically(join(folder, path), text)
      written.push(path)
    }
    hashes.set(path, hash)
  }
  for (const [path, hash] of before) {
    const present = files.has(path) ? null : await hashOfFile(folder, path)
    if (present === hash) {
      await rm(join(folder, path))
      removed.push(path)
    } else if (present !== null) foreign.push(path)
  }
  await removeEmptyFolders(folder, removed.map((path) => posix.dirname(path)))
  const list = `${JSON.stringify({ version: FORMAT_VERSION, files: Object.fromEntries(hashes) }, null, 2)}\n`
  const isSame = (await hashOfFile(folder, HASHES_FILE)) === hashOf(list)
  if (!isSame) await writeFileAtomically(join(folder, HASHES_FILE), list)
  await removeAbandonedFiles([HASHES_FILE, ...files.keys()].map((path) => join(folder, posix.dirname(path))))
  return { written, unchanged, removed, foreign }
}

/** The hash of each file of the last export; none if there was no export or its list can't be read. */
async function readHashes(folder: string): Promise<ReadonlyMap<string, string>> {
  const bytes = await readBoundedFile(join(folder, HASHES_FILE), MAX_FILE_BYTES)
  const { version, files } = parseJsonObject(bytes?.toString('utf8') ?? '') ?? {}
  if (version !== FORMAT_VERSION || !isObject(files)) return new Map()
  return new Map(Object.entries(files).flatMap(([path, hash]) => {
    return typeof hash === 'string' && namesFileBelow(path) ? [[path, hash] as const] : []
  }))
}

/** True for a path that names a file below the folder, whoever wrote it. */
function namesFileBelow(path: string): boolean {
  return path !== '' && !path.includes('\\') && path.split('/').every((name) => !['', '.', '..'].includes(name))
}

async function hashOfFile(folder: string, path: string): Promise<string | null> {
  await findLinkTarget(folder, path)
  const bytes = await readBoundedFile(join(folder, path), MAX_FILE_BYTES)
  return bytes === null ? null : hashOf(bytes)
}

function hashOf(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
