/**
 * The prebuilt index of a site, for hosts without files: a worker imports it as
 * one JSON file instead of reading and indexing content.
 *
 *   { "version", "contentHash", "chunks": Chunk[], "index": base64 of `encodeIndex`, "indexHash", "graph"?: Graph }
 *
 * `contentHash` validates ids and texts of the chunks, `indexHash` that the index was built from them.
 */
import { formatSha256, sha256 } from '../base/bytes.ts'
import type { Chunk } from '../content/chunk.ts'
import type { Graph } from '../graph/graph.ts'
import type { Searcher } from '../search/searcher.ts'

/** The hash of an index: `sha256:` and 64 hex digits. */
export async function hashIndex(index: Uint8Array, contentHash: string): Promise<string> {
  return formatSha256(await sha256(new TextEncoder().encode(contentHash), index))
}

/** Version of the file's shape; the graph and the index in it have their own. */
export const PREBUILT_VERSION = 3

/** UTF-16 units of a file: fewer than the half gigabyte that engines hold in one string. */
export const MAX_PREBUILT_LENGTH = 402_653_184

/** The decoded file. */
export interface Prebuilt {
  readonly chunks: readonly Chunk[]
  /** The searcher of the chunks. */
  readonly searcher: Searcher
  /** Hash of the chunks, as in a graph built from them. */
  readonly contentHash: string
  /** Null if it was built without one. */
  readonly graph: Graph | null
}
