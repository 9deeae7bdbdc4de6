/** How long a chunk is, the measure by which its positions are packed: the words of all its fields. */
import { FIELDS } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'

/** Words of a chunk in all fields. */
export type SpanOf = (chunk: number) => number

export function createSpanOf({ lengths }: Pick<InvertedIndex, 'lengths'>): SpanOf {
  const chunkCount = lengths.length / FIELDS.length
  return function spanOf(chunk) {
    let words = 0
    for (let at = chunk; at < lengths.length; at += chunkCount) words += lengths[at]!
    return words
  }
}
