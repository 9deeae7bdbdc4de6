/** A file that people edit by hand -> its bytes, or an error that says what to do. */
import { readFile, stat } from 'node:fs/promises'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from './error-code.ts'

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
