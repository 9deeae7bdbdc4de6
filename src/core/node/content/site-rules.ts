/**
 * A folder of sources -> the rules of the generator that they are written for: the nearest project at or above the
 * folder whose configuration or packages name one, if the folder is the root of the project or within its pages. The
 * files of the project also have the menu of its pages, and the pages that are left out. None of them is run.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { siteSubstitutions } from '../../content/frontmatter/substitutions.ts'
import { type FrontValue, itemsAt, membersAt, textAt, valueAt } from '../../content/frontmatter/value.ts'
import { ignoredPaths, literal, type PathPattern } from '../../content/generators/path-pattern.ts'
import type { Profile, SourceGenerator } from '../../content/generators/profile.ts'
import { DATA, GLOBAL_MENU, profileNamed, PROFILES } from '../../content/generators/profiles.ts'
import {
  defaultLanguage, type PageDefaults, PLAIN_RULES, rulesOf, settingOf, type SiteRules,
} from '../../content/generators/rules.ts'
import type { FolderMenu, MenuEntry, MenuRule, TreePage } from '../../content/generators/site-rules.ts'
import { type ContentMount, MARKDOWN_FILE, pathWithin, type Rewrite } from '../../content/generators/source-address.ts'
import { visibleLine } from '../../content/invisible.ts'
import { readRestOutline } from '../../content/markdown/generators/myst.ts'
import { parseConfig } from '../../content/menus/config-values.ts'
import { readFolderMenu, readGlobalMenu, readMenu, readSummary } from '../../content/menus/menu.ts'
import {
  docusaurusMounts, excludedPaths, folderLanguages, hugoMounts, jekyllDefaults, jekyllMounts, mkdocsMounts,
  readCodeRule, readPermalinks, readRedirects, readRewrites, routedPosts, snippetFolders,
} from '../../content/menus/site-settings.ts'
import type { Warning } from '../../content/page.ts'
import { folderOf } from '../../content/site/link-targets.ts'
import { isPublicName } from '../../content/site/site.ts'
import { languageTag } from '../../text/language.ts'
import { isFolder } from '../files/path.ts'
import { isBelow, readConfigFile } from '../files/regular-file.ts'
import { fileWarning, foldersAround, listFiles, WALK_LIMITS } from '../files/walk.ts'
import {
  CONFIG_FOLDER, type ConfigFile, MANIFEST, type Project, readConfig, readProfileConfig, readProject,
} from './site-config.ts'

/** Folders above that of the pages in which the configuration may be, and those beside or below them. */
const MAX_LEVELS = 4
const BESIDE = [
  ...['docs', 'website', 'site', 'www', 'source', 'docs/source', 'doc/source'],
  ...['packages', 'packages/docs', 'packages/website', 'apps/docs', 'apps/website'],
]

interface FoundRules {
  readonly rules: SiteRules
  /** See `SiteSource`. */
  readonly configFiles: () => Promise<readonly string[]>
  readonly warnings: readonly Warning[]
}

/**
 * Finds the rules for a folder; `named` is the generator that its owner names, null to recognize it. `base`, the path
 * of its pages on the site, may end with the route that the generator gives them: then that is not added again.
 */
export async function findSiteRules(folder: string, named: SourceGenerator | null, base = '/'): Promise<FoundRules> {
  const profiles = PROFILES.filter(({ name }) => named === null || name === named)
  const pages = resolve(folder)
  /** A project without its folder of pages, such as a theme beside the site that shows it, or one that only edits. */
  let fallback: FoundRules | null = null
  for await (const { path, names } of foldersAround(pages, profiles.length > 0 ? MAX_LEVELS : 0)) {
    const beside = BESIDE.filter((name) => names.has(name.replace(/\/.*/, ''))).map((name) => join(path, name))
    for (const project of await Promise.all([path, ...beside].map(readProject))) {
      const found = await findInProject({ pages, base }, project, profiles)
      if (found === null) continue
      const { isEditor, mounts } = found.rules
      const ofPages = mounts.filter(({ isOfOthers }) => isOfOthers !== true)
      const folders = await Promise.all(ofPages.map((mount) => isFolder(resolve(pages, mount.folder))))
      if (!isEditor && (folders.length === 0 || folders.includes(true))) return found
      fallback ??= found
    }
  }
  if (fallback !== null) return fallback
  const profile = named === null ? null : profileNamed(named)
  return { rules: profile === null ? PLAIN_RULES : rulesOf(profile, '', []), configFiles: async () => [], warnings: [] }
}

