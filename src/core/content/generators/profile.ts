/**
 * What is known of each site generator, one row each: how its sources are recognized, how it makes the ids of headings
 * and the addresses of pages. Measured on the generators where `test/peers/content` has them: mdBook 0.4, Hugo 0.111,
 * MkDocs 1.6, VitePress 1.6, Docusaurus 3; else by their documentation.
 */
import { GITHUB_RULE, type HeadingRule } from './heading-ids.ts'
import { slug } from './slug.ts'
import type { SlugRuleName } from './slugs.ts'

/** A generator whose sources are read by its own rules; `plain` for a folder of files without one. */
export type SourceGenerator =
  | 'docusaurus' | 'vitepress' | 'vuepress' | 'mkdocs' | 'mdbook' | 'hugo' | 'jekyll' | 'sphinx' | 'eleventy' | 'nextra'
  | 'fumadocs' | 'nuxt-content' | 'mintlify' | 'honkit' | 'docsify' | 'plain'

/** The way from the path of a source to the address of its page. */
export interface AddressRule {
  /** End of a page's address; null for the setting `trailingSlash`. */
  readonly ending: '/' | '' | '.html' | null
  /** End of the address of a folder's page. */
  readonly folderEnding: '/' | '' | '/index.html' | null
  /** The name, without extension, of the page of a folder. */
  readonly folderPage: RegExp
  /** True if a file with the name of its folder is the page of that folder. */
  readonly isNamedLikeFolder: boolean
  /** Part of a segment that only orders it; null if all of it stays. */
  readonly order: RegExp | null
  /** Folders that no address has: `(group)`. */
  readonly group: RegExp | null
  /** Makes a segment of an address of a name; null if the name stays. */
  readonly spell: ((name: string) => string) | null
  /** True if `page.fr.md` is the page in French, whose address starts with `fr`. */
  readonly hasLanguageSuffix: boolean
  /** What `slug` of the frontmatter replaces: the whole path, the name, what follows the page's folder, or nothing. */
  readonly slug: 'path' | 'name' | 'relative' | 'none'
  /** True if `permalink` or `url` of the frontmatter is the address, and `id` the name. */
  readonly takesPermalink: boolean
  readonly takesId: boolean
}

/** The rules by which the sources of a site are read. */
export interface SiteRules {
  readonly generator: SourceGenerator
  readonly headings: HeadingRule
  readonly address: AddressRule
  /** Folder of the pages, with a slash at its end; empty if it is the one that is read. */
  readonly folder: string
  /** Address of that folder, and the other folders with pages; null for none. */
  readonly route: string
  readonly otherFolders: RegExp | null
  /** The only pages of a book with a table of contents, with their titles; null for all files. */
  readonly chapters: ReadonlyMap<string, string> | null
  /** Language of sources without a suffix. */
  readonly defaultLang: string
}

/** A row of the table. */
export interface Profile {
  readonly name: SourceGenerator
  /** Name for people, in the spelling of its makers. */
  readonly title: string
  /** Files in the root of its project, one of which is there. */
  readonly configs: readonly string[]
  /** What such a file has to hold, if other programs have files of a name that does not begin with the generator's. */
  readonly proof: RegExp | null
  /** Packages, one of which the project depends on, if there is no such file. */
  readonly packages: readonly string[]
  /** Folders of its pages, the usual one first, and the key of the configuration that names another one. */
  readonly content: readonly string[]
  readonly contentKey: string | null
  /** Address of the folder of pages, and other folders with pages beside it; null for none. */
  readonly route: string | null
  readonly otherFolders: RegExp | null
  /** True if `SUMMARY.md` in that folder lists the pages that are published. */
  readonly hasSummary: boolean
  readonly headings: HeadingRule
  readonly address: AddressRule
  /** Settings of the configuration that change the rules. */
  readonly variants: readonly Variant[]
}

/** A setting that changes rules. */
interface Variant {
  readonly setting: RegExp
  readonly headings?: Partial<HeadingRule>
  readonly address?: Partial<AddressRule>
}

const SCRIPTS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']
const YAML = ['yml', 'yaml']
const DATA = ['toml', 'yaml', 'yml', 'json']

