/**
 * A graph file -> its knowledge, always that of the file as it stands: looked
 * at before each read, loaded again only when it has changed.
 */
import { stat } from 'node:fs/promises'
import type { Knowledge } from '../../graph/knowledge.ts'
import { createStandaloneKnowledge } from '../../graph/standalone.ts'
import { readGraph } from './graph-file.ts'

interface Loaded {
  readonly stamp: string
  readonly knowledge: Promise<Knowledge>
}

/** Rejects with `AskError` as long as the file is missing or broken; what failed is not kept. */
export function createLiveKnowledge(path: string): () => Promise<Knowledge> {
  let current: Loaded | null = null

  return async function knowledge() {
    const stamp = await stampOf(path)
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

/** Changes with the file: within one tick of the clock the size or the inode tells, as files are replaced whole. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true })
    return [mtimeNs, ctimeNs, size, ino].join(' ')
  } catch {
    // What is wrong with the file is told by the attempt to read it.
    return null
  }
}
