/**
 * The file that a command line names -> the judged queries in it.
 */
import { open } from 'node:fs/promises'
import { decodeText } from '../../content/bytes.ts'
import { AskError } from '../../base/errors.ts'
import { collectBytes } from '../../base/bytes.ts'
import { type JudgedQuery, parseJudgedQueries } from '../../search/evaluate/judged-query.ts'

const MAX_FILE_BYTES = 67_108_864

/** Throws an AskError `not-found` where there is no file, `content` for one that can't be read, naming the line. */
export async function readJudgedQueries(path: string): Promise<JudgedQuery[]> {
  const text = decodeText(await readFileBytes(path))
  try {
    return parseJudgedQueries(text)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(cause.code, `${path}: ${cause.message}`, { cause })
  }
}

/** Piece by piece, since a pipe doesn't tell its size. */
async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    const bytes = await collectBytes(file.createReadStream(), MAX_FILE_BYTES)
    if (bytes !== null) return bytes
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    if (code === 'ENOENT') throw new AskError('not-found', `There is no file ${path}`, { cause })
    throw new AskError('content', `${path}: can't be read (${code})`, { cause })
  }
  throw new AskError('content', `${path}: larger than ${MAX_FILE_BYTES / 1_048_576} MiB`)
}
