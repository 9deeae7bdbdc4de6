/**
 * The graph file on disk: read whole and checked, written so that a reader or
 * a crash at any moment finds the old file or the new one.
 */
import { open, readFile, stat } from 'node:fs/promises'
import { AskError } from '../../base/errors.ts'
import { parseGraph } from '../../graph/format.ts'
import type { Graph } from '../../graph/graph.ts'
import { errorCodeOf } from '../files/error-code.ts'

/** Bytes of a graph file: that of 100,000 sections, twice over. */
const MAX_GRAPH_BYTES = 402_653_184
/** Bytes that tell whose a file is. */
const BEGINNING_BYTES = 1_024

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

/**
 * Throws `AskError('usage')` for a path at which a file stands that `ask` did not
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
    throw new AskError('usage', `${path} is there and not of ask's making: name another file, or remove it`)
  } finally {
    await file.close()
  }
}
