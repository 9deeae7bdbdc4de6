/**
 * Texts by path -> files in a folder that also holds others: only changed files are written, files of the last export
 * that are no longer part of it are removed, and what somebody else wrote stays. A file has the hashes of the last export.
 */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isObject, parseJson } from '../../base/json.ts'
import { readBoundedFile } from './bounded-file.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { removeEmptyFolders } from './empty-folders.ts'
import { findLinkTarget } from './link-target.ts'

/** Path of the file with the hashes. */
export const HASHES_FILE = '_ask/files.json'

/** Bytes of a file that is compared. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
/** Version of the file with the hashes. */
const FORMAT_VERSION = 1

/** The outcome of an export: paths below its folder. */
export interface ExportReport {
  readonly written: readonly string[]
  readonly unchanged: readonly string[]
  readonly removed: readonly string[]
  /** Files that are not as the last export left them: they stay. */
  readonly foreign: readonly string[]
}

/** Writes the files. Throws `AskError('file')` where one can't be written, or a link leads out of the folder. */
export async function writeTree(folder: string, files: ReadonlyMap<string, string>): Promise<ExportReport> {
  const hashes = await readHashes(folder)
  const written: string[] = []
  const unchanged: string[] = []
  const removed: string[] = []
  const foreign: string[] = []
  const exported: Record<string, string> = {}
  for (const [path, text] of files) {
    const present = await hashOfFile(folder, path)
    const hash = hashOf(text)
    if (present === hash) unchanged.push(path)
    else if (present !== null && present !== hashes.get(path)) {
      foreign.push(path)
      continue
    } else {
      await writeFileAtomically(join(folder, path), text)
      written.push(path)
    }
    exported[path] = hash
  }
  for (const [path, hash] of hashes) {
    if (files.has(path)) continue
    const present = await hashOfFile(folder, path)
    if (present === null) continue
    if (present !== hash) {
      foreign.push(path)
      continue
    }
    await rm(join(folder, path))
    await removeEmptyFolders(folder, [posix.dirname(path)])
    removed.push(path)
  }
  const text = `${JSON.stringify({ version: FORMAT_VERSION, files: exported }, null, 2)}\n`
  const isChanged = (await hashOfFile(folder, HASHES_FILE)) !== hashOf(text)
  if (isChanged) await writeFileAtomically(join(folder, HASHES_FILE), text)
  return { written, unchanged, removed, foreign }
}

/** The hash of each file of the last export; none where there was no export or its list can't be read. */
async function readHashes(folder: string): Promise<ReadonlyMap<string, string>> {
  const bytes = await readBoundedFile(join(folder, HASHES_FILE), MAX_FILE_BYTES)
  const value = bytes === null ? null : parseJson(bytes.toString('utf8'))
  if (!isObject(value) || value['version'] !== FORMAT_VERSION || !isObject(value['files'])) return new Map()
  return new Map(Object.entries(value['files']).flatMap(([path, hash]) => {
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
