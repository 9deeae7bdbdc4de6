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
import { readBoundedFile, readBoundedText } from './regular-file.ts'
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
  const hashes = await readHashes(folder)
  const written = new Map<string, string>()
  const unchanged: string[] = []
  const removed: string[] = []
  const foreign: string[] = []
  const exported = new Map<string, readonly string[]>()
  for (const [path, text] of files) {
    const present = await hashOfFile(folder, path)
    const hash = hashOf(text)
    if (present === hash) unchanged.push(path)
    else if (present !== null && hashes.get(path)?.includes(present) !== true) {
      foreign.push(path)
      continue
    } else written.set(path, text)
    exported.set(path, [hash])
  }
  // An export that is cut short leaves some of its files, which the next one has to know as ours.
  if (written.size > 0) await writeHashes(folder, withBoth(hashes, exported))
  for (const [path, text] of written) await writeFileAtomically(join(folder, path), text)
  for (const [path, own] of hashes) {
    const present = files.has(path) ? null : await hashOfFile(folder, path)
    if (present === null) continue
    if (own.includes(present)) {
      await rm(join(folder, path))
      removed.push(path)
    } else foreign.push(path)
  }
  await removeEmptyFolders(folder, removed.map((path) => posix.dirname(path)))
  await writeHashes(folder, exported)
  await removeAbandonedFiles([HASHES_FILE, ...files.keys()].map((path) => join(folder, posix.dirname(path))))
  return { written: [...written.keys()], unchanged, removed, foreign }
}

/** The hashes that each file of ours may have: two while an export writes it. */
type Hashes = ReadonlyMap<string, readonly string[]>

function withBoth(before: Hashes, after: Hashes): Hashes {
  const paths = [...new Set([...after.keys(), ...before.keys()])]
  return new Map(paths.map((path) => [path, [...new Set([...(before.get(path) ?? []), ...(after.get(path) ?? [])])]]))
}

async function writeHashes(folder: string, hashes: Hashes): Promise<void> {
  const files = Object.fromEntries([...hashes].map(([path, own]) => [path, own.length === 1 ? own[0] : own]))
  const text = `${JSON.stringify({ version: FORMAT_VERSION, files }, null, 2)}\n`
  if ((await hashOfFile(folder, HASHES_FILE)) !== hashOf(text)) {
    await writeFileAtomically(join(folder, HASHES_FILE), text)
  }
}

/** The hashes of each file of the last export; none if there was no export or its list can't be read. */
async function readHashes(folder: string): Promise<Hashes> {
  const list = await readBoundedText(join(folder, HASHES_FILE), MAX_FILE_BYTES)
  const { version, files } = parseJsonObject(list ?? '') ?? {}
  if (version !== FORMAT_VERSION || !isObject(files)) return new Map()
  return new Map(Object.entries(files).flatMap(([path, hash]) => {
    const own = (Array.isArray(hash) ? hash : [hash]).filter((one) => typeof one === 'string')
    return own.length > 0 && namesFileBelow(path) ? [[path, own] as const] : []
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
