/** A block of postings in decoded form: the unit in which lists are packed and skipped. */

/** Postings of a full block. */
export const BLOCK = 128

/** Columns for one block. */
export interface BlockBuffer {
  /** Ordinals. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
}

/** A buffer for a full block. */
export function createBlockBuffer(): BlockBuffer {
  return { chunks: new Uint32Array(BLOCK), counts: new Uint16Array(BLOCK) }
}
