/**
 * Sections -> batches of one request each: small sections share a request,
 * which costs less and shows the model their neighbours.
 */
import type { Chunk } from '../../content/chunk.ts'

/** Sections of one batch: a reply of 4,096 tokens has room for more. */
const MAX_SECTIONS = 10
/** UTF-16 units of the texts of one batch. */
const MAX_BATCH_LENGTH = 16_000
/** UTF-16 units of one section in a request: the subject of a longer one is clear by then. */
export const MAX_SECTION_LENGTH = 12_000

/** The batches in the given order; no batch is empty. */
export function batchSections(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  let length = 0
  for (const chunk of chunks) {
    const chunkLength = Math.min(chunk.text.length, MAX_SECTION_LENGTH)
    const last = batches.at(-1)
    if (last !== undefined && last.length < MAX_SECTIONS && length + chunkLength <= MAX_BATCH_LENGTH) {
      last.push(chunk)
      length += chunkLength
    } else {
      batches.push([chunk])
      length = chunkLength
    }
  }
  return batches
}
