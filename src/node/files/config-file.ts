/**
 * Possible names of a configuration file in a folder -> its text. Only plain values are looked for in it, so a file
 * that can't be read counts as empty.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '../../content/bytes.ts'
import type { SourceFile } from '../../content/page.ts'

/** Bytes of a configuration file; the text of a larger one is not read. */
export const MAX_CONFIG_BYTES = 1_048_576

/** The first of these files that exists, null for none; its text is empty when it is too large or can't be read. */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<SourceFile | null> {
  for (const path of names) {
    const stats = await stat(join(folder, path)).catch(() => null)
    if (stats?.isFile() !== true) continue
    if (stats.size > MAX_CONFIG_BYTES) return { path, text: '' }
    return { path, text: await readFile(join(folder, path)).then((bytes) => decodeText(bytes).text, () => '') }
  }
  return null
}