/** Files without a generator, and what is usual. */
const PLAIN: AddressRule = {
  ending: null, folderEnding: null, folderPage: /^(?:_?index|readme)$/i, isNamedLikeFolder: false, order: null,
  group: null, spell: null, hasLanguageSuffix: false, slug: 'path', takesPermalink: false, takesId: false,
}
const HTML: Partial<AddressRule> = { ending: '.html', folderEnding: '/' }
const INDEX_HTML: Partial<AddressRule> = { ending: '.html', folderEnding: '/index.html' }
const NO_SLASH: Partial<AddressRule> = { ending: '', folderEnding: '' }
/** `01-basics`, `1. basics`; not `2024-01-02` and `3.0`. */
const DOCUSAURUS_ORDER = /^(?!\d+[-_.]\d)\d+\s*[-_.]+\s*(?=[^-_.\s])/
const NUXT_ORDER = /^\d+\./
const BRACES = /^\s*\{/
const BRACKETS = /^\s*\[/
const GROUP = /^\([^()]+\)$/

/** All generators, in the order of recognition. */
export const PROFILES: readonly Profile[] = [
  row('docusaurus', 'Docusaurus', {
    configs: scripts('docusaurus.config'),
    content: ['docs'],
    route: 'docs',
    headings: { writtenIds: /^\s*(?=[^\s[:{]|\{[^:])/ },
    otherFolders: /^(?:blog|i18n|(?:[^/]+_)?versioned_docs)\//,
    address: {
      ending: '', folderEnding: '/', order: DOCUSAURUS_ORDER, isNamedLikeFolder: true, slug: 'relative', takesId: true,
    },
    variants: [
      { setting: /\btrailingSlash:\s*true/, address: { ending: '/' } },
      { setting: /\btrailingSlash:\s*false/, address: { folderEnding: '' } },
      { setting: /\bnumberPrefixParser:\s*false/, address: { order: null } },
    ],
  }),
  row('vitepress', 'VitePress', {
    configs: ['.vitepress'],
    contentKey: 'srcDir',
    headings: { slugs: 'vue', writtenIds: BRACES },
    address: { ...HTML, folderPage: /^index$/, slug: 'none' },
    variants: [{ setting: /\bcleanUrls:\s*true/, address: { ending: '' } }],
  }),
  row('vuepress', 'VuePress', {
    configs: ['.vuepress'],
    headings: { slugs: 'vue', writtenIds: BRACES },
    address: { ...HTML, folderPage: /^(?:index|readme)$/i, takesPermalink: true },
  }),
  row('mkdocs', 'MkDocs', {
    configs: files('mkdocs', YAML),
    content: ['docs'],
    contentKey: 'docs_dir',
    headings: { slugs: 'python', writtenIds: null },
    address: { ending: '/', folderEnding: '/', folderPage: /^(?:index|README)$/, slug: 'none' },
    variants: [
      { setting: /\battr_list\b/, headings: { writtenIds: /^\s\{/ } },
      { setting: /\bpymdownx\.slugs\b/, headings: { slugs: 'pymdown' } },
      { setting: /^use_directory_urls:\s*false/m, address: INDEX_HTML },
      { setting: /^\s*-?\s*i18n:/m, address: { hasLanguageSuffix: true } },
    ],
  }),
  row('mdbook', 'mdBook', {
    configs: ['book.toml'],
    content: ['src'],
    contentKey: 'src',
    hasSummary: true,
    headings: { slugs: 'mdbook', writtenIds: BRACES },
    address: { ending: '.html', folderEnding: '/index.html', folderPage: /^(?:index|README)$/, slug: 'none' },
  }),
  row('hugo', 'Hugo', {
    configs: [...files('hugo', DATA), ...files('config', DATA), 'config/_default'],
    proof: /\b(?:baseURL|defaultContentLanguage|languageCode|theme)\b/i,
    content: ['content'],
    contentKey: 'contentDir',
    headings: { slugs: 'hugo', isFromSource: true, writtenIds: /^\s*\{(?!:)/ },
    address: {
      ending: '/', folderEnding: '/', folderPage: /^_?index$/, spell: hugoSegment, hasLanguageSuffix: true, slug: 'name',
      takesPermalink: true,
    },
    variants: [{ setting: /\buglyURLs\s*[=:]\s*true/i, address: { ending: '.html' } }],
  }),
  row('jekyll', 'Jekyll', {
    configs: files('_config', [...YAML, 'toml']),
    headings: { slugs: 'kramdown-gfm', dashes: /-{2,}/g, writtenIds: /^(?:$|\s\{#[^\s{}/]+\}$)/ },
    address: { ...HTML, folderPage: /^(?:index|readme)$/i, takesPermalink: true, slug: 'none' },
    variants: [
      { setting: /^permalink:\s*["']?pretty/m, address: { ending: '/' } },
      { setting: /\binput:\s*["']?kramdown\b/i, headings: { slugs: 'kramdown', isFromSource: true, dashes: null } },
    ],
  }),
  row('sphinx', 'Sphinx', {
    configs: ['conf.py'],
    proof: /\b(?:extensions|html_theme|project)\s*=/,
    headings: { slugs: 'docutils', writtenIds: null },
    address: { ...INDEX_HTML, folderPage: /^index$/, slug: 'none' },
  }),
  row('eleventy', 'Eleventy', {
    configs: ['.eleventy.js', ...scripts('eleventy.config')],
    address: { ending: '/', folderEnding: '/', folderPage: /^index$/, takesPermalink: true, slug: 'none' },
  }),
  row('fumadocs', 'Fumadocs', {
    packages: ['fumadocs-core', 'fumadocs-ui', 'fumadocs-mdx'],
    content: ['content/docs', 'content'],
    route: 'docs',
    headings: { writtenIds: BRACKETS },
    address: { ...NO_SLASH, folderPage: /^index$/, group: GROUP, slug: 'none' },
  }),
  row('nextra', 'Nextra', {
    packages: ['nextra'],
    content: ['content', 'pages', 'src/content', 'src/pages', 'app', 'src/app'],
    address: { ...NO_SLASH, folderPage: /^(?:index|page)$/, group: GROUP },
  }),
  row('nuxt-content', 'Nuxt Content', {
    configs: scripts('content.config'),
    proof: /@nuxt\/content/,
    packages: ['@nuxt/content', 'docus'],
    content: ['content'],
    address: { ...NO_SLASH, folderPage: /^index$/, order: NUXT_ORDER, spell: slug },
  }),
  row('mintlify', 'Mintlify', {
    configs: ['mint.json', 'docs.json'],
    proof: /mintlify|"navigation"\s*:/,
    address: { ...NO_SLASH, folderPage: /^index$/ },
  }),
  row('honkit', 'HonKit', {
    configs: ['book.json', 'book.js'],
    packages: ['honkit'],
    hasSummary: true,
    address: { ...HTML, folderPage: /^README$/i, slug: 'none' },
  }),
  row('docsify', 'Docsify', {
    configs: ['index.html'],
    proof: /\bdocsify\b/,
    headings: { slugs: 'docsify', writtenIds: /^\s*:/ },
  }),
]

/** The rules for files without a generator, or of one that is unknown. */
export const PLAIN_RULES: SiteRules = {
  generator: 'plain', headings: GITHUB_RULE, address: PLAIN, folder: '', route: '', otherFolders: null, chapters: null,
  defaultLang: 'en',
}

/** The rules of a generator with a configuration; `folder` is that of its pages. */
export function rulesOf(profile: Profile, config: string, folder: string): SiteRules {
  const { name, headings, address, route, otherFolders, variants } = profile
  const set = variants.filter(({ setting }) => setting.test(config))
  return {
    generator: name,
    headings: Object.assign({}, headings, ...set.map((variant) => variant.headings)),
    address: Object.assign({}, address, ...set.map((variant) => variant.address)),
    folder,
    route: route === null || folder === '' ? '' : (settingOf(config, 'routeBasePath') ?? route),
    otherFolders,
    chapters: null,
    defaultLang: settingOf(config, 'defaultContentLanguage')?.toLowerCase() ?? PLAIN_RULES.defaultLang,
  }
}

/** All names. */
export const SOURCE_GENERATORS: readonly SourceGenerator[] = [...PROFILES.map(({ name }) => name), 'plain']

/** The generator of a name, null for none. */
export function sourceGenerator(name: unknown): SourceGenerator | null {
  return SOURCE_GENERATORS.find((one) => one === name) ?? null
}

/** The rule that a name breaks which is none. */
export const GENERATOR_RULE = `must be one of ${SOURCE_GENERATORS.join(', ')}`

/** The profile of a name; null for `plain`, and for a name that no row has. */
export function profileNamed(name: string): Profile | null {
  return PROFILES.find((profile) => profile.name === name) ?? null
}

/** A text that a configuration of any format gives a key, null for none. */
export function settingOf(config: string, key: string): string | null {
  const pattern = new RegExp(`(?:^|[\\s{,])["']?${key}["']?[ \\t]*[:=][ \\t]*["']?([^"'\\s,{}]+)`)
  return pattern.exec(config)?.[1] ?? null
}

/** A row with what is usual where nothing else is said. */
function row(
  name: SourceGenerator,
  title: string,
  { headings, address, ...rest }: Partial<Omit<Profile, 'headings' | 'address'>> & {
    readonly headings?: Partial<HeadingRule> & { readonly slugs?: SlugRuleName }
    readonly address?: Partial<AddressRule>
  },
): Profile {
  return {
    name, title, configs: [], proof: null, packages: [], content: ['.'], contentKey: null, route: null,
    otherFolders: null, hasSummary: false, variants: [], ...rest,
    headings: { ...GITHUB_RULE, ...headings },
    address: { ...PLAIN, ...address },
  }
}

/** A name as Hugo's addresses have it. */
function hugoSegment(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}._#+~@\s-]/gu, '').replace(/\s+/g, '-')
}

/** `vite.config` -> `vite.config.mjs` and so on. */
function scripts(name: string): string[] {
  return files(name, SCRIPTS)
}

function files(name: string, extensions: readonly string[]): string[] {
  return extensions.map((extension) => `${name}.${extension}`)
}
