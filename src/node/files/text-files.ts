/**
 * Files of a folder, by their paths -> their texts; what can't be read is a
 * warning.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText, isBinary } from '../../content/bytes.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { errorCodeOf } from './error-code.ts'
import { warning } from './walk.ts'

/** A larger file is no page that a person wrote. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** Files in memory at once. */
const FILES_AT_ONCE = 8

/** The files at these paths in order, some at a time; a warning for each that can't be read. */
export async function* readTexts(root: string, paths: readonly string[], maxBytes = MAX_TEXT_BYTES): AsyncGenerator<SourceFile | Warning> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    yield* await Promise.all(paths.slice(start, start + FILES_AT_ONCE).map((path) => readText(root, path, maxBytes)))
  }
}

/** The text of one file, or why it can't be read. */
export async function readText(root: string, path: string, maxBytes: number): Promise<SourceFile | Warning> {
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
