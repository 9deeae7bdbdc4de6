/** What an index needs whose lists are all decoded (`index/inverted-index.ts`): no reader of lists in bytes. */
import type { openPositions as OpenPositions } from '../../../core/search.ts'

/** Never called: no list is in bytes. */
export function openEncoded(): never {
  throw new Error()
}

/** No posting. */
export const encodedFreq = (): number => 0
/** No block after the one that a decoded list is. */
export const readNextBlock = (): boolean => false
/** No block is skipped. */
export const skipBlocks = (): void => undefined
/** No ranges. */
export const readRanges = skipBlocks
/** No positions in bytes. */
export const openPositions: typeof OpenPositions = () => () => new Uint32Array(0)
