/**
 * The weight that the owner of a site gives to a page, a factor of the scores of its sections, and patterns of slugs
 * with weights. In a pattern `*` is any part of a segment, `**` any number of
 * segments: `guides/upgrade-to/**` is that page, and all below it.
 */

/** Range of weights. */
export const WEIGHT_RANGE = { min: 0.1, max: 10 }

/** The rule for a weight, as messages give it. */
export const WEIGHT_RULE = `must be a number from ${WEIGHT_RANGE.min} to ${WEIGHT_RANGE.max}`

/** True for a number in the range. */
export function isWeight(value: unknown): value is number {
  return typeof value === 'number' && value >= WEIGHT_RANGE.min && value <= WEIGHT_RANGE.max
}

/** A pattern of slugs and the weight of their pages. */
export interface WeightRule {
  readonly pattern: string
  readonly weight: number
}

/** Gives the weight of the page with a slug: that of the last pattern that it fits; undefined for none. */
export function createWeightOf(rules: readonly WeightRule[]): (slug: string) => number | undefined {
  const tests = rules.map(({ pattern, weight }) => ({ weight, segments: pattern.replace(/^\/+|\/+$/g, '').split('/') }))
  return (slug) => {
    const path = slug.split('/')
    return tests.findLast(({ segments }) => fits(path, segments))?.weight
  }
}

/** True if the segments of a slug fit those of a pattern. */
function fits(path: readonly string[], pattern: readonly string[]): boolean {
  let at = 0
  /** The last `**`, and the segment after those that it stands for; only the last one needs to give segments back. */
  let last = { at: -1, end: 0 }
  for (let next = 0; next < path.length; ) {
    const part = pattern[at]
    if (part === '**') last = { at, end: next }
    else if (part !== undefined && fitsSegment(path[next] ?? '', part.split('*'))) next += 1
    else if (last.at === -1) return false
    else {
      at = last.at
      next = last.end += 1
    }
    at += 1
  }
  return pattern.slice(at).every((part) => part === '**')
}

/** True if a segment has the parts of a pattern around its stars, in their order. */
function fitsSegment(segment: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return segment === first
  if (!segment.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const next = segment.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  return segment.length >= at + last.length && segment.endsWith(last)
}
