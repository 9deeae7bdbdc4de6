/**
 * What configurations say of folders of pages and addresses, of redirects, code, includes, and pages that are left
 * out. What can't be read is told, and not used. Sources: vitepress.dev/guide/routing#route-rewrites,
 * jekyllrb.com/docs/permalinks, gohugo.io/configuration/permalinks, mintlify.com/docs/create/redirects,
 * docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects, github.com/mkdocs/mkdocs-redirects,
 * rust-lang.github.io/mdBook/format/configuration/renderers.html,
 * facelessuser.github.io/pymdown-extensions/extensions/snippets/#options, mkdocs-macros-plugin.readthedocs.io,
 * sphinx-doc.org/en/master/usage/configuration.html#confval-trim_doctest_flags, gohugo.io/configuration/module/#mounts,
 * docusaurus.io/docs/versioning, docusaurus.io/docs/i18n/introduction, jekyllrb.com/docs/collections,
 * ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start.
 */
import { languageTag } from '../../text/language.ts'
import { hiddenPages } from '../frontmatter/publication.ts'
import { type FrontMap, type FrontValue, itemsAt, membersAt, textAt, valueAt } from '../frontmatter/value.ts'
import {
  type ExclusionForm, ignoredPaths, inheritingPages, literal, MAX_PATTERNS, type PathPattern, pathPattern,
  type PatternDialect,
} from '../generators/path-pattern.ts'
import type { SourceGenerator } from '../generators/profile.ts'
import type { PageDefaults } from '../generators/rules.ts'
import type { CodeRule } from '../generators/site-rules.ts'
import {
  BLOG_PARTS, type ContentMount, HEXO_PARTS, HUGO_PARTS, isPermalink, JEKYLL_PARTS, namedSegments,
  type Permalink, type Redirect, type Rewrite, VUEPRESS_PARTS,
} from '../generators/source-address.ts'

/** `:name`, `:name(.*)`, `:name*` in a path that is an expression. */
const PARAMETER = /:([A-Za-z_]\w{0,50})(\\\(\\\.\\\*\\\)|\\\*)?/g
/** A parameter that is a whole segment. */
const SEGMENT = /(?<=^|\/):[A-Za-z_]\w{0,50}(?=\/|$)/g
/** A parameter without a name. */
const UNNAMED = /(?<!:\w{0,50})\(\.\*\)/g
/** Other parameters of one path: its test takes time by the length of paths to the power of their number. */
const MAX_PARTS = 1

/** The rewrites, a map from paths to paths, and the paths of those that can't be read; a function is not run. */
export function readRewrites(config: FrontValue | undefined) {
  const rewrites: Rewrite[] = []
  const unread: string[] = []
  for (const [written, to] of membersAt(config, 'rewrites')) {
    const from = written.replace(UNNAMED, ':_*')
    const names = [...literal(from).matchAll(PARAMETER)].map(([, name]) => name)
    const parts = names.length - (from.match(SEGMENT)?.length ?? 0)
    if (typeof to !== 'string' || parts > MAX_PARTS || new Set(names).size < names.length) {
      unread.push(written)
      continue
    }
    const pattern = literal(from).replace(PARAMETER, (_, name: string, rest?: string) => {
      return `(?<${name}>${rest === undefined ? '[^/]+' : '.*'})`
    })
    const replacement = to.replace(UNNAMED, ':_*').replaceAll('$', '$$$$').replace(/:([A-Za-z_]\w{0,50})\*?/g, '$<$1>')
    rewrites.push({ from: new RegExp(`^${pattern}$`), to: replacement })
  }
  for (const { folder, prefix } of collectionSources(valueAt(config, 'collections'))) {
    if (prefix !== null) rewrites.push({ from: new RegExp(`^${literal(folder)}`), to: folderOfRoute(prefix) })
  }
  return { rewrites, unread }
}

/** A path for pages with addresses below this one, as the text that replaces another path. */
function folderOfRoute(route: string): string {
  return [...namedSegments(route), ''].join('/').replaceAll('$', '$$$$')
}

/** The rewrites of posts at the blog's address: docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-blog */
export function routedPosts(rewrites: readonly Rewrite[], config: FrontValue | undefined): readonly Rewrite[] {
  const route = folderOfRoute(textAt(config, 'presets.0.1.blog.routeBasePath') ?? 'blog')
  return rewrites.map((one) => ({ ...one, to: one.to.replace('blog/', () => route) }))
}

