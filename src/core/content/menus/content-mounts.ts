/**
 * The configuration of a generator -> the folders of its pages, if it has several, by their paths in the project. Hugo:
 * `contentDir` of a language, and mounts (gohugo.io/configuration/module/#mounts). Docusaurus: its plugins for docs,
 * with the versions and languages of the first (docusaurus.io/docs/versioning, docusaurus.io/docs/i18n/introduction).
 * Jekyll: its collections (jekyllrb.com/docs/collections). MkDocs: the languages of the plugin `i18n`
 * (ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start).
 */
import type { FrontValue } from '../frontmatter/value.ts'
import type { ContentMount } from '../generators/source-address.ts'
import { itemsAt, membersAt, textAt, valueAt } from './config-values.ts'

/** Folders of one site; more are not read. */
const MAX_FOLDERS = 1_000
const TARGET = /^content(?=\/|$)\/?/
/** Docusaurus: the version of the docs that are not of a version, and the folder of translations. */
const CURRENT = 'current'
const VERSION = /^version-(.+)$/
const PLUGIN = 'docusaurus-plugin-content-docs'

/** The folders, those of the language `defaultLang` first; none if the configuration names none. */
export function hugoMounts(
  main: ContentMount,
  config: FrontValue | undefined,
  defaultLang: string,
): readonly ContentMount[] {
  const mounted = itemsAt(config, 'module.mounts').flatMap(mountAt)
  const ofLanguages = membersAt(config, 'languages').flatMap(([lang, settings]) => {
    const folder = textAt(settings, 'contentDir')
    return folder === null ? [] : [{ folder, route: '', lang, source: `${lang}/` }]
  })
  const all = [...mounted, ...ofLanguages]
  const ofSite = all.map((mount) => {
    return mount.lang?.toLowerCase() === defaultLang ? { ...mount, lang: main.lang, source: '' } : mount
  })
  return ofSite.toSorted((a, b) => Number(a.source !== '') - Number(b.source !== ''))
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
  /** Names in the folder `versioned_docs`: of those, versions that the file doesn't list have no pages. */
  readonly folders: readonly string[]
  /** Names in the folder `i18n`. */
  readonly locales: readonly string[]
}

/**
 * The folders: first one that is published, that of the preset if it is, then those that are not. Whatever is computed
 * leaves out nothing.
 */
export function docusaurusMounts(
  main: ContentMount,
  config: FrontValue | undefined,
  { versions: stated, folders, locales }: Translations,
): readonly ContentMount[] {
  const entries = Array.isArray(stated) ? stated.slice(0, MAX_FOLDERS) : []
  const numbered = entries.filter((version) => typeof version === 'string')
  const options = valueAt(config, 'presets.0.1.docs')
  const published = publishedVersions(numbered, options)
  const last = textAt(options, 'lastVersion') ?? published.find((version) => version !== CURRENT) ?? CURRENT
  const settings = valueAt(options, 'versions')
  const ofFolders = folders.flatMap((name) => VERSION.exec(name)?.[1] ?? []).slice(0, MAX_FOLDERS)
  const all = [...new Set([CURRENT, ...numbered, ...ofFolders])].map((version) => {
    const own = settings instanceof Map ? textAt(settings.get(version), 'path') : null
    const path = own ?? (version === last ? '' : version === CURRENT ? 'next' : version)
    const name = version === CURRENT ? version : `version-${version}`
    const folder = version === CURRENT ? main.folder : `versioned_docs/${name}`
    const route = [main.route, path].filter((part) => part !== '').join('/')
    return { folder, name, route, lang: main.lang, isLeftOut: !published.includes(version) }
  })
  const [languages, defaultLocale] = [namesAt(config, 'i18n.locales'), textAt(config, 'i18n.defaultLocale')]
  const unused = locales.filter((locale) => languages?.includes(locale) === false).map((locale) => {
    return { folder: `i18n/${locale}`, route: `i18n/${locale}`, lang: null, isLeftOut: true }
  })
  const isTranslation = (locale: string) => languages?.includes(locale) !== false && locale !== defaultLocale
  const translated = locales.filter(isTranslation).flatMap((lang) => {
    return all.map((version) => ({ ...version, folder: `i18n/${lang}/${PLUGIN}/${version.name}`, lang }))
  })
  const ofPlugins = itemsAt(config, 'plugins').flatMap((plugin) => {
    const [name, folder] = [textAt(plugin, '0'), textAt(plugin, '1.path')]
    if (name?.endsWith('/plugin-content-docs') !== true || folder === null) return []
    const own = { folder, route: textAt(plugin, '1.routeBasePath') ?? main.route, lang: null, isLeftOut: false }
    const id = textAt(plugin, '1.id')
    const translations = id === null ? [] : locales.filter(isTranslation)
    return [own, ...translations.map((lang) => ({ ...own, folder: `i18n/${lang}/${PLUGIN}-${id}/${CURRENT}`, lang }))]
  })
  const first = Math.max(0, all.findIndex(({ isLeftOut }) => !isLeftOut))
  const others = [...all.toSpliced(first, 1), ...unused, ...translated, ...ofPlugins]
    .toSorted((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut))
  const mounts = [...all.slice(first, first + 1), ...others.slice(0, MAX_FOLDERS)]
  return mounts.map(({ folder, route, lang, isLeftOut }, index) => {
    return { folder, route, lang, source: index === 0 ? '' : `${folder}/`, isLeftOut }
  })
}