/** The rules for a folder of pages by the project around it; null for none. */
async function findInProject(
  { pages, base }: { readonly pages: string; readonly base: string },
  project: Project,
  profiles: readonly Profile[],
): Promise<FoundRules | null> {
  for (const profile of profiles) {
    const config = await readProfileConfig(project, profile)
    if (config === null) continue
    const place = await pagesBelow({ pages, base }, project, profile, config)
    if (place === null) continue
    const ofPages = place.mounts.filter(({ isOfOthers }) => isOfOthers !== true)
    const folder = (ofPages.find(({ source }) => source === '') ?? ofPages[0])?.folder ?? ''
    const source = resolve(pages, folder, place.within.replace(/[^/]+/g, '..'))
    const plain = rulesOf(profile, config.text, [])
    const chosen = { ...profile, ignoreFiles: plain.ignoreFiles }
    const { menu, imported, warnings, ...stated } = await readStated(project.root, source, chosen, config)
    const snippets = snippetFolders(config.values).map((one) => pathBetween(pages, resolve(project.root, one)).slice(0, -1))
    const rules = {
      ...plain, ...stated, ...place, excluded: [...plain.excluded, ...stated.excluded],
      code: readCodeRule(profile.name, config.values), substitutions: siteSubstitutions(plain, config),
      snippetFolders: snippets, menu: { ...plain.menu, ...menu },
    }
    const configFiles = async () => [...imported, ...(await findConfigFiles(project.root, source, profile))]
    const outside = (await pagesOutside(pages, place.mounts)).map((one) => fileWarning(basename(config.path), one))
    return { rules, configFiles, warnings: [...outside, ...warnings] }
  }
  return null
}

/** Says which folders of pages are not in the one that is read, and which one has all; nothing if it has them. */
async function pagesOutside(pages: string, mounts: readonly ContentMount[]): Promise<readonly string[]> {
  const folders: string[] = []
  for (const { folder } of mounts.filter(({ folder, isLeftOut }) => folder.startsWith('..') && isLeftOut !== true)) {
    if ((await listFolderFiles(resolve(pages, folder), MARKDOWN_FILE)).length > 0) folders.push(folder)
  }
  const around = folders.map((one) => (mounts.length === 1 ? one : one.replace(/(?<=\.\.\/)[^.].*/, '')))
  return folders.length === 0 ? [] : [`Pages are in ${folders.join(' and ')}: read ${around.sort().at(-1)} instead`]
}

/** The files that decide, and those that would if they were there. */
async function findConfigFiles(root: string, source: string, profile: Profile): Promise<readonly string[]> {
  const { configs, packages, menu: { folderFile }, folderData, ignoreFiles } = profile
  const manifest = packages.length > 0 ? [MANIFEST] : []
  const ofConfig = configs.filter((name) => !CONFIG_FOLDER.test(name))
  const ignored = Object.keys(ignoreFiles).flatMap((name) => [name, pathBetween(root, source) + name])
  const names = [...ofConfig, ...manifest, ...ignored, ...menuPlaces(root, source, profile.menu)]
  const inFolders = [folderFile, folderData].filter((one) => one !== null)
  const ofFolders = await Promise.all(inFolders.map((one) => listFolderFiles(source, one)))
  return [...names.map((name) => join(root, name)), ...ofFolders.flat()]
}

/** The places of the menu from the root, the first that is there counts; `stated`: the name by the configuration. */
function menuPlaces(root: string, source: string, { files, summary }: MenuRule, stated: string | null = null) {
  if (summary !== null) return [pathBetween(root, source) + (stated ?? summary)]
  return stated === null ? files : [stated, ...files]
}

