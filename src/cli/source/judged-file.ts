/**
 * A file of judged queries -> the queries.
 */
import { open } from 'node:fs/promises'
import { collectBytes } from '../../base/bytes.ts'
import { AskError } from '../../base/errors.ts'
import { decodeText } from '../../content/bytes.ts'
import { type JudgedQuery, parseJudgedQueries } from '../../search/evaluate/judged-query.ts'

/** Size of the file. */
const MAX_MIB = 64

/** Reads the file. Throws AskError `not-found` if it is missing, `content` with the line if it can't be read. */
export async function readJudgedQueries(path: string): Promise<JudgedQuery[]> {
  const { text } = decodeText(await readFileBytes(path))
  try {
    return parseJudgedQueries(text)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(cause.code, `${path}: ${cause.message}`, { cause })
  }
}

/** Reads piece by piece: the size of a pipe is unknown. */
async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    const bytes = await collectBytes(file.createReadStream(), MAX_MIB * 1_048_576)
    if (bytes !== null) return bytes
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    if (code === 'ENOENT') throw new AskError('not-found', `File not found: ${path}`, { cause })
    throw new AskError('file', `${path} can't be read (${code})`, { cause })
  }
  throw new AskError('file', `${path} is larger than ${MAX_MIB} MiB`)
}
