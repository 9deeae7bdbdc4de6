/**
 * What is known of each site generator, one row each: how its sources are recognized, how it makes the ids of headings
 * and the addresses of pages. Measured on the generators where `test/peers/content` has them: mdBook 0.5, Hugo 0.168,
 * MkDocs 1.6, VitePress 1.6, Docusaurus 3; else by their documentation.
 */
import type { MenuRule } from './site-rules.ts'
import { type HeadingRule, slug, zolaSlug } from './heading-ids.ts'
import { type Profile, row, type SourceGenerator } from './profile.ts'
import {
  type AddressRule, ELEVENTY_PARTS, HUGO_PARTS, hugoName, hugoPlain, hugoSegment, JEKYLL_PAGE_PARTS, VUEPRESS_PARTS,
} from './source-address.ts'

const SCRIPTS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']
const YAML = ['yml', 'yaml']
/** Extensions of configurations that are data. */
export const DATA = ['toml', 'yaml', 'yml', 'json']

const HTML: Partial<AddressRule> = { ending: '.html', folderEnding: '/' }
const INDEX_HTML: Partial<AddressRule> = { ending: '.html', folderEnding: '/index.html' }
const BUNDLES: Partial<AddressRule> = {
  ending: '/', folderEnding: '/', folderPage: /^_?index$/, hasLanguageSuffix: true, slug: 'name',
}
const NO_SLASH: Partial<AddressRule> = { ending: '', folderEnding: '' }
/** `01-basics`, `1. basics`; not `2024-01-02` and `3.0`. */
const DOCUSAURUS_ORDER = /^(?!\d+[-_.]\d)\d+\s*[-_.]+\s*(?=[^-_.\s])/
const DATE_ORDER = /^\d{4}-\d\d-\d\d[-_](?=.)/
/** The folder of posts of Docusaurus, with that of a language. */
const POST = /^(?:i18n\/([^/]+\/)docusaurus-plugin-content-)?blog\//
const BRACES = /^\s*\{/
/** Sites may change the delimiters (vitepress.dev/reference/site-config#markdown): `%{#id}%` of Vue Router and Pinia. */
const VUE_IDS: Partial<HeadingRule> = { slugs: 'vue', hasEmoji: true, writtenIds: /^\s*%?\{/ }
/** gohugo.io/content-management/page-bundles/#leaf-bundles */
const LEAF_PAGE = /\/index(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown)$/i
const GROUP = /^\([^()]+\)$/

const BY_FOLDER: Partial<MenuRule> = { tree: 'folders' }
const BY_TITLE: Partial<MenuRule> = { tree: 'titles', ties: 'titles' }
const SUMMARY: Partial<MenuRule> = { summary: 'SUMMARY.md', hasTitles: true, others: 'unpublished' }
const BOOK_SUMMARY: Partial<MenuRule> = { ...SUMMARY, fileKey: 'structure.summary' }
/** `[id].md`: one page for each of a list that a program makes. */
const DYNAMIC_ROUTE = '**/*\\[*\\]*'
/** A file with the menus of all folders. */
export const GLOBAL_MENU = '_meta.global'
const VUE_MENU = ['themeConfig.sidebar', 'theme.sidebar']

/** All generators, in the order of recognition. */
export const PROFILES: readonly Profile[] = [
  row('docusaurus', 'Docusaurus', {
    langKeys: ['i18n.defaultLocale'], configs: scriptFiles('docusaurus.config'), dialect: 'mdx',
    content: ['docs'], contentKey: 'presets.0.1.docs.path', route: 'docs', routeKey: 'presets.0.1.docs.routeBasePath',
    headings: { writtenIds: /^\s*(?=[^\s[:{]|\{[^:])/, hasDescriptions: true },
    menu: {
      ...BY_FOLDER, files: scriptFiles('sidebars', ['json']), fileKey: 'presets.0.1.docs.sidebarPath', keys: [''],
      folderFile: /^_category_\.(?:json|ya?ml)$/,
    },
    excludes: { presets: 'options', plugins: 'options' }, redirectsKey: 'plugins',
    otherFolders: /^(?:blog|i18n|src\/pages|(?:[^/]+_)?versioned_docs)\//,
    rewrites: [
      // A post in a folder has the address of a page.
      {
        from: new RegExp(POST.source + /((?:[^/]+\/){0,9}?)(\d{4})[-/](\d\d?)[-/](\d\d?)[-/]/.source +
          /(.+?)(?:\/index)?\.mdx?$/.source),
        to: '$1blog/$3/$4/$5/$2$6.md',
      },
      { from: POST, to: '$1blog/' },
      { from: /^(?:src\/pages|i18n\/([^/]+\/)docusaurus-plugin-content-pages)\//, to: '$1' },
      // What follows is the slug, whatever folder the post is in.
      { from: new RegExp(`${POST.source}(?:.+/)?`), to: '$1blog/', isOfSlugs: true },
    ],
    address: {
      ending: '', folderEnding: '/', order: DOCUSAURUS_ORDER, isNamedLikeFolder: true, slug: 'relative', takesId: true,
    },
    variants: [
      { setting: /\btrailingSlash:\s*true/, address: { ending: '/' } },
      { setting: /\btrailingSlash:\s*false/, address: { folderEnding: '' } },
      { setting: /\bnumberPrefixParser:\s*false/, address: { order: null } },
      { setting: /\bformat:\s*["'](?:md|detect)["']/, dialect: 'plain' },
    ],
  }),
  row('vitepress', 'VitePress', {
    langKeys: ['lang', 'locales.root.lang'], configs: inFolder('.vitepress'), contentKey: 'srcDir',
    menu: { keys: VUE_MENU }, excludes: { srcExclude: 'glob' }, noPages: [DYNAMIC_ROUTE],
    headings: { ...VUE_IDS, source: 'entities' }, address: { ...HTML, folderPage: /^index$/, slug: 'none' },
    variants: [{ setting: /\bcleanUrls:\s*true/, address: { ending: '' } }],
  }),
  row('vuepress', 'VuePress', {
    langKeys: ['lang', 'locales./.lang'], configs: inFolder('.vuepress'),
    menu: { keys: VUE_MENU }, excludes: { pagePatterns: 'wanted' }, headings: VUE_IDS,
    address: { ...HTML, folderPage: /^(?:index|readme)$/i, permalink: 'permalink', parts: VUEPRESS_PARTS },
  }),
  row('mkdocs', 'MkDocs', {
    // squidfunk.github.io/mkdocs-material/setup/changing-the-language
    langKeys: ['theme.language', 'theme.locale'],
    // github.com/properdocs/properdocs (`config/base.py`), which goes on with it
    configs: ['properdocs', 'mkdocs'].flatMap((one) => files(one, YAML)), content: ['docs'], contentKey: 'docs_dir',
    titleKey: 'site_name',
    // Of the plugins awesome-pages and awesome-nav.
    menu: { keys: ['nav'], hasTitles: true, folderFile: /^\.(?:pages|nav\.ya?ml)$/ },
    // github.com/mkdocs/mkdocs (`structure/files.py`)
    noPages: ['templates/**'], excludes: { exclude_docs: 'ignored', draft_docs: 'ignored', plugins: 'options' },
    // squidfunk.github.io/mkdocs-material/plugins/meta
    folderData: /^\.meta\.ya?ml$/, redirectsKey: 'plugins',
    // squidfunk.github.io/mkdocs-material/setup/setting-up-tags
    findsTags: true, hasPlainEmphasis: true, headings: { slugs: 'python', writtenIds: null },
    address: { ending: '/', folderEnding: '/', folderPage: /^(?:index|README)$/, slug: 'none' },
    variants: [
      { setting: /\battr_list\b/, headings: { writtenIds: /^\s\{/ } },
      { setting: /^[ \t]+separator:[ \t]*["']?_["']?[ \t]*$/m, headings: { separator: '_' } },
      { setting: /\bpymdownx\.slugs\b/, headings: { slugs: 'pymdown' } },
      { setting: /\btoc\.slugify_unicode\b/, headings: { slugs: 'python-unicode' } },
      // facelessuser.github.io/pymdown-extensions/extensions/mark, …/caret, …/emoji
      { setting: /\bpymdownx\.emoji\b/, headings: { hasEmoji: true } },
      { setting: /\bpymdownx\.(?:mark|caret)\b/, dialect: 'pymdown' },
      { setting: mkdocsPlugin('macros'), dialect: 'liquid' },
      // github.com/Jackiexiao/mkdocs-roamlinks-plugin and others, python-markdown.github.io/extensions/wikilinks
      { setting: mkdocsPlugin('roamlinks|ezlinks|obsidian-support|wikilinks'), dialect: 'wiki' },
      // mkdocstrings.github.io/autorefs
      { setting: mkdocsPlugin('autorefs|mkdocstrings'), targets: 'references' },
      { setting: /^use_directory_urls:\s*(?:false|no|off)\b/im, address: INDEX_HTML },
      { setting: mkdocsPlugin('i18n'), address: { hasLanguageSuffix: true } },
    ],
  }),
  row('mdbook', 'mdBook', {
    langKeys: ['book.language'], configs: ['book.toml'], content: ['src'], contentKey: 'book.src',
    titleKey: 'book.title', menu: SUMMARY,
    excludes: { 'output.html.search.chapter': 'options' }, redirectsKey: 'output.html.redirect',
    headings: { slugs: 'mdbook', dashes: /-{2,3}/g, writtenIds: BRACES, hasNotes: true },
    address: { ending: '.html', folderEnding: '/index.html', folderPage: /^(?:index|README)$/, slug: 'none' },
    // rust-lang.github.io/mdBook/format/configuration/renderers.html
    variants: [{ setting: /^smart-punctuation\s*=\s*false/m, headings: { dashes: null } }],
  }),
  row('zola', 'Zola', {
    langKeys: ['default_language'],
    // getzola.org/documentation/getting-started/configuration: the only key that is required.
    configs: ['config.toml', 'zola.toml'], proof: /^base_url\s*=/m, content: ['content'], menu: BY_FOLDER,
    excludes: { ignored_content: 'fnmatch' }, leafPage: LEAF_PAGE, headings: { slugs: 'zola', writtenIds: BRACES },
    address: { ...BUNDLES, order: DATE_ORDER, spell: zolaSlug, permalink: 'route' },
  }),
  row('hugo', 'Hugo', {
    langKeys: ['defaultContentLanguage', 'languageCode', 'locale'],
    configs: ['', 'config/_default/'].flatMap((at) => [...files(`${at}hugo`, DATA), ...files(`${at}config`, DATA)]),
    proof: /\b(?:baseURL|defaultContentLanguage|languageCode|theme)\b/i, content: ['content'], contentKey: 'contentDir',
    menu: { ...BY_FOLDER, ties: 'dates' },
    excludes: { ignoreFiles: 'go', cascade: 'cascade', languages: 'languages', disableLanguages: 'languages' },
    leafPage: LEAF_PAGE,
    // gohugo.io/content-management/taxonomies/#default-taxonomies
    madePages: /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:tags|categories)(?:\/|$)/i,
    headings: { slugs: 'hugo', dashes: /-{2,3}/g, writtenIds: /^\s*\{(?!:)/, hasDescriptions: true },
    address: { ...BUNDLES, spell: hugoSegment, permalink: 'permalink', parts: HUGO_PARTS },
    variants: [
      // gohugo.io/configuration/all/#buildfuture
      { setting: /\bbuildFuture["']?\s*[=:]\s*true/i, publishes: 'all' },
      // gohugo.io/configuration/front-matter/#dates
      { setting: /\bdate["']?\s{0,9}[=:][\s"'[-]{0,40}:filename\b/i, address: { order: DATE_ORDER } },
      { setting: /\benableEmoji["']?\s*[=:]\s*true/i, headings: { hasEmoji: true } },
      { setting: /\buglyURLs["']?\s*[=:]\s*true/i, address: { ending: '.html' } },
      { setting: /\bdisablePathToLower["']?\s*[=:]\s*true/i, address: { spell: hugoName } },
      { setting: /\bremovePathAccents["']?\s*[=:]\s*true/i, address: { spell: hugoPlain } },
      // gohugo.io/configuration/markup: also `typographer: false`
      { setting: /\btypographer\b["'\s\]:={]{0,40}(?:false|disable["'\s:=]{1,9}true)\b/i, headings: { dashes: null } },
      { setting: /\bautoHeadingIDType["']?\s*[=:]\s*["']?github-ascii/i, headings: { slugs: 'hugo-ascii' } },
      { setting: /\bautoHeadingIDType["']?\s*[=:]\s*["']?blackfriday/i, headings: { slugs: 'hugo-blackfriday' } },
    ],
  }),
  row('sphinx', 'Sphinx', {
    // jupyterbook.org/v1/structure/toc.html: a book has its menu in a file, and is made by Sphinx.
    configs: ['conf.py', '_toc.yml'], titleKey: 'project',
    proof: /\b(?:extensions|html_theme|project)\s*=|^(?:format:[ \t]*jb-|root:|-[ \t]+file:)/m,
    excludes: { include_patterns: 'wanted', exclude_patterns: 'sphinx' },
    // Folders that projects leave out by settings of many kinds.
    underscored: /^_(?!(?:build|ext|includes?|partials?|sources|static|templates|themes)$)/,
    menu: { topKeys: ['root_doc', 'master_doc'], files: ['_toc.yml'], keys: [''] },
    // myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
    targets: 'site', dialect: 'myst', headings: { slugs: 'docutils', writtenIds: /^$/, hasNotes: true },
    address: { ...INDEX_HTML, folderPage: /^index$/, slug: 'none' },
    variants: [
      { setting: /\bintersphinx_mapping\b/, targets: 'projects' },
      { setting: /^html_file_suffix\s*=\s*["']\.htm["']/m, address: { ending: '.htm', folderEnding: '/index.htm' } },
    ],
  }),
  row('mystmd', 'MyST', {
    // mystmd.org/guide/website-navigation, mystmd.org/guide/table-of-contents
    configs: ['myst.yml'], titleKey: 'project.title', langKeys: ['project.language'],
    excludes: { 'project.exclude': 'glob' },
    menu: { keys: ['project.toc'], others: 'unpublished', openedBy: /\bpattern:/ }, targets: 'site', dialect: 'myst',
    headings: { writtenIds: /^$/ },
    // github.com/jupyter-book/mystmd (`fileInfo.ts`)
    address: {
      ...NO_SLASH, order: /^(?!\d{5}|[12]\d{3}(?!\d))[\d_.-]+(?=.)/, group: /^/, isNumbered: true, slug: 'none',
      spell: (name) => name.toLowerCase().replaceAll('&', '-and-').replace(/[^a-z\d]+/g, '-').replace(/^-|-$/g, ''),
    },
    variants: [{ setting: /^[ \t]+folders:[ \t]*true\b/m, address: { group: null } }],
  }),
  row('hexo', 'Hexo', {
    // hexo.io/docs/configuration, hexo.io/docs/permalinks; sites of Jekyll have a file of this name, too.
    configs: files('_config', YAML), proof: /^(?:source_dir|new_post_name|post_asset_folder|skip_render):/m,
    packages: ['hexo'], content: ['source'], contentKey: 'source_dir',
    underscored: /^_posts$/, dialect: 'liquid', menu: { ties: 'dates' }, publishes: 'all',
    headings: { slugs: 'hexo', writtenIds: null },
    address: { ...HTML, folderPage: /^index$/, permalink: 'permalink', slug: 'none' },
    variants: [
      { setting: /^future:\s*false\b/m, publishes: 'dated' },
      { setting: /^[ \t]+modifyAnchors:\s*1/m, headings: { slugs: 'hexo-lower' } },
      { setting: /^[ \t]+modifyAnchors:\s*2/m, headings: { slugs: 'hexo-upper' } },
    ],
  }),
  row('jekyll', 'Jekyll', {
    configs: files('_config', [...YAML, 'toml']),
    // mmistakes.github.io/minimal-mistakes/docs/navigation
    menu: { ...BY_TITLE, files: files('_data/navigation', YAML), keys: [''] },
    excludes: { exclude: 'jekyll' }, noPages: ['vendor/{bundle,cache,gems,ruby}/**'],
    underscored: /^_posts$/, hasHtmlTemplates: true, hasPlainEmphasis: true, dialect: 'liquid',
    headings: { slugs: 'kramdown-gfm', dashes: /-{2,}/g, writtenIds: /^(?:$|\s\{#[^\s{}/]+\}$)/ },
    address: {
      ...HTML, folderPage: /^(?:index|readme)$/i, permalink: 'permalink', parts: JEKYLL_PAGE_PARTS, slug: 'none',
    },
    variants: [
      { setting: /^permalink:\s*["']?(?:pretty\b|[^\s"']*\/["']?\s*$)/m, address: { ending: '/' } },
      { setting: /^permalink:\s*["']?(?=\S*:)\S*(?<!:output_ext|\/)["']?\s*$/m, address: { ending: '' } },
      // jekyllrb.com/docs/configuration/options
      { setting: /^future:\s*true\b/m, publishes: 'all' },
      { setting: /\binput:\s*["']?kramdown\b/i, headings: { slugs: 'kramdown', source: 'written', dashes: null } },
    ],
  }),
  row('eleventy', 'Eleventy', {
    configs: ['.eleventy.js', ...scriptFiles('eleventy.config')], contentKey: 'dir.input', menu: BY_TITLE,
    // 11ty.dev/docs/ignores, github.com/11ty/eleventy (`EleventyFiles.js`): globs, of which none takes in again.
    ignoreFiles: { '.eleventyignore': 'glob', '.gitignore': 'glob' },
    // 11ty.dev/docs/data-template-dir
    folderData: /^[^.]+(?:\.11tydata\.(?:json|[cm]?js)|\.json)$/, hasHtmlTemplates: true, dialect: 'liquid',
    address: {
      ending: '/', folderEnding: '/', folderPage: /^index$/, isNamedLikeFolder: true, permalink: 'permalink',
      parts: ELEVENTY_PARTS, slug: 'none',
    },
    variants: [
      { setting: /\bsetUseGitIgnore\(\s*false/, ignoreFiles: { '.eleventyignore': 'glob' } },
      { setting: /^(?![^]*\bslugify\b)[^]*\bmarkdown-it-anchor\b/, headings: { slugs: 'markdown-it' } },
      { setting: /\bIdAttributePlugin\b|\bslugify:[^\n]{0,99}\(["']slugify/, headings: { slugs: 'eleventy' } },
    ],
  }),
  row('fumadocs', 'Fumadocs', {
    configs: scriptFiles('source.config'), proof: /fumadocs-mdx/,
    packages: ['fumadocs-core', 'fumadocs-ui', 'fumadocs-mdx'], showsDescription: true,
    content: ['content/docs', 'content'], route: 'docs', routeKey: 'source.baseUrl',
    // fumadocs.dev/docs/mdx/collections: the name that its templates give the pages.
    contentKey: 'docs.dir', excludes: { 'docs.files': 'wanted', 'docs.docs.files': 'wanted' },
    menu: { ...BY_FOLDER, ties: 'files', folderFile: /^meta\.json$/ },
    otherFolders: /^content\/blog\//, rewrites: [{ from: /^content\/(?=blog\/)/, to: '' }],
    headings: { writtenIds: /^\s*\[/ },
    address: { ...NO_SLASH, folderPage: /^index$/, group: GROUP, slug: 'none', hasLanguageSuffix: true },
  }),
  row('nextra', 'Nextra', {
    langKeys: ['i18n.defaultLocale'], configs: scriptFiles('next.config'), proof: /\bnextra\b/, packages: ['nextra'],
    // nextra.site/docs/file-conventions/content-directory
    routeKey: 'contentDirBasePath', content: ['content', 'pages', 'src/content', 'src/pages', 'app', 'src/app'],
    noPages: [DYNAMIC_ROUTE],
    // nextra.site/docs/file-conventions/page-file
    otherFolders: /^(?:src\/)?app\/(?:.+\/)?page\.mdx?$/, rewrites: [{ from: /^(?:src\/)?app\//, to: '' }],
    menu: {
      ...BY_FOLDER, files: ['app', 'src/app'].flatMap((app) => scriptFiles(`${app}/${GLOBAL_MENU}`)),
      folderFile: /^_meta\.(?:[jt]sx?|json)$/,
    },
    address: { ...NO_SLASH, folderPage: /^(?:index|page)$/, group: GROUP },
  }),
  row('nuxt-content', 'Nuxt Content', {
    configs: scriptFiles('content.config'), proof: /@nuxt\/content/, packages: ['@nuxt/content', 'docus'],
    content: ['content'],
    // github.com/nuxt/content, `isDraft` and `ignores` of version 2
    noPages: ['**/*.draft.md', '**/-*/**', '**/-*.md'],
    excludes: { collections: 'collections' }, menu: { ...BY_FOLDER, folderFile: /^\.navigation\.ya?ml$/ },
    headings: { slugs: 'nuxt' },
    address: { ...NO_SLASH, folderPage: /^(?:\d+\.)?index$/, order: /^\d+\./, spell: slug, slug: 'none' },
  }),
  row('mintlify', 'Mintlify', {
    langKeys: ['navigation.languages.0.language'], configs: ['docs.json', 'mint.json'],
    titleKey: 'name', showsDescription: true,
    // mintlify.com/docs/organize/hidden-pages, mintlify.com/docs/organize/mintignore
    menu: { keys: ['navigation'], others: 'unlisted', openedBy: /"indexing"\s*:\s*"all"/ },
    noPages: ['snippets/**', '**/{README,LICENSE,CHANGELOG,CONTRIBUTING}.md'],
    ignoreFiles: { '.mintignore': 'ignored' }, redirectsKey: 'redirects', proof: /mintlify|"navigation"\s*:/,
    address: { ...NO_SLASH, folderPage: /^index$/ },
  }),
  row('gitbook', 'GitBook', {
    // gitbook.com/docs/getting-started/git-sync/content-configuration
    configs: ['.gitbook.yaml', '.gitbook'], contentKey: 'root', redirectsKey: 'redirects', showsDescription: true,
    menu: BOOK_SUMMARY, headings: { slugs: 'gitbook', takesPlaces: true },
    address: { ...NO_SLASH, folderPage: /^README$/i, slug: 'none' },
  }),
  row('honkit', 'HonKit', {
    configs: ['book.json', 'book.js'], packages: ['honkit'], contentKey: 'root',
    // honkit.netlify.app/templating, honkit.netlify.app/languages
    dialect: 'liquid', noPages: ['LANGS.md', '**/SUMMARY.md'], menu: BOOK_SUMMARY, headings: { slugs: 'honkit' },
    address: { ...HTML, folderPage: /^README$/i, slug: 'none' },
  }),
  row('docsify', 'Docsify', {
    configs: ['index.html'], proof: /\bdocsify\b/, titleKey: 'name',
    menu: { summary: '_sidebar.md', fileKey: 'loadSidebar' },
    // docsify.js.org/#/configuration: menus and what is above the first page, whatever they are called.
    excludes: { loadSidebar: 'file', loadNavbar: 'file', coverpage: 'file' },
    dialect: 'docsify', hasHtmlTemplates: true, headings: { slugs: 'docsify', writtenIds: /^\s*:/ },
  }),
  row('rspress', 'Rspress', {
    // rspress.rs/guide/basic/conventional-route, rspress.rs/guide/basic/auto-nav-sidebar
    configs: scriptFiles('rspress.config'),
    content: ['docs'], contentKey: 'root', excludes: { 'route.exclude': 'glob' },
    menu: { ...BY_FOLDER, folderFile: /^_meta\.json$/ },
    headings: { writtenIds: /^\s*\\?\{/ },
    address: { ...HTML, folderPage: /^index$/, slug: 'none' },
    variants: [{ setting: /\bcleanUrls:\s*true/, address: { ending: '' } }],
  }),
  row('retype', 'Retype', {
    // retype.com/configuration/project, retype.com/configuration/page
    configs: files('retype', [...YAML, 'json']), contentKey: 'input', titleKey: 'branding.title', langKeys: ['locale'],
    excludes: { exclude: 'ignored' }, dialect: 'retype',
    address: { ending: '/', folderEnding: '/', folderPage: /^(?:index|readme)$/i, spell: slug, permalink: 'route' },
  }),
  row('quartz', 'Quartz', {
    // quartz.jzhao.xyz/configuration, quartz.jzhao.xyz/features/wikilinks
    configs: ['quartz.config.ts', 'quartz.config.yaml'], content: ['content'],
    titleKey: 'configuration.pageTitle', langKeys: ['configuration.locale'],
    excludes: { 'configuration.ignorePatterns': 'glob' },
    // github.com/jackyzha0/quartz (`util/glob.ts`)
    ignoreFiles: { '.gitignore': 'ignored' }, dialect: 'wiki',
    address: {
      ...NO_SLASH, folderEnding: '/', folderPage: /^index$/, permalink: 'permalink',
      // github.com/jackyzha0/quartz (`util/path.ts`)
      spell: (name) => name.replace(/\s/g, '-').replace(/&/g, '-and-').replace(/%/g, '-percent').replace(/[?#]/g, ''),
    },
    // quartz.jzhao.xyz/features/private-pages
    variants: [
      { setting: /^(?:(?!\/[/*]).)*\bExplicitPublish\(/m, publishes: 'stated' },
      {
        setting: /\/explicit-publish\b(?!["']?(?:\n[ \t]+(?!-)\S.*){0,3}?\n[ \t]+enabled:[ \t]*false)/,
        publishes: 'stated',
      },
    ],
  }),
  row('obsidian', 'Obsidian', { configs: ['.obsidian'], isEditor: true, dialect: 'wiki' }),
  row('github-wiki', 'GitHub wiki', {
    // docs.github.com/communities/documenting-your-project-with-wikis
    configs: ['_Sidebar.md', '_Footer.md'], isEditor: true, dialect: 'github-wiki', menu: { summary: '_Sidebar.md' },
    address: { ...NO_SLASH, folderPage: /^Home$/ },
  }),
]

/** All names. */
const SOURCE_GENERATORS: readonly SourceGenerator[] = [...PROFILES.map(({ name }) => name), 'plain']

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

/** The names of a configuration in JavaScript or TypeScript: `vite.config.mjs` and so on. */
export function scriptFiles(name: string, others: readonly string[] = []): string[] {
  return files(name, [...SCRIPTS, ...others])
}

/** One of these in a list, or the name of options. */
function mkdocsPlugin(names: string): RegExp {
  return new RegExp(`(?:^[ \\t]*(?:-[ \\t]*)?|[[,][ \\t]*)["']?(?:${names})["']?[ \\t]*(?:[:,\\]]|$)`, 'm')
}

/** A folder of its own, with `config.ts` or `config/index.ts` in it. */
function inFolder(name: string): string[] {
  return [...scriptFiles(`${name}/config`), ...scriptFiles(`${name}/config/index`), name]
}

function files(name: string, extensions: readonly string[]): string[] {
  return extensions.map((extension) => `${name}.${extension}`)
}