/** The folders of pages and the place of the folder that is read: see `SiteRules`. Null if that is another one. */
async function pagesBelow(
  { pages, base }: { readonly pages: string; readonly base: string },
  { root, names }: Project,
  { name, content, contentKey, otherFolders, route, routeKey }: Profile,
  { values, text }: ConfigFile,
): Promise<Pick<SiteRules, 'mounts' | 'within'> | null> {
  // Of a configuration that can't be read the text may tell, if the key is one that only the folder has.
  const key = contentKey.split('.').length > 2 ? '' : (contentKey.split('.').at(-1) ?? '')
  const stated = textAt(values, contentKey) ?? (values === undefined && key !== '' ? settingOf(text, key) : null)
  const usual = stated === null ? content : [stated]
  const areThere = await Promise.all(usual.map((folder) => isFolder(resolve(root, folder))))
  const folder = usual[Math.max(0, areThere.indexOf(true))] ?? '.'
  const defaultLang = defaultLanguage(text)
  const lang = valueAt(values, 'defaultContentLanguageInSubdir') === true ? defaultLang : null
  const ofText = /^\w+$/.test(routeKey) ? settingOf(text, routeKey) : null
  const main: ContentMount = { folder, route: textAt(values, routeKey) ?? ofText ?? route, lang, source: '' }
  const named: readonly ContentMount[] = name === 'hugo' ? hugoMounts(main, values, defaultLang)
    : name === 'mkdocs' ? mkdocsMounts(main, values)
    : name === 'docusaurus' ? docusaurusMounts(main, values, await readTranslations(root, names))
    : name === 'jekyll' ? jekyllMounts(main, values) : []
  const all = named.length > 0 ? named : usual.map((folder) => ({ ...main, folder }))
  const around = all.find(({ folder }) => isBelow(resolve(root, folder), pages))
  const hasOthers = around?.folder === main.folder && name === 'jekyll' && pages === root && named.length > 0
  if (around !== undefined && !hasOthers) {
    // A collection of Jekyll is left out by its path in the site.
    const isCollection = name === 'jekyll' && around.source !== ''
    const mount = isCollection ? { ...main, folder: '', source: around.source } : { ...around, folder: '', source: '' }
    const within = pathBetween(resolve(root, around.folder), pages)
    const route = `/${around.lang ?? ''}/${around.route}/`.replace(/\/+/g, '/')
    const isRouted = within === '' && !`${base}/`.replace(/\/+/g, '/').endsWith(route)
    if (isCollection || around.isLeftOut === true || isRouted) return { mounts: [mount], within }
    return { mounts: around.excluded === undefined ? [] : [{ ...mount, route: '', lang: null }], within }
  }
  const below = named.filter(({ folder }) => isBelow(pages, root) || isBelow(pages, resolve(root, folder)))
  if (below.length === 0 && !isBelow(pages, root)) return null
  const hasProject = otherFolders !== null && root !== pages && isBelow(pages, root)
  const project = { folder: '', route: '', lang: null, source: '', isOfOthers: true }
  const mounts = [...(below.length > 0 ? below : [main]), ...(hasProject ? [project] : [])]
  return { mounts: mounts.map((one) => ({ ...one, folder: pathBetween(pages, resolve(root, one.folder)) })), within: '' }
}

/** The versions and the folders of languages of Docusaurus. */
async function readTranslations(root: string, names: ReadonlySet<string>) {
  const namesIn = async (folder: string) => (names.has(folder) ? readdir(join(root, folder)).catch(() => []) : [])
  const prefixes = new Set(Array.from(names, (name) => VERSIONED.exec(name)?.[1]).filter((one) => one !== undefined))
  const versioned = await Promise.all(Array.from(prefixes, async (prefix) => {
    const file = await readConfigFile(root, [`${prefix}versions.json`])
    const versions = file === null ? null : (parseConfig(file.path, file.text) ?? null)
    return [prefix, { versions, folders: await namesIn(`${prefix}versioned_docs`) }] as const
  }))
  return { versioned: new Map(versioned), locales: await namesIn('i18n') }
}

