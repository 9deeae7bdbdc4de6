/**
 * Scratch columns that the searches of an index share, one after the other, so
 * that none has to make its own. Who uses them next clears what is touched.
 */

/** Chunks of one window. */
export const WINDOW = 2_048

/** A number of each kind (`row.ts`) for each place of a window. */
export type Columns = Readonly<Record<'scores' | 'credits' | 'headings' | 'titles', Float64Array>>

/** Places of a window: the first `count`, each once. */
export interface Places {
  readonly places: Uint16Array
  count: number
}

export interface Workspace {
  /** What the rows so far give, and the places that any of them touched. */
  readonly sums: Columns
  readonly touched: Places
  /** Of the current row, the best of its alternatives; empty between rows. */
  readonly bests: Columns
  readonly raised: Places
}

export function createWorkspace(): Workspace {
  const columns = (): Columns => ({ scores: column(), credits: column(), headings: column(), titles: column() })
  const column = () => new Float64Array(WINDOW)
  const places = () => ({ places: new Uint16Array(WINDOW), count: 0 })
  return { sums: columns(), touched: places(), bests: columns(), raised: places() }
}
