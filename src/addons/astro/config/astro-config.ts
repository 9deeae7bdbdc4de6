/**
 * The text of an `astro.config` -> the settings written in it as plain values. The text is never run. Used for projects
 * in which the integration has not run yet.
 */
import {
  type AstroAddresses, type AstroLocales, type FrontValue, isPattern, itemsAt, type MenuEntry, parseConfig, readMenu,
  scriptFiles, textAt, valueAt,
} from '../../../core/content.ts'

/** Names of the configuration, in the order in which Astro looks for them. */
export const ASTRO_CONFIG_FILES = scriptFiles('astro.config')

/** Settings of a site that can be read without running its configuration. */
export interface StaticAstroConfig {
  readonly addresses: AstroAddresses
  /** The option `collections` of the integration, null when it isn't a plain object. */
  readonly collections: Readonly<Record<string, string>> | null
  /** The sidebar of Starlight, empty for none. */
  readonly menu: readonly MenuEntry[]
  /** True if Markdown goes through remark and rehype, as always before Astro 7. */
  readonly isUnified: boolean
  /** Line of the first plugin option (a plugin may change ids of headings), null for none. */
  readonly pluginsLine: number | null
}

const PLUGINS = /\b(?:remarkPlugins|rehypePlugins|mdastPlugins|hastPlugins|headingAttributes)\b/
const REMARK_OR_REHYPE = /\b(?:remarkPlugins|rehypePlugins|remarkRehype)\b|\bunified\s*\(/
const NO_DASHES = /\b(?:smartypants|smartPunctuation)\s*:\s*false\b/

/** Key of the locale without a folder. */
const ROOT_LOCALE = 'root'

/**
 * Reads a configuration; a setting that isn't a plain value has Astro's default. `values`: those of the configuration
 * with what it imports, if that was read. Never fails.
 */
export function readAstroConfig(config: string, values = parseConfig('astro.config.ts', config)): StaticAstroConfig {
  const text = config.replace(/^[ \t]*\/\/.*$/gm, '')
  const integrations = itemsAt(values, 'integrations')
  const plugins = PLUGINS.exec(text)
  return {
    addresses: {
      base: textAt(values, 'base') ?? undefined,
      trailingSlash: textAt(values, 'trailingSlash') ?? undefined,
      i18n: localesOf([...integrations, values, valueAt(values, 'i18n')]),
      ...(NO_DASHES.test(text) && { markdown: { smartypants: false } }),
    },
    collections: collectionsOf(text),
    menu: integrations.flatMap((one) => readMenu(valueAt(one, 'sidebar'), false)),
    isUnified: REMARK_OR_REHYPE.test(text),
    pluginsLine: plugins === null ? null : text.slice(0, plugins.index).split('\n').length,
  }
}

/**
 * The languages of the site and their folders, those of Astro (`['en', 'fr']`) or Starlight
 * (`{ root: { lang: 'en' }, fr: { label: 'Français' } }`); undefined unless they are plain values.
 */
function localesOf(options: readonly (FrontValue | undefined)[]): AstroLocales | undefined {
  const given = options.find((one) => valueAt(one, 'locales') !== undefined)
  const list = valueAt(given, 'locales')
  const ofStarlight = [...(list instanceof Map ? list : [])].map(([key, value]) => {
    const lang = textAt(value, 'lang') ?? key
    return { key, path: key === ROOT_LOCALE ? lang : key, codes: [lang] }
  })
  const locales = Array.isArray(list) ? list.filter((code) => typeof code === 'string') : ofStarlight
  const root = ofStarlight.find(({ key }) => key === ROOT_LOCALE)
  const defaultLocale = root?.path ?? textAt(given, 'defaultLocale') ?? undefined
  return locales.length === 0 ? undefined : { locales, defaultLocale }
}

/** `collections: { docs: '/[id]/', blog: '/blog/[id]/' }`, null unless each value is a pattern. */
function collectionsOf(text: string): Record<string, string> | null {
  const properties = /\bcollections:\s*\{([^{}]*)\}/.exec(text)?.[1] ?? ''
  const matches = [...properties.matchAll(/['"]?([\w$-]+)['"]?\s*:\s*(['"])([^'"]*)\2/g)]
  const entries = matches.map(([, name = '', , pattern = '']): [string, string] => [name, pattern])
  return entries.length > 0 && entries.every(([, pattern]) => isPattern(pattern)) ? Object.fromEntries(entries) : null
}
