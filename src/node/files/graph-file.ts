/**
 * The graph file on disk: read whole and checked, written so that a reader or
 * a crash at any moment finds the old file or the new one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { parseGraph } from '../../graph/format.ts'
import type { Graph } from '../../graph/graph.ts'
import { errorCodeOf } from './error-code.ts'

/** Bytes of a graph file: that of 100,000 sections, twice over. */
const MAX_GRAPH_BYTES = 402_653_184
/** Bytes that tell whose a file is. */
const BEGINNING_BYTES = 1_024
/** Mode of a new file, before the process's mask. */
const NEW_FILE_MODE = 0o666

/** Throws `AskError('graph-missing')` when there is none, `AskError('graph-format')` when it can't be read. */
export async function readGraph(path: string): Promise<Graph> {
  const graph = await findGraph(path)
  if (graph === null) throw new AskError('graph-missing', `No graph at ${path}; run \`ask kg build\` to make one`)
  return graph
}

/** The same, null where there is none: a site may be without a graph. */
export async function findGraph(path: string): Promise<Graph | null> {
  const text = await readGraphText(path)
  if (text === null) return null
  try {
    return parseGraph(text)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError(cause.code, `${path}: ${cause.message}`, { cause })
  }
}

/** Text of a graph file as it stands, null where there is none. */
export async function readGraphText(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path)
    if (size > MAX_GRAPH_BYTES) throw new AskError('graph-format', `${path}: larger than ${MAX_GRAPH_BYTES / 1_048_576} MiB`)
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    const code = errorCodeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new AskError('graph-format', `${path}: can't be read (${code})`, { cause })
  }
}

/** Writes all of `text` or nothing. Folders are made as needed; an existing file keeps its mode, a link stays a link. */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  try {
    await replace(path, text)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    throw new AskError('file', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  }
}

/**
 * Throws `AskError('file-exists')` for a path at which a file stands that `ask` did not
 * write: a name given by mistake must not cost a page or a manifest.
 */
export async function refuseForeign(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => null)
  // What isn't there, or can't be read, says so when it is written.
  if (file === null) return
  try {
    if (!(await file.stat()).isFile()) return
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    const beginning = buffer.toString('utf8', 0, bytesRead)
    if (beginning.trim() === '' || /"contentHash":\s*"sha256:/.test(beginning)) return
    throw new AskError('file-exists', `${path} is there and not of ask's making: name another file, or remove it`)
  } finally {
    await file.close()
  }
}

/**
 * Makes a folder and those above it; one that is there stays. Not by Node's own
 * `recursive`, which never returns where a parent holds no files (`/proc/x/y`).
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path).catch((again: unknown) => {
      if (errorCodeOf(again) !== 'EEXIST') throw again
    })
  }
}

async function replace(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const known = await stat(target).catch(() => null)
  // A rename would put a file in the place of a device or a pipe.
  if (known !== null && !known.isFile()) throw new AskError('file', `${path}: can't be written: it is no regular file`)
  const mode = known === null ? null : known.mode & 0o777
  await makeFolder(dirname(target))
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', NEW_FILE_MODE)
    try {
      // Not by `open`, which the process's mask would change.
      if (mode !== null) await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
