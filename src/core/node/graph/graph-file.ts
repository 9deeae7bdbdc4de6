/** The graph file on disk -> its graph, read as a whole and checked, or its knowledge, always up to date. */
import { AskError, readNamed } from '../../base/errors.ts'
import { type Graph, parseGraph } from '../../graph/graph.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { createStandaloneKnowledge } from '../../graph/standalone.ts'
import { fileError, readFileStamp } from '../files/path.ts'
import { openRegularFile, readFileOrPipe } from '../files/regular-file.ts'

/** Bytes of a graph file: twice the size for 100,000 sections. */
const MAX_GRAPH_BYTES = 402_653_184
/** Bytes at the start of a file that show whether `ask` wrote it. */
const HEAD_BYTES = 1_024

/**
 * Reads a graph. Throws `AskError('graph-missing')` for no file, `AskError('graph-format')` for an unreadable one.
 *
 * @example
 * const { message } = await readGraph(`${folder}/kg.json`).catch((error) => error)
 * message.endsWith('run `ask kg build` to make one') // true
 */
export async function readGraph(path: string): Promise<Graph> {
  const graph = await findGraph(path)
  if (graph === null) throw new AskError('graph-missing', `No graph at ${path}; run \`ask kg build\` to make one`)
  return graph
}

/**
 * Reads a graph, null for no file: a site may have no graph. Throws `AskError('graph-format')`.
 *
 * @example
 * await findGraph(`${folder}/kg.json`) // null
 */
export async function findGraph(path: string): Promise<Graph | null> {
  const text = await readGraphText(path)
  return text === null ? null : readNamed(path, () => parseGraph(text))
}

/** Text of a graph file or of a pipe, unchecked; null for no file. Throws `AskError('graph-format')`. */
export async function readGraphText(path: string): Promise<string | null> {
  const bytes = await readFileOrPipe(path, MAX_GRAPH_BYTES).catch((cause: unknown) => {
    throw cause instanceof AskError ? new AskError('graph-format', cause.message, { cause }) : cause
  })
  return bytes === null ? null : new TextDecoder().decode(bytes)
}

/**
 * A function that gives the current knowledge: the file's status is checked before each read, and the file is loaded
 * again only when it has changed. It rejects with `AskError` while the file is missing or broken.
 */
export function createLiveKnowledge(path: string): () => Promise<Knowledge> {
  /** With the stamp of the file when it was loaded; null for a file that could not be reached. */
  let current: { readonly stamp: string | null; readonly knowledge: Promise<Knowledge> } | null = null

  return async function knowledge() {
    // Without a stamp, reading the file reports what is wrong with it.
    const stamp = (await readFileStamp(path))?.text ?? null
    if (stamp === null || current?.stamp !== stamp) {
      const loading = { stamp, knowledge: readGraph(path).then(createStandaloneKnowledge) }
      current = loading
      loading.knowledge.catch(() => {
        if (current === loading) current = null
      })
    }
    return current.knowledge
  }
}

/**
 * Throws `AskError('file-exists')` when the file at a path was not written by `ask`, so that an output path given by
 * mistake costs no page and no manifest; `AskError('file')` for anything but a regular file, before the work begins.
 */
export async function assertOverwritable(path: string): Promise<void> {
  const file = await openRegularFile(path).catch(() => undefined)
  // A missing or unreadable file is reported by the write that follows.
  if (file === undefined) return
  if (file === null) throw fileError(path, 'written')
  try {
    const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    if (head.trim() === '' || /"contentHash":\s*"sha256:/.test(head)) return
    throw new AskError('file-exists', `${path} was not written by ask, or is damaged: remove it, or name another file`)
  } finally {
    await file.handle.close()
  }
}
