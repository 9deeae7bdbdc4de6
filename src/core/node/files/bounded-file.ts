/** A file that people edit by hand -> its bytes or text, or an error that says what to do. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { decodeText } from '../../content/bytes.ts'
import type { SourceFile } from '../../content/page.ts'
import { errorCodeOf } from './error-code.ts'

/** Bytes of a configuration file; the text of a larger one is not read. */
export const MAX_CONFIG_BYTES = 1_048_576

/**
 * Bytes of a file, null for no file. Throws `AskError('file')` for anything but a regular file, for more than
 * `maxBytes`, and for a file that can't be read.
 */
export async function readBoundedFile(path: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new AskError('file', `${path} exists and is not a file; move it first`)
    if (stats.size > maxBytes) throw new AskError('file', `${path}: larger than ${maxBytes} bytes`)
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    const code = errorCodeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new AskError('file', `${path}: can't be read (${code})`, { cause })
  }
}

/**
 * The first of these files that exists, null for none. Only plain values are looked for in a configuration, so one that
 * is too large or can't be read counts as empty.
 */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<SourceFile | null> {
  for (const path of names) {
    const stats = await stat(join(folder, path)).catch(() => null)
    if (stats?.isFile() !== true) continue
    if (stats.size > MAX_CONFIG_BYTES) return { path, text: '' }
    return { path, text: await readFile(join(folder, path)).then((bytes) => decodeText(bytes).text, () => '') }
  }
  return null
}
