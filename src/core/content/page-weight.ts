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
  const [first, ...others] = pattern
  if (first === undefined) return path.length === 0
  if (first === '**') return path.some((_, at) => fits(path.slice(at), others)) || fits([], others)
  const [segment, ...below] = path
  return segment !== undefined && fitsSegment(segment, first.split('*')) && fits(below, others)
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
