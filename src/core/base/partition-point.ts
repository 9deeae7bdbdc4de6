/** Binary search. */

/**
 * The first position in the half-open range for which `holds` is false, or `to` if it is true for all of them. Once
 * `holds` is false, it must be false for every later position.
 */
export function partitionPoint(
  { from, to }: { readonly from: number; readonly to: number },
  holds: (position: number) => boolean,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
