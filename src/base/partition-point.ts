/** A half-open range of positions. */
interface Positions {
  readonly from: number
  readonly to: number
}

/**
 * The first position in a range for which a test fails, `to` if it holds for all. It must fail for all positions after
 * one for which it fails. Method: binary search.
 */
export function partitionPoint({ from, to }: Positions, holds: (position: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
