/**
 * A graph file -> its knowledge, always up to date: the file's status is checked before each read, and the file is
 * loaded again only when it has changed.
 */
import { stat } from 'node:fs/promises'
import type { Knowledge } from '../../graph/knowledge.ts'
import { createStandaloneKnowledge } from '../../graph/standalone.ts'
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
    const stamp = await fileStamp(path)
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

/** A string that changes with the file, also within one clock tick: a replaced file has another inode. */
async function fileStamp(path: string): Promise<string | null> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true })
    return [mtimeNs, ctimeNs, size, ino].join(' ')
  } catch {
    // Reading the file then reports what is wrong with it.
    return null
  }
}
