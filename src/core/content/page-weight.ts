/**
 * The weight that the owner of a site gives to a page, a factor of the scores of its sections, and patterns of slugs
 * with weights. In a pattern `*` is any part of a segment, `**` any number of
 * segments: `guides/upgrade-to/**` is that page, and all below it.
 */

import { createGlobTest } from './generators/path-pattern.ts'

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
  const tests = rules.map(({ pattern, weight }) => {
    // Sets, `?` and `\` mean nothing here.
    const glob = pattern.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/[[?\\]/g, '\\$&')
    return { weight, fits: createGlobTest(glob) }
  })
  return (slug) => tests.findLast(({ fits }) => fits(slug))?.weight
}
