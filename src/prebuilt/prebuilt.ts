/**
 * What is built of a site before it is deployed, for hosts without files: a
 * worker imports it as one JSON file instead of reading and indexing content.
 *
 *   { "version", "contentHash", "chunks": Chunk[], "index": base64 of `encodeIndex`, "indexHash", "graph"?: Graph }
 *
 * `contentHash` proves ids and texts of the chunks, `indexHash` that the index was built of such.
 */
import type { Chunk } from '../content/chunk.ts'
import type { Graph } from '../graph/graph.ts'
import type { Searcher } from '../search/searcher.ts'

/** Rises with every change of the file's shape; graph and index in it have versions of their own. */
export const PREBUILT_VERSION = 1

/** UTF-16 units of a file: what engines hold in one string (half a gigabyte), with room to spare. */
export const MAX_PREBUILT_LENGTH = 402_653_184

/** The file, read. */
export interface Prebuilt {
  readonly chunks: readonly Chunk[]
  /** Over these chunks. */
  readonly searcher: Searcher
  /** Hash of the chunks, as in a graph built from them. */
  readonly contentHash: string
  /** Null where it was built without one. */
  readonly graph: Graph | null
}