/** Jekyll's styles; any other is a form, which pages outside of collections take only the end of. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext', pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext', none: '/:categories/:title:output_ext',
}
const END = /\/$|:output_ext$|$/

const PERMALINKS: Partial<Record<SourceGenerator, (config: FrontValue | undefined) => readonly Permalink[]>> = {
  hugo: ofHugo, jekyll: ofJekyll, mkdocs: ofBlogs,
  hexo: (config) => formOf(textAt(config, 'permalink') ?? ':year/:month/:day/:title/', HEXO_PARTS, '_posts/'),
  // vuepress.vuejs.org/reference/config.html#permalinkpattern
  vuepress: (config) => formOf(textAt(config, 'permalinkPattern'), VUEPRESS_PARTS),
}

function formOf(form: string | null, parts: Permalink['parts'], folder = ''): readonly Permalink[] {
  return form === null ? [] : [{ folder, form, parts }]
}

/** The forms, and those that can't be read. */
export function readPermalinks(name: SourceGenerator, config: FrontValue | undefined) {
  const stated = PERMALINKS[name]?.(config) ?? []
  return {
    permalinks: stated.filter(({ form, parts }) => isPermalink(form, parts)),
    unread: stated.filter(({ form, parts }) => !isPermalink(form, parts)).map(({ form }) => form),
  }
}

function ofJekyll(config: FrontValue | undefined): readonly Permalink[] {
  const style = textAt(config, 'permalink') ?? 'date'
  const form = Object.hasOwn(STYLES, style) ? (STYLES[style] ?? '') : style
  return jekyllCollections(config).map(({ name, folder, permalink }) => {
    const usual = name === POSTS ? form : `/:collection/:path${END.exec(form)?.[0] ?? ''}`
    return { folder: `${folder}/`, form: permalink ?? usual, parts: { ...JEKYLL_PARTS, collection: () => name } }
  })
}

function ofHugo(config: FrontValue | undefined): readonly Permalink[] {
  const entries = ['permalinks', 'permalinks.page'].flatMap((path) => membersAt(config, path))
  return entries.flatMap(([section, form]) => {
    if (typeof form !== 'string') return []
    return { folder: `${section}/`, form: `${form.replace(/\/$/, '')}/`, parts: HUGO_PARTS }
  })
}

/** The posts of Material's plugin `blog`: squidfunk.github.io/mkdocs-material/plugins/blog/#config.post_url_format */
function ofBlogs(config: FrontValue | undefined): readonly Permalink[] {
  return itemsAt(config, 'plugins').flatMap((item) => {
    const options = item === 'blog' ? null : valueAt(item, 'blog')
    if (options === undefined) return []
    const [days, parts] = ['post_url_date_format', 'post_url_format'].map((key) => textAt(options, key))
    const date = (days ?? 'yyyy/MM/dd').replace(/yyyy|MM|dd/g, (part) => BLOG_DATE[part] ?? part)
    const form = (parts ?? '{date}/{slug}').replace('{date}', date).replace(/\{(\w+)\}/g, ':$1')
    const folder = textAt(options, 'blog_dir') ?? 'blog'
    const above = folder === '.' ? '' : `${folder}/`
    return [{ folder: `${above}posts/`, form: `/${above}${form}/`, parts: BLOG_PARTS }]
  })
}

const BLOG_DATE: Readonly<Record<string, string>> = { yyyy: ':year', MM: ':month', dd: ':day' }

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
    const from: readonly (FrontValue | undefined)[] = [valueAt(item, 'source') ?? valueAt(item, 'from')].flat()
    const to = textAt(item, 'destination') ?? textAt(item, 'to')
    return redirectsOf(from.map((one) => [one, to]))
  })
}

function redirectsOf(pairs: readonly (readonly [FrontValue | undefined, FrontValue])[]): readonly Redirect[] {
  return pairs.slice(0, MAX_REDIRECTS).flatMap(([from, to]) => {
    if (typeof from !== 'string' || typeof to !== 'string') return []
    return { from: from.replace(REST, '*'), to: to.replace(REST, '*') }
  })
}

/** Folders of snippets that are read. */
const MAX_FOLDERS = 20

