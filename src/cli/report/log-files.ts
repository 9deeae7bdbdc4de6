/** The files of a question log -> their lines, read piece by piece. */
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { errorCodeOf } from '../../node/files/error-code.ts'
import { dailyNames } from '../../node/files/question-log.ts'
import { openRegularFile } from '../../node/files/regular-file.ts'
import { createLineSplitter } from '../../node/server/stdio.ts'
import { type ParsedLine, parseLine } from '../../report/parse-line.ts'

/** Bytes of a line; a service writes far shorter ones. */
const MAX_LINE_BYTES = 65_536

/**
 * The log files for a path that an owner gives: an existing file, else the files of all days for a path of
 * `--question-log`.
 */
export async function findLogFiles(paths: readonly string[]): Promise<readonly string[]> {
  const files = await Promise.all(paths.map(async (path) => {
    if (await access(path).then(() => true, () => false)) return [path]
    const { folder, dateIn } = dailyNames(path)
    const days = (await readdir(folder).catch(() => [])).filter((name) => dateIn(name) !== null).sort()
    return days.length === 0 ? [path] : days.map((name) => join(folder, name))
  }))
  return [...new Set(files.flat())]
}

/** Reads all lines of a file. Throws `AskError` `not-found` or `file`. */
export async function readLogFile(path: string, take: (line: ParsedLine) => void): Promise<void> {
  const handle = await openRegularFile(path).catch((cause: unknown) => {
    const code = errorCodeOf(cause)
    if (code === 'ENOENT') throw new AskError('not-found', `Question log not found: ${path}`, { cause })
    throw new AskError('file', `${path}: can't be read (${code})`, { cause })
  })
  if (handle === null) throw new AskError('file', `${path}: can't be read: it is not a regular file`)
  const splitter = createLineSplitter(MAX_LINE_BYTES)
  const takeLine = (line: Buffer | null) => {
    if (line === null) take({ type: 'broken' })
    else if (line.length > 0) take(parseLine(line.toString('utf8')))
  }
  try {
    for await (const piece of handle.createReadStream({ highWaterMark: 262_144, autoClose: false })) {
      for (const line of splitter.push(piece)) takeLine(line)
    }
  } catch (cause) {
    throw new AskError('file', `${path}: can't be read (${errorCodeOf(cause)})`, { cause })
  } finally {
    await handle.close()
  }
  takeLine(splitter.finish())
}
