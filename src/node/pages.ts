/**
 * A folder on disk -> the pages of its site; what can't be read is left out
 * with a warning.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatOf } from '../content/address.ts'
import { decodeText, isBinary } from '../content/bytes.ts'
import type { SourceFile, Warning } from '../content/page.ts'
import { createSiteReader, isPublicName, selectFiles } from '../content/site.ts'
import type { Site } from '../content/site.ts'
import { type ContentOptions, resolveContent } from '../settings.ts'
import { errorCodeOf } from './error-code.ts'
import { findFolder, listFiles, warning, WALK_LIMITS } from './walk.ts'

/** How much of a folder is read. */
export const FOLDER_LIMITS = {
  ...WALK_LIMITS,
  /** A larger file is no page that a person wrote. */
  fileBytes: 16 * 1024 * 1024,
}

/** Files in memory at once. */
const FILES_AT_ONCE = 8

/** Reads all pages of a folder; rejects when there is no such folder. */
export async function readFolder(folder: string, options: ContentOptions = {}, limits = FOLDER_LIMITS): Promise<Site> {
  const root = await findFolder(folder)
  const { paths, warnings } = await listFiles(root, { ...limits, isPublicName, isWanted: (path) => formatOf(path) !== null })
  const reader = createSiteReader(resolveContent(options))
  for await (const read of readTexts(root, selectFiles(paths), limits.fileBytes)) {
    if ('text' in read) reader.add(read)
    else warnings.push(read)
  }
  const site = reader.finish()
  return { ...site, warnings: [...warnings, ...site.warnings] }
}

/** The files at these paths in order, some at a time; a warning for each that can't be read. */
export async function* readTexts(root: string, paths: readonly string[], maxBytes = FOLDER_LIMITS.fileBytes): AsyncGenerator<SourceFile | Warning> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    yield* await Promise.all(paths.slice(start, start + FILES_AT_ONCE).map((path) => readText(root, path, maxBytes)))
  }
}

async function readText(root: string, path: string, maxBytes: number): Promise<SourceFile | Warning> {
  try {
    const { size } = await stat(join(root, path))
    if (size > maxBytes) return warning(path, `Left out: larger than ${maxBytes} bytes`)
    const bytes = await readFile(join(root, path))
    if (isBinary(bytes)) return warning(path, 'Left out: not a text file')
    return { path, text: decodeText(bytes) }
  } catch (error) {
    return warning(path, `Left out: the file can't be read (${errorCodeOf(error)})`)
  }
}
