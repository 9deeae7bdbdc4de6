/**
 * The configuration of a generator -> the folders of its pages, if it has several, and sources whose addresses are made
 * of other paths. Paths of folders are those of the project. Hugo: `contentDir` of a language, and mounts
 * (gohugo.io/configuration/module/#mounts). Docusaurus: its plugins for docs, with the versions and languages of the
 * first (docusaurus.io/docs/versioning, docusaurus.io/docs/i18n/introduction). VitePress: its rewrites
 * (vitepress.dev/guide/routing#route-rewrites).
 */
import type { FrontValue } from '../frontmatter/value.ts'
import { literal } from '../generators/path-pattern.ts'
import type { ContentMount, Rewrite } from '../generators/source-address.ts'
import { textAt, valueAt } from './config-values.ts'

/** Folders and rewrites of one site; more are not read. */
const MAX_ENTRIES = 1_000
const TARGET = /^content(?=\/|$)\/?/

/** The folders, those of the language `defaultLang` first; none if the configuration names none. */
export function hugoMounts(config: FrontValue | undefined, defaultLang: string): readonly ContentMount[] {
  const mounted = itemsAt(config, 'module.mounts').flatMap(mountAt)
  const languages = valueAt(config, 'languages')
  const named = languages instanceof Map ? [...languages].slice(0, MAX_ENTRIES) : []
  const ofLanguages = named.flatMap(([lang, settings]) => {
    const folder = textAt(settings, 'contentDir')
    return folder === null ? [] : [{ folder, route: '', lang, source: `${lang}/` }]
  })
  const all = [...mounted, ...ofLanguages]
  const ofSite = all.map((mount) => {
    return mount.lang?.toLowerCase() === defaultLang ? { ...mount, lang: null, source: '' } : mount
  })
  return ofSite.toSorted((a, b) => Number(a.lang !== null) - Number(b.lang !== null))
}

function mountAt(mount: FrontValue): readonly ContentMount[] {
  const [folder, target] = [textAt(mount, 'source'), textAt(mount, 'target')]
  if (folder === null || target === null || !TARGET.test(target)) return []
  const lang = textAt(mount, 'lang') ?? textAt(mount, 'sites.matrix.languages.0')
  return [{ folder, route: target.replace(TARGET, ''), lang, source: lang === null ? '' : `${lang}/` }]
}

/** The versions and languages that a project of Docusaurus has besides the docs in the folder of its preset. */
interface Translations {
  /** Values of `versions.json`, the newest first; undefined without that. */
  readonly versions: FrontValue | undefined
  /** Names in the folder `i18n`. */
  readonly locales: readonly string[]
}

/** The folders, that of the preset first. */
export function docusaurusMounts(
  main: ContentMount,
  config: FrontValue | undefined,
  { versions: stated, locales }: Translations,
): readonly ContentMount[] {
  const versions = Array.isArray(stated) ? stated.filter((version) => typeof version === 'string') : []
  const options = valueAt(config, 'presets.0.1.docs')
  const last = textAt(options, 'lastVersion') ?? versions[0] ?? CURRENT
  const settings = valueAt(options, 'versions')
  const all = [CURRENT, ...versions].map((version) => {
    const own = settings instanceof Map ? textAt(settings.get(version), 'path') : null
    const path = own ?? (version === last ? '' : version === CURRENT ? 'next' : version)
    const name = version === CURRENT ? version : `version-${version}`
    const folder = version === CURRENT ? main.folder : `versioned_docs/${name}`
    return { folder, name, route: [main.route, path].filter((part) => part !== '').join('/') }
  })
  const translated = locales.filter((locale) => locale !== textAt(config, 'i18n.defaultLocale')).flatMap((lang) => {
    return all.map(({ name, route }) => ({ folder: `i18n/${lang}/${PLUGIN}/${name}`, route, lang }))
  })
  const ofPlugins = itemsAt(config, 'plugins').flatMap((plugin) => {
    const [name, folder] = [textAt(plugin, '0'), textAt(plugin, '1.path')]
    const isDocs = name?.endsWith('/plugin-content-docs') === true && folder !== null
    return isDocs ? [{ folder, route: textAt(plugin, '1.routeBasePath') ?? main.route, lang: null }] : []
  })
  const others = [...all.slice(1).map(({ name: _, ...one }) => ({ ...one, lang: null })), ...translated, ...ofPlugins]
  const first = { ...main, route: all[0]?.route ?? main.route }
  return [first, ...others.slice(0, MAX_ENTRIES).map((mount) => ({ ...mount, source: `${mount.folder}/` }))]
}

/** The version of the docs that are not of a version, and the folder of translations. */
const CURRENT = 'current'
const PLUGIN = 'docusaurus-plugin-content-docs'

function itemsAt(config: FrontValue | undefined, path: string): readonly FrontValue[] {
  const items = valueAt(config, path)
  return Array.isArray(items) ? items.slice(0, MAX_ENTRIES) : []
}

/** `:name`, `:name(.*)`, `:name*` in a path that is an expression. */
const PARAMETER = /:([A-Za-z_]\w{0,50})(\\\(\\\.\\\*\\\)|\\\*)?/g
/** A parameter that is a whole segment. */
const SEGMENT = /(?<=^|\/):[A-Za-z_]\w{0,50}(?=\/|$)/g
/** Other parameters of one path: its test takes time by the length of paths to the power of their number. */
const MAX_PARTS = 1

/** The rewrites of a map from paths to paths, and the paths of those that can't be read; a function is not run. */
export function readRewrites(value: FrontValue | undefined) {
  const rewrites: Rewrite[] = []
  const unread: string[] = []
  for (const [from, to] of value instanceof Map ? [...value].slice(0, MAX_ENTRIES) : []) {
    const names = [...literal(from).matchAll(PARAMETER)].map(([, name]) => name)
    const parts = names.length - (from.match(SEGMENT)?.length ?? 0)
    if (typeof to !== 'string' || parts > MAX_PARTS || new Set(names).size < names.length) {
      unread.push(from)
      continue
    }
    const pattern = literal(from).replace(PARAMETER, (_, name: string, rest?: string) => {
      return `(?<${name}>${rest === undefined ? '[^/]+' : '.*'})`
    })
    const replacement = to.replaceAll('$', '$$$$').replace(/:([A-Za-z_]\w{0,50})\*?/g, '$<$1>')
    rewrites.push({ from: new RegExp(`^${pattern}$`), to: replacement })
  }
  return { rewrites, unread }
}
