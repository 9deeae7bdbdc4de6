/** A prebuilt file for tests of what reads it, as JSON that may be changed. */
import type { Chunk } from '../../src/core/content/chunk.ts'
import type { Graph } from '../../src/core/graph/graph.ts'
import { formatPrebuilt } from '../../src/core/prebuilt/prebuilt.ts'

/** The file of these chunks, with top-level fields replaced; `undefined` takes one away. */
export async function prebuiltOf(chunks: readonly Chunk[], graph: Graph | null = null, changes: Readonly<Record<string, unknown>> = {}) {
  const file: Record<string, unknown> = JSON.parse(await formatPrebuilt(chunks, graph))
  return Object.fromEntries(Object.entries({ ...file, ...changes }).filter(([, value]) => value !== undefined))
}
