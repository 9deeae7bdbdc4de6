/**
 * A graph file -> its knowledge, always up to date: the file's status is checked before each read, and the file is
 * loaded again only when it has changed.
 */
import type { Knowledge } from '../../graph/knowledge.ts'
import { createStandaloneKnowledge } from '../../graph/read.ts'
import { readFileStamp } from '../files/file-stamp.ts'
import { readGraph } from './graph-file.ts'

interface LoadedGraph {
  /** Status of the file when it was loaded. */
  readonly stamp: string
  readonly knowledge: Promise<Knowledge>
}

/** A function that gives the current knowledge. It rejects with `AskError` while the file is missing or broken. */
export function createLiveKnowledge(path: string): () => Promise<Knowledge> {
  let current: LoadedGraph | null = null

  return async function knowledge() {
    // Without a stamp, reading the file reports what is wrong with it.
    const stamp = (await readFileStamp(path))?.text ?? null
    if (stamp === null || current?.stamp !== stamp) {
      const loading = { stamp: stamp ?? '', knowledge: load(path) }
      current = loading
      loading.knowledge.catch(() => {
        if (current === loading) current = null
      })
    }
    return current.knowledge
  }
}

async function load(path: string): Promise<Knowledge> {
  return createStandaloneKnowledge(await readGraph(path))
}
