/** A file on disk -> a stamp that changes with it. */
import { stat } from 'node:fs/promises'

/** The status of a file at one moment. */
export interface FileStamp {
  /** Differs after a change, also within one clock tick if the file was replaced: it then has another inode. */
  readonly text: string
  /** Time of the last change, in milliseconds since 1970 by the clock of its disk. */
  readonly changedMs: number
}

/** The stamp of a file, null for a file that is missing or can't be reached. */
export async function readFileStamp(path: string): Promise<FileStamp | null> {
  try {
    const { mtimeNs, ctimeNs, ctimeMs, size, ino } = await stat(path, { bigint: true })
    return { text: [mtimeNs, ctimeNs, size, ino].join(' '), changedMs: Number(ctimeMs) }
  } catch {
    return null
  }
}
