/**
 * Frontmatter of a page, or the configuration of a site, -> the texts that `{{name}}` shows on pages of MyST. Source:
 * myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2.
 */
import type { FrontValue } from './value.ts'

/** Texts of one page or site. */
const MAX_SUBSTITUTIONS = 1_000
/** What is no text in one. */
const LINK = /\[([^\][]{0,400})\]\([^()]{0,400}\)/g
const MARKS = /[`*]/g
const KEY = 'myst_substitutions'
/** The extension that reads them. */
const EXTENSION = /["']substitution["']/

/** The texts by their names, of a page. */
export function substitutionsOf(data: FrontValue | undefined): ReadonlyMap<string, string> {
  if (!(data instanceof Map)) return new Map()
  const own = data.get('myst')
  const maps = [data.get(KEY), own instanceof Map ? own.get('substitutions') : undefined]
  const entries = maps.flatMap((map) => (map instanceof Map ? [...map].slice(0, MAX_SUBSTITUTIONS) : []))
  return new Map(entries.flatMap(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText ? [[name, String(value).replace(LINK, '$1').replace(MARKS, '')] as const] : []
  }))
}

/** Those of a site, by the text of its configuration and the values in it; null if its pages have none. */
export function siteSubstitutions(text: string, values: FrontValue | undefined): ReadonlyMap<string, string> | null {
  return EXTENSION.test(text) ? substitutionsOf(values) : null
}
