/** Settings for reading content, among them the weights that the owner of a site gives to pages. */
import { createGlobTest } from './generators/path-pattern.ts'
import type { SiteRules } from './generators/rules.ts'

/** Settings for reading content as pages, complete and in range. */
export interface ContentSettings {
  /** Title of the site, null if it is unknown. */
  readonly siteTitle: string | null
  /** The titles that no page may have, as an earlier reading of the whole site decided; null to decide again. */
  readonly commonTitles: readonly string[] | null
  /** Weights of pages that state none. */
  readonly weights?: readonly WeightRule[]
  /** BCP 47 tag of pages that state none, null for that of the root page. */
  readonly defaultLang: string | null
  /** Version of pages that state none and are in no folder of one. */
  readonly defaultVersion: string | null
  /** The language of each first folder that holds translations; null to find them by their names and pages. */
  readonly locales: Readonly<Record<string, string>> | null
  /** The clock that decides about dates of publication and expiry, in milliseconds since 1970. */
  readonly now: () => number
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** True if links to pages end in `/`. */
  readonly trailingSlash: boolean
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** The rules of the generator that the sources are written for. */
  readonly rules: SiteRules
}

/** Range of weights. */
export const WEIGHT_RANGE = { min: 0.1, max: 10 }

/** The rule for a weight, as messages give it. */
export const WEIGHT_RULE = `must be a number from ${WEIGHT_RANGE.min} to ${WEIGHT_RANGE.max}`

/** True for a number in the range. */
export function isWeight(value: unknown): value is number {
  return typeof value === 'number' && value >= WEIGHT_RANGE.min && value <= WEIGHT_RANGE.max
}

/**
 * A pattern of slugs and the weight of their pages, a factor of the scores of their sections. `*` is any part of a
 * segment, `**` any number of segments: `guides/upgrade-to/**` is that page, and all below it.
 */
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