function pathBetween(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path === '' ? '' : `${path}/`
}

/** Files of one kind that order folders; more are not read. */
const MAX_FOLDER_FILES = 5_000
/** Files of the versions of Docusaurus, of the preset or of the plugin with an id. */
const VERSIONED = /^((?:.{1,100}_)?)version(?:s\.json|ed_docs)$/
const HOST_FILES = ['.readthedocs.yaml', '.readthedocs.yml']
/** A path from its project that a script of Eleventy ignores, besides those in its file: 11ty.dev/docs/ignores. */
const IGNORE_CALL = /\bignores\.add\(\s{0,20}["'`]([^"'`\n$]{1,400})["'`]/g
const OWN_IDS = 'slugify is not run: if it makes other ids of headings, links to them fail; read the built HTML then'
const UNREAD = 'The menu can\'t be read without running it: pages are in the order of their addresses'

/** What a project states: the name of its site, its menu and its exclusions; `source`: the folder of its pages. */
async function readStated(root: string, source: string, profile: Profile, config: ConfigFile) {
  const { menu, titleKey } = profile
  const { files: names, fileKey, keys, folderFile, hasTitles, topKeys, others, openedBy } = menu
  const { path, values, text } = config
  const summary = menu.summary ?? literateNav(values)
  const own = await readConfig(root, menuPlaces(root, source, { ...menu, summary }, textAt(values, fileKey)))
  // A generator with a file for its menu has none in its configuration.
  const file = own ?? (names.length > 0 ? null : config)
  const ofMenu = own === null || summary !== null ? values : own.values
  const ofLanguages = summary !== null && own === null ? await readLanguages(source, summary) : []
  const ofFile = own !== null && summary !== null
    ? readSummary(own.text)
    : file === null ? [] : [...ofLanguages, ...keys.flatMap((key) => entriesAt(ofMenu, key, hasTitles))]
  const extra = await otherMenus(root, source, profile, config)
  const entries = [...ofFile, ...extra.entries]
  const isStatedMenu = file !== null && (names.length > 0
    ? /\bitems\b|\bid\b|\[/.test(file.text)
    : keys.some((key) => isStated(file, key.replace(/^.*\./, ''))))
  const isUnread = keys.length > 0 && entries.length === 0 && isStatedMenu
  const folders = new Map([
    ...(folderFile === null ? [] : await readFolderMenus(source, folderFile)),
    ...(own?.path.includes(GLOBAL_MENU) === true ? readGlobalMenu(own.values) : []),
  ])
  const ofFolders = profile.folderData === null ? [] : await readFolderData(source, profile.folderData)
  const { excluded, problems } = await readExclusions(root, source, profile, config)
  const [ofRewrites, ofPermalinks] = [readRewrites(values), readPermalinks(profile.name, values)]
  const unread = [
    ...ofRewrites.unread.map((from) => `The rewrite of ${from}`),
    ...ofPermalinks.unread.map((form) => `The permalink ${form}`),
  ].map((setting) => `${setting} can't be read: its pages have the addresses of their paths`)
  // vitepress.dev/reference/site-config#markdown
  if (profile.headings.slugs === 'vue' && /\bslugify\b/.test(text)) unread.push(OWN_IDS)
  const isWhole = entries.length > 0 && openedBy?.test(text) !== true
  const top = topKeys.map((key) => textAt(values, key)).find((name) => name !== null)
  const outlines = topKeys.length === 0 ? [] : await readOutlines(source)
  const warn = (file: string, message: string) => fileWarning(pathBetween(source, join(root, file)).slice(0, -1), message)
  return {
    siteTitle: visibleLine(textAt(values, titleKey)),
    menu: {
      entries, folders, outlines, others: isWhole ? others : 'found',
      ...(folders.size > 0 && { tree: 'folders' as const }), ...(top !== undefined && { top }),
    },
    excluded, rewrites: [...routedPosts(profile.rewrites, values), ...ofRewrites.rewrites, ...homePage(values), ...defaultFolders(profile.name, values)],
    defaults: [...(profile.name === 'jekyll' ? jekyllDefaults(values) : []), ...ofFolders],
    permalinks: ofPermalinks.permalinks, redirects: readRedirects(valueAt(values, profile.redirectsKey)),
    lang: languageTag(profile.langKeys.map((key) => textAt(values, key)).find((lang) => lang !== null) ?? ''),
    locales: folderLanguages(values),
    imported: [
      ...outlines.map((page) => join(source, page.source)), ...config.imported, ...extra.paths,
      ...(own === null ? [] : [join(root, own.path), ...own.imported]),
    ],
    warnings: [
      ...(isUnread ? [warn(file.path, UNREAD)] : []),
      ...[...problems, ...unread].map((message) => warn(path, message)),
    ],
  }
}

/** The pages in reStructuredText that list others. */
async function readOutlines(source: string): Promise<readonly TreePage[]> {
  const outlines: TreePage[] = []
  for await (const { path, text } of filesOfFolders(source, /\.rst$/)) {
    const { title, toctrees } = readRestOutline(text)
    if (toctrees.length > 0) outlines.push({ page: { title: title ?? path }, source: path, toctrees })
  }
  return outlines
}

/** The menus of a book in several languages, each with a folder: honkit.netlify.app/languages */
async function readLanguages(source: string, summary: string): Promise<readonly MenuEntry[]> {
  const languages = readSummary((await readConfigFile(source, ['LANGS.md']))?.text ?? '').slice(0, MAX_FOLDER_FILES)
  const menus = languages.map(async ({ target }) => {
    const folder = target.replace(/\/?$/, '/')
    const entries = readSummary((await readConfigFile(source, [folder + summary]))?.text ?? '')
    return entries.map((entry) => ({ ...entry, target: folder + entry.target }))
  })
  return (await Promise.all(menus)).flat()
}

/**
 * The menus of Docusaurus' plugins for docs, of pages in their folders (docusaurus.io/docs/docs-multi-instance), and of
 * its versions, in groups of their names (docusaurus.io/docs/versioning); and those that VitePress has beside its pages
 * (vitepress.dev/reference/site-config#additionalconfig).
 */
async function otherMenus(root: string, source: string, { name, menu: { keys } }: Profile, config: ConfigFile) {
  const ofPlugins = itemsAt(config.values, 'plugins').flatMap((plugin) => {
    const [path, folder] = [textAt(plugin, '1.sidebarPath'), textAt(plugin, '1.path')]
    return path === null || folder === null ? [] : { path: resolve(root, path), below: `${folder}/`, groups: [] }
  })
  const { versioned } = await readTranslations(root, new Set(name === 'docusaurus' ? await readdir(root) : []))
  const ofVersions = [...versioned].flatMap(([prefix, { versions }]) => {
    return [versions].flat().slice(0, MAX_FOLDER_FILES).flatMap((version) => (typeof version !== 'string' ? [] : {
      path: join(root, `${prefix}versioned_sidebars/version-${version}-sidebars.json`),
      below: `${prefix}versioned_docs/version-${version}/`, groups: [version],
    }))
  })
  const beside = name === 'vitepress' ? await listFolderFiles(source, /^config\.[cm]?[jt]s$/) : []
  const all = [...ofPlugins, ...ofVersions, ...beside.map((path) => ({ path, below: '', groups: [] }))]
  const menus = await Promise.all(all.map(async (file) => {
    const { values, imported = [] } = (await readConfig(dirname(file.path), [basename(file.path)])) ?? {}
    const entries = keys.flatMap((key) => entriesAt(values, key, false))
    const below = entries.map((one) => {
      return { ...one, target: pathWithin(file.below, one.target), groups: [...file.groups, ...one.groups] }
    })
    return { paths: [file.path, ...imported], entries: below }
  }))
  return { paths: menus.flatMap((one) => one.paths), entries: menus.flatMap((one) => one.entries) }
}

/** The file that has the menu of MkDocs with this plugin: oprypin.github.io/mkdocs-literate-nav */
function literateNav(values: FrontValue | undefined): string | null {
  const isNav = (item: FrontValue) => item === 'literate-nav' || valueAt(item, 'literate-nav') !== undefined
  const plugin = itemsAt(values, 'plugins').find(isNav)
  return plugin === undefined ? null : (textAt(plugin, 'literate-nav.nav_file') ?? 'SUMMARY.md')
}

/** The page at the root of a book. */
function homePage(values: FrontValue | undefined): readonly Rewrite[] {
  const name = textAt(values, 'structure.readme')
  return name === null ? [] : [{ from: new RegExp(`^${literal(name.replace(/^\.?\//, ''))}$`), to: 'README.md' }]
}

/** The folders of what Rspress leaves out of addresses: github.com/web-infra-dev/rspress (`normalizeRoutePath`) */
function defaultFolders(name: SourceGenerator, values: FrontValue | undefined): readonly Rewrite[] {
  const [lang, version] = ['lang', 'multiVersion.default'].map((key) => textAt(values, key))
  if (name !== 'rspress') return []
  const before = version == null ? '()' : `(?:${literal(version)}/|([^/]+/)|)`
  const patterns = [
    ...(lang == null ? [] : [`${before}${literal(lang)}/`]), ...(version == null ? [] : [`${literal(version)}/()`]),
  ]
  return patterns.map((pattern) => ({ from: new RegExp(`^${pattern}`), to: '$1' }))
}

/** The patterns of pages that are left out; a problem for each setting that can't be read. */
async function readExclusions(
  root: string,
  source: string,
  { excludes, ignoreFiles, address }: Profile,
  config: ConfigFile,
) {
  const { path, values, text } = config
  const folder = pathBetween(root, source)
  const ofProject = (one: PathPattern) => ({ ...one, fits: (path: string) => one.fits(folder + path) })
  const called = Array.from(text.matchAll(IGNORE_CALL), ([, path]) => path).join('\n')
  const ignored = ignoredPaths(called, 'glob').map(ofProject)
  for (const [name, dialect] of Object.entries(ignoreFiles)) {
    const files = await Promise.all([root, ...(folder === '' ? [] : [source])].map((at) => readConfigFile(at, [name])))
    const [above = [], own = []] = files.map((file) => ignoredPaths(file?.text ?? '', dialect))
    ignored.push(...above.map(ofProject), ...own)
  }
  const settings = Object.entries(excludes).map(([key, form]) => ({ key, form, value: valueAt(values, key) }))
  const excluded = [
    ...settings.flatMap(({ form, value }) => excludedPaths(value, form)), ...ignored,
    ...(await readUnsearched(root, address)),
  ]
  const unread = excluded.filter(({ isUnderstood }) => !isUnderstood)
  const computed = settings.filter(({ key, form, value }) => {
    const isComputed = value === undefined && !isData(path) && key.split('.').every((name) => isStated(config, name))
    return form !== 'options' && (isComputed || (Array.isArray(value) && value.includes(null)))
  })
  const problems = [
    ...unread.map(({ written }) => `The exclusion ${written} can't be read: all pages that it may mean are left out`),
    ...computed.map(({ key }) => `${key} can't be read without running it: pages that it leaves out may be published`),
  ]
  return { excluded, problems }
}

/** Patterns of what the host of the site doesn't search: docs.readthedocs.com/platform/stable/config-file/v2.html */
async function readUnsearched(root: string, { ending }: Profile['address']): Promise<readonly PathPattern[]> {
  const ofPage = ending === '/' ? '/index.html' : '.html'
  for await (const { path, names } of foldersAround(root, MAX_LEVELS)) {
    const file = await readConfigFile(path, HOST_FILES.filter((name) => names.has(name)))
    if (file === null) continue
    const patterns = excludedPaths(valueAt(parseConfig(file.path, file.text), 'search.ignore'), 'fnmatch')
    const built = (source: string) => source.replace(/(?:(?<![^/])(?:index|README))?\.\w+$/, (page) => {
      return page.startsWith('.') ? ofPage : 'index.html'
    })
    return patterns.map((one) => ({ ...one, reason: 'excluded', fits: (source) => one.fits(built(source)) }))
  }
  return []
}

/** The fields of all pages of a folder, or of one page: those of deeper folders count first. */
async function readFolderData(source: string, folderData: RegExp): Promise<readonly PageDefaults[]> {
  const data: (PageDefaults & { readonly place: string })[] = []
  for await (const { path, folder, text } of filesOfFolders(source, folderData)) {
    const around = basename(resolve(source, folder))
    const isOfFolder = basename(path).startsWith('.') || basename(path).startsWith(`${around}.`)
    const place = isOfFolder ? folder.replace(/(?<=.)$/, '/') : path.replace(/\.(?:11tydata\.\w+|json)$/, '')
    const fits = (page: string) => (isOfFolder ? page.startsWith(place) : page.replace(/\.[^./]*$/, '') === place)
    const fields = parseConfig(path, text)
    if (fields instanceof Map) data.push({ place, fits, fields })
  }
  return data.toSorted((a, b) => a.place.length - b.place.length)
}

/** The menu at a path of keys, and those of the languages beside it; of a whole file all of its menus. */
function entriesAt(values: FrontValue | undefined, key: string, isTitled: boolean): readonly MenuEntry[] {
  if (key === '') return values instanceof Map ? [...values.values()].flatMap((menu) => readMenu(menu, isTitled)) : []
  return languagesAt(values, key.split('.')).flatMap((menu) => readMenu(menu, isTitled))
}

/** The value at a path of keys, and those in the `locales` beside any of them. */
function languagesAt(
  value: FrontValue | undefined,
  [key, ...below]: readonly string[],
): readonly (FrontValue | undefined)[] {
  if (key === undefined) return [value]
  const languages = membersAt(value, 'locales').map(([, language]) => language)
  return [value, ...languages].flatMap((one) => languagesAt(valueAt(one, key), below))
}

/** True for a configuration with a key, whether its value can be read or not: in code also within a line, or `key,`. */
function isStated({ path, text }: ConfigFile, key: string): boolean {
  const [before, after] = isData(path) ? ['^', '[ \\t]*[:=]'] : ['(?:^|[{,])', '\\s*[:(=,}]']
  return new RegExp(`${before}[ \\t]*["']?${key}["']?${after}`, 'm').test(text)
}

const isData = (path: string): boolean => DATA.some((ending) => path.endsWith(`.${ending}`))

/** Paths of the files that order the folders that they are in. */
async function listFolderFiles(source: string, folderFile: RegExp): Promise<readonly string[]> {
  const isName = (name: string) => folderFile.test(name) || isPublicName(name)
  const walk = { ...WALK_LIMITS, isPublicName: isName, isWanted: (path: string) => folderFile.test(basename(path)) }
  const { paths } = await listFiles(source, walk)
  return paths.slice(0, MAX_FOLDER_FILES).map((path) => join(source, path))
}

/** These files one by one: a process may have few open, and data that can't be read would leave out nothing. */
async function* filesOfFolders(source: string, folderFile: RegExp) {
  for (const file of await listFolderFiles(source, folderFile)) {
    const path = pathBetween(source, file).slice(0, -1)
    yield { path, folder: folderOf(path), text: (await readConfigFile('', [file]))?.text ?? '' }
  }
}

async function readFolderMenus(source: string, folderFile: RegExp): Promise<ReadonlyMap<string, FolderMenu>> {
  const menus = new Map<string, FolderMenu>()
  for await (const { path, folder, text } of filesOfFolders(source, folderFile)) {
    const menu = readFolderMenu(basename(path), parseConfig(path, text))
    if (menu !== null) menus.set(folder, menu)
  }
  return menus
}
