/**
 * The names a configuration may have in a folder -> its text. It is read to
 * learn what stands there in plain words, so one that can't be read says nothing.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '../../content/bytes.ts'
import type { SourceFile } from '../../content/page.ts'

/** Bytes of a configuration; of a larger one only the name is taken. */
export const MAX_CONFIG_BYTES = 1_048_576

/** The first of these files that is there, null where none is; without text where it is too large or can't be read. */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<SourceFile | null> {
  for (const path of names) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (found?.isFile() !== true) continue
    const isRead = found.size <= MAX_CONFIG_BYTES
    return { path, text: isRead ? await readFile(join(folder, path)).then(decodeText, () => '') : '' }
  }
  return null
}
