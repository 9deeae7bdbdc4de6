/**
 * The text of an `astro.config` -> what stands in it in plain words. It is
 * read, never run: for a project in which the integration has not run yet.
 */
import type { AstroAddresses } from '../../content/site/astro-site.ts'
import { isPattern } from '../../content/site/collection.ts'
import { readConfigValues } from '../../init/config/config-values.ts'

/** What is known of a site without running it. */
export interface PlainConfig {
  readonly addresses: AstroAddresses
  /** The option of the integration, null where it isn't written out. */
  readonly collections: Readonly<Record<string, string>> | null
  /** Whether Markdown goes through remark and rehype, as it always did before Astro 7. */
  readonly isUnified: boolean
  /** Line of the first of the plugins that may give headings other ids, null where none are named. */
  readonly pluginsLine: number | null
}

const PLUGINS = /\b(?:remarkPlugins|rehypePlugins|mdastPlugins|hastPlugins|headingAttributes)\b/
const REMARK_OR_REHYPE = /\b(?:remarkPlugins|rehypePlugins|remarkRehype)\b|\bunified\s*\(/
const NO_DASHES = /\b(?:smartypants|smartPunctuation)\s*:\s*false\b/

/** Never fails: what isn't written as expected is left at Astro's default. */
export function readAstroConfig(config: string): PlainConfig {
  const text = config.replace(/^[ \t]*\/\/.*$/gm, '')
  const read = readConfigValues('astro.config.ts', config)
  const base = read('base') ?? undefined
  const trailingSlash = read('trailingSlash') ?? undefined
  const plugins = PLUGINS.exec(text)
  return {
    addresses: { base, trailingSlash, ...(NO_DASHES.test(text) && { markdown: { smartypants: false } }) },
    collections: collectionsOf(text),
    isUnified: REMARK_OR_REHYPE.test(text),
    pluginsLine: plugins === null ? null : text.slice(0, plugins.index).split('\n').length,
  }
}

/** `collections: { docs: '/[id]/', blog: '/blog/[id]/' }`, when each is a pattern. */
function collectionsOf(text: string): Record<string, string> | null {
  const written = /\bcollections:\s*\{([^{}]*)\}/.exec(text)?.[1] ?? ''
  const found = [...written.matchAll(/['"]?([\w$-]+)['"]?\s*:\s*(['"])([^'"]*)\2/g)]
  const entries = found.map(([, name = '', , pattern = '']): [string, string] => [name, pattern])
  return entries.length > 0 && entries.every(([, pattern]) => isPattern(pattern)) ? Object.fromEntries(entries) : null
}
