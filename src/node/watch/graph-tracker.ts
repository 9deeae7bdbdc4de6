/** The graph file of a site -> its graph, kept up to date; a file that breaks or goes away changes nothing. */
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AskError } from '../../base/errors.ts'
import type { Graph } from '../../graph/graph.ts'
import { readFileStamp } from '../files/file-stamp.ts'
import { findGraph } from '../graph/graph-file.ts'

/** Levels of missing folders around the file. */
const MAX_LEVELS = 32

/** The file after a change: its graph, or the reason why it has none. */
export type GraphUpdate =
  | { readonly type: 'read'; readonly graph: Graph | null }
  | { readonly type: 'broken'; readonly message: string }

/** A graph file that is kept up to date. */
export interface GraphTracker {
  /** The file if it has changed since the last update, at first in any case; else null. */
  readonly update: () => Promise<GraphUpdate | null>
}

/** A tracker of the file at a path. `follow` is as in `createSiteTracker`. */
export function createGraphTracker(path: string, follow: (folders: ReadonlySet<string>) => boolean): GraphTracker {
  let stamp: string | null = null
  let isFirst = true
  let hasGraph = false

  async function update(): Promise<GraphUpdate | null> {
    follow(new Set([await existingFolder(dirname(path))]))
    const current = (await readFileStamp(path))?.text ?? ''
    if (current === stamp && !isFirst) return null
    const update = await read()
    // A file at its start that can't be read is an error of the command line, so that no update follows.
    isFirst = false
    stamp = current
    return update
  }

  async function read(): Promise<GraphUpdate | null> {
    try {
      const graph = await findGraph(path)
      if (graph === null && hasGraph) return { type: 'broken', message: `${path} is gone` }
      if (graph === null && !isFirst) return null
      hasGraph = graph !== null
      return { type: 'read', graph }
    } catch (error) {
      if (isFirst || !(error instanceof AskError)) throw error
      return { type: 'broken', message: error.message }
    }
  }

  return { update }
}

/** Real path of a folder, or of the nearest one around it that exists. */
async function existingFolder(folder: string): Promise<string> {
  for (let level = 0, place = folder; level < MAX_LEVELS; level += 1, place = dirname(place)) {
    const real = await realpath(place).catch(() => null)
    if (real !== null) return real
  }
  return dirname(folder)
}
