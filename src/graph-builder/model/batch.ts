/**
 * Sections -> batches that one request asks about: small sections share a
 * request, which costs less and keeps neighbours in sight of one another.
 */
import type { Chunk } from '../../content/chunk.ts'

/** Sections of one batch: what a reply of 4,096 tokens holds with room to spare. */
const MAX_SECTIONS = 10
/** UTF-16 units of the texts of one batch. */
const MAX_BATCH_LENGTH = 16_000
/** UTF-16 units of one section that a model is shown: what it says stands well before. */
export const MAX_SECTION_LENGTH = 12_000

/** In the order given; no batch is empty. */
export function batchSections(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  let length = 0
  for (const chunk of chunks) {
    const own = Math.min(chunk.text.length, MAX_SECTION_LENGTH)
    const last = batches.at(-1)
    if (last !== undefined && last.length < MAX_SECTIONS && length + own <= MAX_BATCH_LENGTH) {
      last.push(chunk)
      length += own
    } else {
      batches.push([chunk])
      length = own
    }
  }
  return batches
}
