/**
 * The cache beside a graph file: a line of JSON a record, appended as soon as it
 * is known, so that a crash at any moment loses at most the line being written.
 */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RecordCache } from '../../graph-builder/model/record-cache.ts'
import { AskError } from '../../base/errors.ts'
import { parseJsonObject } from '../../base/json.ts'
import { errorCodeOf } from './error-code.ts'
import { makeFolder, writeFileWhole } from './graph-file.ts'

/** Bytes of a cache file: the records of 200,000 sections. */
const MAX_FILE_BYTES = 268_435_456

/** A cache in a file. */
export interface RecordFile extends RecordCache {
  /** Leaves only what was asked for or put since it was opened, in that order, and closes the file. */
  readonly tidy: () => Promise<void>
  /** Closes the file as it is. */
  readonly close: () => Promise<void>
}

/** With `isFresh`, nothing that the file holds is used. Throws `AskError('content')` where it can't be read or written. */
export async function openRecordFile(path: string, { isFresh }: { readonly isFresh: boolean }): Promise<RecordFile> {
  const text = isFresh ? '' : await readOrEmpty(path)
  const records = parseRecords(text)
  const used = new Map<string, unknown>()
  const file = await openToAppend(path)
  // A line that was cut must not swallow the next one.
  if (text !== '' && !text.endsWith('\n')) await append(file, path, '\n')

  return {
    get(key) {
      const value = records.get(key)
      if (value !== undefined) used.set(key, value)
      return value
    },
    async put(key, value) {
      used.set(key, value)
      await append(file, path, lineOf(key, value))
    },
    async tidy() {
      await file.close()
      const lines = [...used].map(([key, value]) => lineOf(key, value)).join('')
      if (lines !== text) await writeFileWhole(path, lines)
    },
    close: () => file.close(),
  }
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > MAX_FILE_BYTES) throw new AskError('content', `${path}: larger than ${MAX_FILE_BYTES / 1_048_576} MiB; delete it to start afresh`)
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    if (errorCodeOf(cause) === 'ENOENT') return ''
    throw new AskError('content', `${path}: can't be read (${errorCodeOf(cause)})`, { cause })
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  try {
    await makeFolder(dirname(path))
    return await open(path, 'a')
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

async function append(file: FileHandle, path: string, line: string): Promise<void> {
  try {
    await file.appendFile(line)
    await file.datasync()
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function unwritable(path: string, cause: unknown): AskError {
  return new AskError('content', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
}

function lineOf(key: string, value: unknown): string {
  return `${JSON.stringify({ key, value })}\n`
}

/** Lines that are no record, such as one cut by a crash, are left out; of two alike the last counts. */
function parseRecords(text: string): Map<string, unknown> {
  const records = new Map<string, unknown>()
  for (const line of text.split('\n')) {
    const record = parseRecord(line)
    if (record !== null) records.set(record.key, record.value)
  }
  return records
}

function parseRecord(line: string): { readonly key: string; readonly value: unknown } | null {
  const { key, value } = parseJsonObject(line) ?? {}
  return typeof key === 'string' && value !== undefined ? { key, value } : null
}