/** The folders of snippets, from that of the project. */
export function snippetFolders(config: FrontValue | undefined): readonly string[] {
  const all = [valueAt(config, 'markdown_extensions')].flat()
  const options = all.map((one) => (one instanceof Map ? one.get('pymdownx.snippets') : undefined))
  const ofMacros = itemsAt(config, 'plugins').map((one) => valueAt(one, 'macros.include_dir'))
  const folders = [...options.flatMap((one) => [valueAt(one, 'base_path')].flat()), ...ofMacros]
  return folders.filter((folder) => typeof folder === 'string').slice(0, MAX_FOLDERS)
}

/** The rule for code. */
export function readCodeRule(name: SourceGenerator, config: FrontValue | undefined): CodeRule {
  const hiddenLines = new Map(membersAt(config, 'output.html.code.hidelines').flatMap(([lang, prefix]) => {
    return typeof prefix === 'string' && prefix !== '' ? [[lang, prefix] as const] : []
  }))
  const comments = itemsAt(config, 'themeConfig.prism.magicComments')
  const marks = comments.flatMap((one) => ['line', 'block.start', 'block.end'].flatMap((key) => textAt(one, key) ?? []))
  const trimsFlags = name === 'sphinx' && valueAt(config, 'trim_doctest_flags') !== false
  return { hiddenLines, marks: new Set(marks), trimsFlags }
}

/** Paths of keys to patterns in the options of presets and plugins, of Docusaurus and MkDocs. */
const PLUGIN_OPTIONS: readonly (readonly [path: string, form: PatternDialect, more?: Partial<PathPattern>])[] = [
  ['1.docs.exclude', 'glob'], ['1.exclude', 'glob'], ['exclude.glob', 'fnmatch'], ['exclude.regex', 'python'],
  ['exclude-search.exclude', 'fnmatch', { reason: 'excluded' }],
  ['exclude-search.ignore', 'fnmatch', { reason: 'excluded', isNegated: true }],
]

/**
 * The patterns of a setting: a text of ignored paths, a list of patterns from the folder of pages, `exclude` in the
 * options of Docusaurus' presets and plugins, the plugins `exclude` and `exclude-search` of MkDocs, a map of mdBook
 * from chapters and folders to whether they are searched, or what all pages of Hugo inherit, or those of a path.
 */
export function excludedPaths(value: FrontValue | undefined, dialect: ExclusionForm): PathPattern[] {
  if (dialect === 'file') return typeof value === 'string' ? ignoredPaths(value) : []
  if (typeof value === 'string' && dialect === 'ignored') return ignoredPaths(value)
  if (dialect === 'cascade') return hiddenPages(value).slice(0, MAX_PATTERNS).map(inheritingPages)
  if (dialect === 'languages') return pathsOfLanguages(value)
  if (dialect === 'wanted') return outsideGlobs([value ?? []].flat())
  if (dialect === 'collections') return value instanceof Map ? outsideCollections(value) : []
  if (value instanceof Map) return searchedPaths(value)
  if (!Array.isArray(value)) return typeof value === 'string' ? excludedPaths([value], dialect) : []
  return value.slice(0, MAX_PATTERNS).flatMap((item: FrontValue) => {
    if (typeof item === 'string') return dialect === 'options' ? [] : pathPattern(item, dialect)
    return PLUGIN_OPTIONS.flatMap(([path, form, more]) => {
      return excludedPaths(valueAt(item, path), form).map((one) => ({ ...one, ...more }))
    })
  })
}

