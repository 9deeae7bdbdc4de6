/**
 * The addresses that a configuration forwards: links to them open the page that they lead to. Sources:
 * mintlify.com/docs/create/redirects, docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects,
 * github.com/mkdocs/mkdocs-redirects, rust-lang.github.io/mdBook/format/configuration/renderers.html.
 */
import type { FrontMap, FrontValue } from '../frontmatter/value.ts'
import type { Redirect } from '../generators/source-address.ts'
import { textAt, valueAt } from './config-values.ts'

/** Redirects of one configuration; more are not read. */
const MAX_REDIRECTS = 10_000
/** `/:slug*`, `/*`: the rest of an address. */
const REST = /(?::[A-Za-z]\w*\*|\*)$/

/**
 * The redirects in a value: a map of old and new addresses, a list of maps with one redirect each, or a list of plugins
 * with these as an option.
 */
export function readRedirects(value: FrontValue | undefined): readonly Redirect[] {
  if (value instanceof Map) return redirectsOf([...value])
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_REDIRECTS).flatMap((item: FrontValue) => {
    const ofPlugin = valueAt(item, '1.redirects') ?? valueAt(item, 'redirects.redirect_maps')
    if (ofPlugin !== undefined) return readRedirects(ofPlugin)
    return item instanceof Map ? ofMap(item) : []
  })
}

function ofMap(item: FrontMap): readonly Redirect[] {
  const from = item.get('source') ?? item.get('from')
  const to = textAt(item, 'destination') ?? textAt(item, 'to')
  return redirectsOf((Array.isArray(from) ? from : [from]).map((one) => [one, to]))
}

function redirectsOf(pairs: readonly (readonly [FrontValue | undefined, FrontValue])[]): readonly Redirect[] {
  return pairs.slice(0, MAX_REDIRECTS).flatMap(([from, to]) => {
    if (typeof from !== 'string' || typeof to !== 'string') return []
    return { from: from.replace(REST, '*'), to: to.replace(REST, '*') }
  })
}
