/**
 * The configurations of an Astro project -> what is written in them as plain values: the settings of an `astro.config`,
 * the files of the collections of `src/content.config`, such as `glob({ base: './docs', pattern: '*.md' })`. Neither is
 * run. Used for projects in which the integration has not run yet.
 */
import {
  commonFolder, createGlobTest, type FrontValue, itemsAt, type MenuEntry, parseConfig, readMenu,
  scriptFiles, textAt, valueAt,
} from '../../../core/content.ts'
import { type AstroAddresses, type AstroLocales, isPattern } from './astro-site.ts'
import { propertiesOf, type Range, readScript, type Script, stringIn } from './script.ts'

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
  const script = readScript(config)
  // What comments and strings say is no setting.
  const text = script?.mask ?? config
  const integrations = itemsAt(values, 'integrations')
  const plugins = PLUGINS.exec(text)
  return {
    addresses: {
      base: textAt(values, 'base') ?? undefined,
      trailingSlash: textAt(values, 'trailingSlash') ?? undefined,
      i18n: localesOf([...integrations, values, valueAt(values, 'i18n')]),
      ...(NO_DASHES.test(text) && { markdown: { smartypants: false } }),
    },
    collections: script === null ? null : collectionsOf(script),
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
function collectionsOf(script: Script): Record<string, string> | null {
  const found = /\bcollections\s*:\s*(?=\{)/.exec(script.mask)
  const properties = found === null ? [] : propertiesOf(script, found.index + found[0].length)
  const entries = properties.map(({ key, value, end }) => {
    return [key, value === null ? null : stringIn(script, { start: value, end })] as const
  })
  const isPlain = entries.every(([key, pattern]) => key !== null && pattern !== null && isPattern(pattern))
  return entries.length > 0 && isPlain ? Object.fromEntries(entries) : null
}

export const CONTENT_CONFIG_FILES = ['ts', 'mjs', 'js', 'mts'].map((extension) => `src/content.config.${extension}`)

/** The `glob()` loader of a collection. */
export interface CollectionGlob {
  /** Folder relative to the project, possibly outside it. */
  readonly base: string
  /** Patterns relative to the base. */
  readonly patterns: readonly string[]
}

/** The same as Starlight's `docsLoader()`. */
const STARLIGHT_DOCS: CollectionGlob = { base: 'src/content/docs', patterns: ['**/[^_]*'] }

const COLLECTION = /((?<![\w$])[\w$]+|'[^']*'|"[^"]*")\s*[:=]\s*defineCollection\s*\(/g
const EXPORTED = /\bcollections\s*=\s*(?=\{)/

/** Globs by collection; without collections of other loaders, and without computed values. */
export function readContentConfig(config: string): Map<string, CollectionGlob> {
  const globs = new Map<string, CollectionGlob>()
  const script = readScript(config)
  if (script === null) return globs
  const { text, mask, closers } = script
  let end = 0
  for (const { 0: { length }, 1: name = '', index } of mask.matchAll(COLLECTION)) {
    if (index < end) continue
    const open = index + length - 1
    end = closers.get(open) ?? open
    const glob = globIn(script, open, end)
    if (glob !== null) globs.set(text.slice(index, index + name.length).replace(/^['"]|['"]$/g, ''), glob)
  }
  // `collections = { docs: pages }`: the collection has the name it is exported under, too.
  const exported = EXPORTED.exec(mask)
  const properties = exported === null ? [] : propertiesOf(script, exported.index + exported[0].length)
  for (const { key, value, end } of properties) {
    const glob = value === null ? undefined : globs.get(text.slice(value, end))
    if (glob !== undefined && key !== null) globs.set(key, glob)
  }
  return globs
}

function globIn(script: Script, from: number, to: number): CollectionGlob | null {
  const definition = script.mask.slice(from, to)
  if (/\bdocsLoader\s*\(/.test(definition)) return STARLIGHT_DOCS
  const call = /\bglob\s*\(\s*\{/.exec(definition)
  if (call === null) return null
  const options = new Map(propertiesOf(script, from + call.index + call[0].length - 1).map(({ key, value, end }) => {
    return [key, { start: value ?? end, end }] as const
  }))
  const [pattern, base] = [options.get('pattern'), options.get('base')]
  const patterns = pattern === undefined ? [] : stringsIn(script, pattern)
  const folder = base === undefined ? '.' : stringIn(script, base)
  return folder === null || patterns.length === 0 ? null : { base: folder, patterns }
}

/** The strings in a range: one, or those in a list; empty for anything else, and for a list with a computed string. */
function stringsIn({ text, mask }: Script, { start, end }: Range): string[] {
  const strings = [...mask.slice(start, end).matchAll(/(['"`])[^'"`]*\1/g)].map(({ 0: { length }, index }) => {
    return stringIn({ text }, { start: start + index, end: start + index + length })
  })
  const plain = strings.filter((string) => string !== null)
  return /^['"`[]/.test(mask.slice(start, end)) && plain.length === strings.length ? plain : []
}

/**
 * The files that match a pattern and no pattern with `!`: the deepest folder that contains all of them, as
 * `commonFolder` gives it, and a test of their paths.
 */
export function matchGlob(patterns: readonly string[]) {
  const plain = patterns.map((pattern) => pattern.replace(/^(!?)(?:\.\/)+/, '$1'))
  const wanted = plain.filter((pattern) => !pattern.startsWith('!'))
  const wantedTests = wanted.map((pattern) => createGlobTest(pattern, 'glob'))
  const others = plain.filter((one) => one.startsWith('!')).map((one) => createGlobTest(one.slice(1), 'glob'))
  return {
    // A name with a wildcard, and what is below it, is no folder.
    folder: commonFolder(wanted.map((pattern) => pattern.replace(/(?<![^/])[^/]*[*?[{(][^]*$/, ''))),
    isEntry: (path: string) => wantedTests.some((fits) => fits(path)) && !others.some((fits) => fits(path)),
  }
}
