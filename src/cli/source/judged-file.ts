/**
 * A file of judged queries -> the queries.
 */
import { open } from 'node:fs/promises'
import { decodeText } from '../../content/bytes.ts'
import { AskError } from '../../base/errors.ts'
import { type JudgedQuery, parseJudgedQueries } from '../../search/evaluate/judged-query.ts'

/** Size of the file. */
const MAX_MIB = 64

/** Reads the file. Throws AskError `not-found` if it is missing, `content` with the line if it can't be read. */
export async function readJudgedQueries(path: string): Promise<JudgedQuery[]> {
  const text = decodeText(await readBytes(path))
  try {
    return parseJudgedQueries(text)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(cause.code, `${path}: ${cause.message}`, { cause })
  }
}

/** Reads piece by piece: the size of a pipe is unknown. */
async function readBytes(path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    const file = await open(path)
    for await (const piece of file.createReadStream()) {
      size += piece.length
      if (size > MAX_MIB * 1_048_576) throw new AskError('file', `${path} is larger than ${MAX_MIB} MiB`)
      pieces.push(piece)
    }
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    if (code === 'ENOENT') throw new AskError('not-found', `File not found: ${path}`, { cause })
    throw new AskError('file', `${path} can't be read (${code})`, { cause })
  }
  return Buffer.concat(pieces)
}
