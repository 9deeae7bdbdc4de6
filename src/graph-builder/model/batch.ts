/**
 * Sections -> batches of one request each: small sections share a request,
 * which costs less and shows the model their neighbors.
 */
import type { Chunk } from '../../content/chunk.ts'
import { sectionText } from './section-text.ts'

/** Sections of one batch: a reply of 4,096 tokens has room for more. */
const MAX_SECTIONS = 10
/** UTF-16 units of the texts of one batch. */
const MAX_BATCH_LENGTH = 16_000

/** Batches of sections. */
export interface Batches {
  /** In the given order; no batch is empty. */
  readonly batches: readonly (readonly Chunk[])[]
  /** UTF-16 units of the texts of all batches, as they are sent. */
  readonly length: number
}

/** Puts sections into batches. */
export function batchSections(chunks: readonly Chunk[]): Batches {
  const batches: Chunk[][] = []
  let total = 0
  let length = 0
  for (const chunk of chunks) {
    const chunkLength = sectionText(chunk).length
    total += chunkLength
    const last = batches.at(-1)
    if (last !== undefined && last.length < MAX_SECTIONS && length + chunkLength <= MAX_BATCH_LENGTH) {
      last.push(chunk)
      length += chunkLength
    } else {
      batches.push([chunk])
      length = chunkLength
    }
  }
  return { batches, length: total }
}
