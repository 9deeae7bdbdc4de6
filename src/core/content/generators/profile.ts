/** What is known of a site generator: the record that is a row of the table in `profiles`, and what is usual in one. */
import type { MarkdownDialect, MenuRule } from './site-rules.ts'
import { GITHUB_RULE, type HeadingRule } from './heading-ids.ts'
import type { ExclusionForm, PatternDialect } from './path-pattern.ts'
import { type AddressRule, PLAIN_ADDRESS, type Rewrite } from './source-address.ts'

/** A generator whose sources are read by its own rules; `plain` for a folder of files without one. */
export type SourceGenerator =
  | 'docusaurus' | 'vitepress' | 'vuepress' | 'mkdocs' | 'mdbook' | 'zola' | 'hugo' | 'sphinx' | 'mystmd' | 'hexo'
  | 'jekyll' | 'eleventy' | 'rspress' | 'retype' | 'nextra' | 'fumadocs' | 'nuxt-content' | 'mintlify' | 'gitbook'
  | 'honkit' | 'docsify' | 'quartz' | 'obsidian' | 'github-wiki' | 'plain'

/** A row of the table. */
export interface Profile {
  readonly name: SourceGenerator
  /** Name for people, in the spelling of its makers. */
  readonly title: string
  /** Files of its project, one of which is there; last a folder of its own, which may have none of them. */
  readonly configs: readonly string[]
  /** What such a file has to hold, if other programs have files of a name that does not begin with the generator's. */
  readonly proof: RegExp | null
  /** Packages, one of which the project depends on, if there is no such file. */
  readonly packages: readonly string[]
  /** True if a generator may make the site of the files that it edits: then that counts, wherever it is. */
  readonly isEditor: boolean
  /** Folders of its pages, the usual one first, and the path of keys to another one, empty for none. */
  readonly content: readonly string[]
  readonly contentKey: string
  /** Paths of keys to the name of the site in the configuration, and to its language, the first that is there counts. */
  readonly titleKey: string
  readonly langKeys: readonly string[]
  /** Address of the folder of pages, and the path of keys to another one, empty for none. */
  readonly route: string
  readonly routeKey: string
  /** Other folders with pages beside it; null for none. */
  readonly otherFolders: RegExp | null
  /** Names of pages and folders that start with `_`; others are hidden. Null: all are. */
  readonly underscored: RegExp | null
  readonly menu: MenuRule
  /** Keys of the configuration with patterns of pages that are not published; names of files with ignored paths. */
  readonly excludes: Readonly<Record<string, ExclusionForm>>
  readonly ignoreFiles: Readonly<Record<string, PatternDialect>>
  /** Names of files with fields of all pages in their folder, which are hidden or named like it; null for none. */
  readonly folderData: RegExp | null
  /** Globs of files that it makes no pages of by themselves, whatever the configuration says. */
  readonly noPages: readonly string[]
  readonly rewrites: readonly Rewrite[]
  /** The page of a folder whose other files, at any depth, are no pages, below the root; null for none. */
  readonly leafPage: RegExp | null
  /** Addresses of pages that it makes of what others say of themselves; null for none. */
  readonly madePages: RegExp | null
  /**
   * Where the target `#a` of a link is: on its `page`; else anywhere on the `site`, by the name that its author gave it;
   * or in one of several `projects`, of which others are unknown. Or on its page, and that of a link `[text][a]`
   * anywhere on the site, by `references`.
   */
  readonly targets: 'page' | 'site' | 'projects' | 'references'
  /** The pages that are published: not those of the future, those too, or those alone that say so, `publish: true`. */
  readonly publishes: 'dated' | 'all' | 'stated'
  /** True if its search finds pages by their tags. */
  readonly findsTags: boolean
  /** True if its pages show their descriptions, below their titles. */
  readonly showsDescription: boolean
  /** True if emphasis may end at any character, as in kramdown and Python-Markdown: `**注意：**见下文`. */
  readonly hasPlainEmphasis: boolean
  /** True if HTML files are templates, which are not read beside Markdown. */
  readonly hasHtmlTemplates: boolean
  readonly dialect: MarkdownDialect
  /** Path of keys to the addresses that it forwards, empty for none. */
  readonly redirectsKey: string
  readonly headings: HeadingRule
  readonly address: AddressRule
  /** Settings of the configuration that change the rules. */
  readonly variants: readonly (Partial<Pick<Profile, 'dialect' | 'ignoreFiles' | 'publishes' | 'targets'>> & {
    readonly setting: RegExp
    readonly headings?: Partial<HeadingRule>
    readonly address?: Partial<AddressRule>
  })[]
}

/** A row with what is usual where nothing else is said. */
export function row(
  name: SourceGenerator,
  title: string,
  { headings, address, menu, ...rest }: Partial<Omit<Profile, 'headings' | 'address' | 'menu'>> & {
    readonly menu?: Partial<MenuRule>
    readonly headings?: Partial<HeadingRule>
    readonly address?: Partial<AddressRule>
  },
): Profile {
  return {
    name, title, configs: [], proof: null, packages: [], isEditor: false, content: ['.'], contentKey: '',
    titleKey: 'title', langKeys: ['language', 'lang', 'locale'], route: '', routeKey: '', otherFolders: null,
    underscored: null, excludes: {}, ignoreFiles: {}, folderData: null, noPages: [], rewrites: [], redirectsKey: '',
    leafPage: null, madePages: null, publishes: 'dated', findsTags: false, hasHtmlTemplates: false,
    hasPlainEmphasis: false, dialect: 'plain', showsDescription: false, targets: 'page', variants: [], ...rest,
    menu: {
      files: [], fileKey: '', keys: [], tree: null, ties: 'names', folderFile: null, summary: null, hasTitles: false,
      topKeys: [], others: 'found', openedBy: null, ...menu,
    },
    headings: { ...GITHUB_RULE, ...headings },
    address: { ...PLAIN_ADDRESS, ...address },
  }
}
