/** A file that its owner edits by hand -> its bytes, or a plain word about what is in the way. */
import { readFile, stat } from 'node:fs/promises'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from './error-code.ts'

/** Null where there is none; throws `AskError('file')` for what is no file, has more than `maxBytes` or can't be read. */
export async function readBoundedFile(path: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new AskError('file', `${path} is there and is no file; move it first`)
    if (found.size > maxBytes) throw new AskError('file', `${path}: larger than ${maxBytes} bytes`)
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    const code = errorCodeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new AskError('file', `${path}: can't be read (${code})`, { cause })
  }
}
