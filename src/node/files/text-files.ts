/** Paths of files in a folder -> their texts, with a warning for each file that can't be read. */
import type { FileHandle } from 'node:fs/promises'
import { decodeText, isBinary } from '../../content/bytes.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { errorCodeOf } from './error-code.ts'
import { openFilesBelow, type RegularFile } from './regular-file.ts'
import { fileWarning } from './walk.ts'

/** Bytes of a text file; nobody wrote a larger page by hand. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** A file that was read. */
export interface TextFile extends SourceFile {
  readonly warnings: readonly Warning[]
}

/** Files in memory at once. */
const FILES_AT_ONCE = 8

/**
 * Reads the files below `root`, a real path, a few at a time: gives one item a file, in the order of the paths, and a
 * warning instead of a file that can't be read.
 */
export async function* readTexts(
  root: string,
  paths: readonly string[],
  maxBytes = MAX_TEXT_BYTES,
): AsyncGenerator<TextFile | Warning> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    yield* await readBatch(root, paths.slice(start, start + FILES_AT_ONCE), maxBytes)
  }
}

/** Reads one file; a warning says why it can't be read. */
export async function readText(root: string, path: string, maxBytes: number): Promise<TextFile | Warning> {
  const [file = notRegular(path)] = await readBatch(root, [path], maxBytes)
  return file
}

async function readBatch(root: string, paths: readonly string[], maxBytes: number): Promise<(TextFile | Warning)[]> {
  const opened = await openFilesBelow(root, paths)
  return Promise.all(paths.map(async (path, index) => {
    const file = opened[index]
    try {
      if (file?.status === 'rejected') throw file.reason
      return file?.value ? await readOpenFile(file.value, path, maxBytes) : notRegular(path)
    } catch (error) {
      return fileWarning(path, `Left out: the file can't be read (${errorCodeOf(error)})`)
    }
  }))
}

async function readOpenFile(
  { handle, stats }: RegularFile,
  path: string,
  maxBytes: number,
): Promise<TextFile | Warning> {
  try {
    if (stats.size > maxBytes) return fileWarning(path, `Left out: larger than ${maxBytes} bytes`)
    const bytes = await readBytes(handle, Number(stats.size))
    if (isBinary(bytes)) return fileWarning(path, 'Left out: not a text file')
    const { text, warnings } = decodeText(bytes)
    return { path, text, warnings: warnings.map((warning) => ({ path, ...warning })) }
  } finally {
    await handle.close()
  }
}

/** The first bytes of a file, fewer only if it has become shorter. */
async function readBytes(handle: FileHandle, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

function notRegular(path: string): Warning {
  return fileWarning(path, 'Left out: not a regular file in the content folder')
}
