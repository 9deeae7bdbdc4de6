/** The cache of a graph build with a model: a record a line, appended at once, so that a crash loses at most one. */
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJsonObject } from '../../base/json.ts'
import { makeFolder, writeFileAtomically } from '../files/atomic-write.ts'
import { fileError, orWriteError } from '../files/path.ts'
import { readBoundedText } from '../files/regular-file.ts'

/** Bytes of a cache file: enough for 200,000 sections. */
const MAX_FILE_BYTES = 268_435_456

/** Opens a cache; a fresh one ignores the records in the file. Throws `AskError('file')`. */
export async function openRecordCache(path: string, { isFresh }: { readonly isFresh: boolean }) {
  const stats = await stat(path).catch(() => null)
  // To open a pipe that nobody reads or writes would take for ever.
  if (stats?.isFile() === false) throw fileError(path, 'written')
  const text = isFresh ? '' : ((await readBoundedText(path, MAX_FILE_BYTES)) ?? '')
  const records = parseRecords(text)
  const used = new Map<string, unknown>()
  const file = await orWriteError(path, makeFolder(dirname(path)).then(() => open(path, 'a')))
  const append = (line: string) => orWriteError(path, file.appendFile(line).then(() => file.datasync()))
  // Else the next record would be appended to a line that a crash cut short.
  if (text !== '' && !text.endsWith('\n')) await append('\n')

  return {
    get(key: string) {
      const value = records.get(key)
      if (value !== undefined) used.set(key, value)
      return value
    },
    async put(key: string, value: unknown) {
      used.set(key, value)
      await append(formatRecord(key, value))
    },
    /** Keeps only the records read or put since the file was opened, in that order, and closes it. */
    async compact() {
      await file.close()
      const lines = [...used].map(([key, value]) => formatRecord(key, value)).join('')
      if (lines !== text) await writeFileAtomically(path, lines)
    },
    close: () => file.close(),
  }
}

function formatRecord(key: string, value: unknown): string {
  return `${JSON.stringify({ key, value })}\n`
}

/** Records by key, the last one of each key; invalid lines are skipped, such as one cut short by a crash. */
function parseRecords(text: string): Map<string, unknown> {
  const records = new Map<string, unknown>()
  for (const line of text.split('\n')) {
    const { key, value } = parseJsonObject(line) ?? {}
    if (typeof key === 'string' && value !== undefined) records.set(key, value)
  }
  return records
}
