/** Paths of files in a folder -> their texts, with a warning for each file that can't be read. */
import { decodeText, isBinary } from '../../content/bytes.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { errorCodeOf } from './error-code.ts'
import { openFileBelow } from './regular-file.ts'
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
 * warning in place of a file that can't be read.
 */
export async function* readTexts(
  root: string,
  paths: readonly string[],
  maxBytes = MAX_TEXT_BYTES,
): AsyncGenerator<TextFile | Warning> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const batch = paths.slice(start, start + FILES_AT_ONCE)
    yield* await Promise.all(batch.map((path) => readText(root, path, maxBytes)))
  }
}

/** Reads one file; a warning says why it can't be read. */
export async function readText(root: string, path: string, maxBytes: number): Promise<TextFile | Warning> {
  try {
    const file = await openFileBelow(root, path)
    if (file === null) return fileWarning(path, 'Left out: not a regular file in the content folder')
    try {
      if ((await file.stat()).size > maxBytes) return fileWarning(path, `Left out: larger than ${maxBytes} bytes`)
      const bytes = await file.readFile()
      if (isBinary(bytes)) return fileWarning(path, 'Left out: not a text file')
      const { text, warnings } = decodeText(bytes)
      return { path, text, warnings: warnings.map((warning) => ({ path, ...warning })) }
    } finally {
      await file.close()
    }
  } catch (error) {
    return fileWarning(path, `Left out: the file can't be read (${errorCodeOf(error)})`)
  }
}