/** The globs of collections with pages, their folders and addresses: content.nuxt.com/docs/collections/sources */
function collectionSources(collections: FrontValue | undefined) {
  const all = collections instanceof Map ? [...collections.values()].slice(0, MAX_MOUNTS) : []
  const ofPages = all.filter((one) => textAt(one, 'type') !== 'data')
  const sources = ofPages.flatMap((one): FrontValue => valueAt(one, 'source') ?? [])
  const isElsewhere = (source: FrontValue) => (valueAt(source, 'cwd') ?? valueAt(source, 'repository')) !== undefined
  return sources.filter((source) => !isElsewhere(source)).map((source) => {
    const include = typeof source === 'string' ? source : textAt(source, 'include')
    const folder = /^(?:[^*?[{(!/]+\/)*/.exec(include ?? '')?.[0] ?? ''
    return { include, folder, prefix: textAt(source, 'prefix'), excluded: valueAt(source, 'exclude') }
  })
}

function outsideCollections(collections: FrontMap): PathPattern[] {
  return outsideGlobs(collectionSources(collections).flatMap(({ include, excluded }) => {
    const others = [excluded ?? []].flat().map((glob) => (typeof glob === 'string' ? `!${glob}` : null))
    return [include, ...others]
  }))
}

/** All pages but those of the globs, without those behind `!`; of globs that can't all be read only these count. */
function outsideGlobs(globs: readonly FrontValue[]): PathPattern[] {
  const written = globs.slice(0, MAX_PATTERNS).filter((glob) => typeof glob === 'string')
  const others = written.flatMap((glob) => (glob.startsWith('!') ? pathPattern(glob.slice(1), 'glob') : []))
  const wanted = written.filter((glob) => !glob.startsWith('!')).map((glob) => pathPattern(glob, 'glob'))
  const taken = wanted.map((one) => ({ ...one, isNegated: true }))
  const areKnown = written.length === globs.length && wanted.every(({ isUnderstood }) => isUnderstood)
  return areKnown && wanted.length > 0 ? [pathPattern('**', 'glob'), ...taken, ...others] : others
}

/** What a language of Hugo leaves out, or all of its pages; or those of languages in a list. */
function pathsOfLanguages(languages: FrontValue | undefined): PathPattern[] {
  const named = [languages ?? []].flat().map((lang) => [lang, new Map([['disabled', true]])] as const)
  const entries = languages instanceof Map ? [...languages] : named
  return entries.slice(0, MAX_MOUNTS).flatMap(([lang, settings]) => {
    const all = { reason: 'draft', path: null, kind: null }
    const hidden = valueAt(settings, 'disabled') === true ? [all] : hiddenPages(valueAt(settings, 'cascade'))
    return typeof lang === 'string' ? hidden.map((one) => inheritingPages({ ...one, lang })) : []
  })
}

/** The most specific path counts: rust-lang.github.io/mdBook/format/configuration/renderers.html */
function searchedPaths(value: FrontMap): PathPattern[] {
  const stated = [...value].toSorted(([a], [b]) => a.length - b.length).slice(0, MAX_PATTERNS)
  return stated.flatMap(([path, options]) => {
    const isSearched = valueAt(options, 'enable')
    if (typeof isSearched !== 'boolean') return []
    return { ...pathPattern(path, 'glob'), reason: 'excluded' as const, isNegated: isSearched }
  })
}

/** The fields of paths and types, `posts` in `_posts`: jekyllrb.com/docs/configuration/front-matter-defaults */
export function jekyllDefaults(config: FrontValue | undefined): readonly PageDefaults[] {
  const stated = itemsAt(config, 'defaults').flatMap((item) => {
    const [path = '', type = ''] = ['scope.path', 'scope.type'].map((key) => textAt(item, key) ?? '')
    const fields = valueAt(item, 'values')
    return fields instanceof Map ? { path, type, fields } : []
  })
  // The deepest path counts, then one with a type.
  const rank = (path: string, type: string) => 2 * path.length + Number(type !== '')
  return stated.toSorted((a, b) => rank(a.path, a.type) - rank(b.path, b.type)).map(({ path, type, fields }) => {
    const ofPath = pathPattern(path || '**', 'glob')
    const isPage = /^pages?$/.test(type)
    const folder = isPage || type === '' ? '/' : `/_${type.replace(/^(?:post|draft)$/, '$&s')}/`
    const isOfType = (file: string) => file.includes(folder) && !(isPage && file.includes('/_'))
    return { fits: (file) => isOfType(`/${file}`) && ofPath.fits(file), fields }
  })
}

/** Folders of one site; more are not read. */
const MAX_MOUNTS = 1_000
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
  const ofSite = [...mounted, ...ofLanguages].map((mount) => {
    return mount.lang?.toLowerCase() === defaultLang ? { ...mount, lang: main.lang, source: '' } : mount
  })
  // A folder of another language leaves that of the site where it is.
  if (mounted.length === 0 && ofSite.length > 0 && ofSite.every(({ source }) => source !== '')) return [main, ...ofSite]
  return ofSite.toSorted((a, b) => Number(a.source !== '') - Number(b.source !== ''))
}

function mountAt(mount: FrontValue): readonly ContentMount[] {
  const [folder, target] = [textAt(mount, 'source'), textAt(mount, 'target')]
  if (folder === null || target === null || !TARGET.test(target)) return []
  const lang = textAt(mount, 'lang') ?? textAt(mount, 'sites.matrix.languages.0')
  const excluded = unmountedFiles(mount)
  const place = { folder, route: target.replace(TARGET, ''), lang, source: lang === null ? '' : `${lang}/` }
  return [{ ...place, ...(excluded.length > 0 && { excluded }) }]
}

/** Of patterns that fit, the first one counts: github.com/gohugoio/hugo (`hglob`) */
function unmountedFiles(mount: FrontValue): readonly PathPattern[] {
  const globsAt = (key: string) => [valueAt(mount, key)].flat().flatMap((one) => (typeof one === 'string' ? one : []))
  const all = [...globsAt('includeFiles'), ...globsAt('excludeFiles').map((glob) => `! ${glob}`), ...globsAt('files')]
  const patterns = all.slice(0, MAX_PATTERNS).map((written) => {
    const path = written.replace(/^(?:! )?\/?/, '/')
    return pathPattern(`${written.startsWith('! ') ? '' : '!'}{${path},${path}/**}`, 'hugo')
  })
  return [...patterns, ...(patterns.some(({ isNegated }) => isNegated) ? [pathPattern('**', 'hugo')] : [])].toReversed()
}

/** The versions and languages that a project of Docusaurus has besides the docs in the folder of its preset. */
interface Translations {
  /**
   * Values of `versions.json`, the newest first, and names in `versioned_docs`, which have pages if they are listed; by
   * what the names of these files begin with: empty for the preset, `api_` for the plugin with the id `api`.
   */
  readonly versioned: ReadonlyMap<string, { readonly versions?: FrontValue; readonly folders: readonly string[] }>
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
  { versioned, locales }: Translations,
): readonly ContentMount[] {
  const taken = itemsAt(config, 'plugins').map((plugin) => textAt(plugin, '1.path')?.replace(/^\.\//, ''))
  const isOff = (key: string, at: string) => valueAt(config, `presets.0.1.${key}`) === false && !taken.includes(at)
  const [languages, defaultLocale] = [namesAt(config, 'i18n.locales'), textAt(config, 'i18n.defaultLocale')]
  const translations = locales.filter((locale) => languages?.includes(locale) !== false && locale !== defaultLocale)

  /** All versions of one instance, also in other languages. */
  function versionsOf({ folder: at, route: base }: ContentMount, id: string | null, options: FrontValue | undefined) {
    const prefix = id === null ? '' : `${id}_`
    const { versions: stated, folders = [] } = versioned.get(prefix) ?? {}
    const numbered = [stated].flat().filter((version) => typeof version === 'string').slice(0, MAX_MOUNTS)
    const included = namesAt(options, 'onlyIncludeVersions')
    const current = valueAt(options, 'includeCurrentVersion') === false ? [] : [CURRENT]
    const all = [...current, ...(valueAt(options, 'disableVersioning') === true ? [] : numbered)]
    const isUsed = id !== null || !isOff('docs', at)
    const published = all.filter((version) => isUsed && included?.includes(version) !== false)
    const last = textAt(options, 'lastVersion') ?? published.find((version) => version !== CURRENT) ?? CURRENT
    const settings = valueAt(options, 'versions')
    const ofFolders = folders.flatMap((name) => VERSION.exec(name)?.[1] ?? []).slice(0, MAX_MOUNTS)
    const mounts = [...new Set([CURRENT, ...numbered, ...ofFolders])].map((version) => {
      const own = settings instanceof Map ? settings.get(version) : undefined
      const path = textAt(own, 'path') ?? (version === last ? '' : version === CURRENT ? 'next' : version)
      const name = version === CURRENT ? version : `version-${version}`
      const folder = version === CURRENT ? at : `${prefix}versioned_docs/${name}`
      const route = [base, path].filter((part) => part !== '').join('/')
      const [isLeftOut, isNoIndex] = [!published.includes(version), valueAt(own, 'noIndex') === true]
      return { folder, name, route, lang: main.lang, isLeftOut, isNoIndex }
    })
    const plugin = id === null ? PLUGIN : `${PLUGIN}-${id}`
    return [...mounts, ...translations.flatMap((lang) => {
      return mounts.map((version) => ({ ...version, folder: `i18n/${lang}/${plugin}/${version.name}`, lang }))
    })]
  }

  const ofPreset = versionsOf(main, null, valueAt(config, 'presets.0.1.docs'))
  const blogs = locales.map((locale) => `i18n/${locale}/docusaurus-plugin-content-blog`)
  // docusaurus.io/docs/blog, docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-pages
  const unused = [
    ...locales.filter((locale) => languages?.includes(locale) === false).map((locale) => `i18n/${locale}`),
    ...(isOff('pages', 'src/pages') ? ['src/pages'] : []), ...(isOff('blog', 'blog') ? ['blog', ...blogs] : []),
  ].map((folder) => ({ folder, route: folder, lang: null, isLeftOut: true, isNoIndex: false }))
  const ofPlugins = itemsAt(config, 'plugins').flatMap((plugin) => {
    const [name, folder, id] = [textAt(plugin, '0'), textAt(plugin, '1.path'), textAt(plugin, '1.id')]
    if (name?.endsWith('/plugin-content-docs') !== true || folder === null) return []
    const route = textAt(plugin, '1.routeBasePath') ?? main.route
    return versionsOf({ ...main, folder, route }, id, valueAt(plugin, '1'))
  })
  const first = ofPreset.find(({ isLeftOut }) => !isLeftOut) ?? ofPreset[0]
  const rank = (mount: object, isLeftOut: boolean) => (mount === first ? 2 : Number(isLeftOut))
  return [...ofPreset, ...unused, ...ofPlugins]
    .toSorted((a, b) => rank(b, b.isLeftOut) - rank(a, a.isLeftOut)).slice(0, MAX_MOUNTS)
    .map((mount) => ({ ...mount, source: mount === first ? '' : `${mount.folder}/` }))
}

/** The languages of first folders: vitepress.dev/guide/i18n, vuepress.vuejs.org/guide/i18n */
export function folderLanguages(config: FrontValue | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(membersAt(config, 'locales').flatMap(([path, settings]) => {
    const folder = path.replace(/^\/|\/$/g, '')
    const lang = languageTag(textAt(settings, 'lang') ?? '')
    return folder === '' || folder === 'root' || lang === null ? [] : [[folder, lang]]
  }))
}

/** The names in a list; null if there is none, or one of them is computed. */
function namesAt(config: FrontValue | undefined, path: string): readonly string[] | null {
  const names = itemsAt(config, path).filter((name) => typeof name === 'string')
  return names.length > 0 && names.length === itemsAt(config, path).length ? names : null
}

/** The folders of languages of MkDocs, that of its default language first; none if they are told by suffixes. */
export function mkdocsMounts(main: ContentMount, config: FrontValue | undefined): readonly ContentMount[] {
  const plugin = itemsAt(config, 'plugins').map((item) => valueAt(item, 'i18n')).find((one) => one !== undefined)
  if (textAt(plugin, 'docs_structure') !== 'folder') return []
  const languages = itemsAt(plugin, 'languages').filter((language) => valueAt(language, 'build') !== false)
  return languages.flatMap((language) => {
    const lang = textAt(language, 'locale')
    if (lang === null) return []
    const place = valueAt(language, 'default') === true ? { lang: null, source: '' } : { lang, source: `${lang}/` }
    return [{ ...main, folder: `${main.folder}/${lang}`, ...place }]
  }).toSorted((a, b) => Number(a.lang !== null) - Number(b.lang !== null))
}

/** A collection that is always published. */
const POSTS = 'posts'

/** The posts and collections that are published, with their folders and forms of addresses, null for the usual. */
function jekyllCollections(config: FrontValue | undefined) {
  const named = new Map<string, FrontValue>([[POSTS, null], ...membersAt(config, 'collections')])
  const published = [...named].filter(([name, settings]) => name === POSTS || valueAt(settings, 'output') === true)
  const above = textAt(config, 'collections_dir')
  return published.map(([name, settings]) => {
    const folder = [...(above === null ? [] : [above]), `_${name}`].join('/')
    return { name, folder, permalink: textAt(settings, 'permalink') }
  })
}

/** The folders of the collections that are published, those that are included by name, and that of the other pages. */
export function jekyllMounts(main: ContentMount, config: FrontValue | undefined): readonly ContentMount[] {
  const included = itemsAt(config, 'include').filter((name) => typeof name === 'string' && name.startsWith('_'))
  const named = included.map((name) => ({ name: String(name), folder: String(name).replace(/\/$/, '') }))
  const mounts = [...jekyllCollections(config), ...named.slice(0, MAX_MOUNTS)].map(({ name, folder }): ContentMount => {
    return { folder, route: name, lang: null, source: `${folder}/` }
  })
  return [...mounts, main]
}