/** The versions that have pages, with the current one, by the options of the docs. */
function publishedVersions(numbered: readonly string[], options: FrontValue | undefined): readonly string[] {
  const included = namesAt(options, 'onlyIncludeVersions')
  const current = valueAt(options, 'includeCurrentVersion') === false ? [] : [CURRENT]
  const all = [...current, ...(valueAt(options, 'disableVersioning') === true ? [] : numbered)]
  return all.filter((version) => included?.includes(version) !== false)
}

/** The names in a list; null if there is none, or one of them is computed. */
function namesAt(config: FrontValue | undefined, path: string): readonly string[] | null {
  const names = itemsAt(config, path).filter((name) => typeof name === 'string')
  return names.length > 0 && names.length === itemsAt(config, path).length ? names : null
}

/** The folders of languages of MkDocs, that of its default language first; none if they are told by suffixes. */
export function mkdocsMounts(main: ContentMount, config: FrontValue | undefined): readonly ContentMount[] {
  const plugins = itemsAt(config, 'plugins').map((item) => valueAt(item, 'i18n'))
  const plugin = plugins.find((options) => options !== undefined)
  if (textAt(plugin, 'docs_structure') !== 'folder') return []
  const languages = itemsAt(plugin, 'languages').filter((language) => valueAt(language, 'build') !== false)
  return languages.flatMap((language) => {
    const lang = textAt(language, 'locale')
    if (lang === null) return []
    const isDefault = valueAt(language, 'default') === true
    const place = isDefault ? { lang: null, source: '' } : { lang, source: `${lang}/` }
    return [{ ...main, folder: `${main.folder}/${lang}`, ...place }]
  }).toSorted((a, b) => Number(a.lang !== null) - Number(b.lang !== null))
}

/** A collection that is always published. */
const POSTS = 'posts'

/** A published collection of Jekyll, with the folder of its pages and the form of their addresses, null for the usual. */
interface Collection {
  readonly name: string
  readonly folder: string
  readonly permalink: string | null
}

/** The collections that are published, and the posts. */
export function jekyllCollections(config: FrontValue | undefined): readonly Collection[] {
  const named = new Map<string, FrontValue>([[POSTS, null], ...membersAt(config, 'collections')])
  const published = [...named].filter(([name, settings]) => {
    return name === POSTS || valueAt(settings, 'output') === true
  })
  const above = textAt(config, 'collections_dir')
  const defaults = itemsAt(config, 'defaults')
  return published.map(([name, settings]) => {
    const ofType = defaults.filter((item) => textAt(item, 'scope.type') === name)
    const permalinks = [settings, ...ofType.map((item) => valueAt(item, 'values'))].map((one) => textAt(one, 'permalink'))
    const folder = [...(above === null ? [] : [above]), `_${name}`].join('/')
    return { name, folder, permalink: permalinks.findLast((one) => one !== null) ?? null }
  })
}

/** The folders of the collections that are published, and after them that of the other pages. */
export function jekyllMounts(main: ContentMount, config: FrontValue | undefined): readonly ContentMount[] {
  const mounts = jekyllCollections(config).map(({ name, folder }): ContentMount => {
    return { folder, route: name, lang: null, source: `${folder}/` }
  })
  return [...mounts, main]
}
