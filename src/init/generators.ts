/**
 * The table of site generators and frameworks: the files and packages by which they are recognized, and their default
 * paths. The order is that of recognition. A configuration file counts more than a dependency, so that a site with a
 * generator's configuration isn't taken for the server that its package depends on.
 */

/** Extensions of a configuration that is a script, such as `astro.config.mjs`. */
const EXTENSIONS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']

/** A generator or framework; `markdown` and `html` are plain folders of pages. */
export type GeneratorName =
  | 'starlight' | 'astro' | 'vitepress' | 'docusaurus' | 'mkdocs' | 'hugo' | 'eleventy' | 'jekyll' | 'mdbook' | 'sphinx'
  | 'next' | 'sveltekit' | 'nuxt'
  | 'worker' | 'fastify' | 'hono' | 'express' | 'connect'
  | 'markdown' | 'html'

/**
 * The way to add search to a site: `astro` by the integration, `static` by a service next to the built pages,
 * `framework` by a route file, `server` by a line in its own code, `folder` by serving the files themselves.
 */
export type GeneratorKind = 'astro' | 'static' | 'framework' | 'server' | 'folder'

/** An entry of the table. */
export interface SiteGenerator {
  readonly name: GeneratorName
  /** Name for people, in the spelling of its makers. */
  readonly title: string
  readonly kind: GeneratorKind
  /** Configuration files relative to the site; the first existing one counts. */
  readonly configs: readonly string[]
  /** Set when other programs have such a file as well: the key that proves whose it is, null if no key does. */
  readonly provenBy?: string | null
  /** Package that identifies a site without a configuration file, null for none. */
  readonly dependency: string | null
  /** Folder that paths of the configuration are relative to, if not the site's folder. */
  readonly root?: string
  /** Default folder of sources relative to the site, null for none. */
  readonly content: string | null
  /** Default folder of built pages, null when it builds no pages to serve. */
  readonly output: string | null
  /** Command that builds the pages, null for none. */
  readonly build: string | null
  /** True if `build` is a program of an installed package. */
  readonly isNode: boolean
  /** Keys of the configuration for the base path and the two folders. */
  readonly keys: { readonly base?: string; readonly content?: string; readonly output?: string }
}

/** `astro.config` -> `astro.config.mjs` and so on. */
function scriptConfigs(name: string): string[] {
  return withExtensions(name, EXTENSIONS)
}

/** A name with each of the extensions. */
function withExtensions(name: string, extensions: readonly string[]): string[] {
  return extensions.map((extension) => `${name}.${extension}`)
}

const DATA_EXTENSIONS = ['toml', 'yaml', 'yml', 'json']
const VITEPRESS = {
  name: 'vitepress',
  title: 'VitePress',
  kind: 'static',
  dependency: null,
  isNode: true,
  keys: { base: 'base', content: 'srcDir', output: 'outDir' },
} as const
const HUGO = {
  name: 'hugo',
  title: 'Hugo',
  kind: 'static',
  dependency: null,
  content: 'content',
  output: 'public',
  build: 'hugo',
  isNode: false,
  keys: { base: 'baseURL', content: 'contentDir', output: 'publishDir' },
} as const
const SPHINX = {
  name: 'sphinx',
  title: 'Sphinx',
  kind: 'static',
  dependency: null,
  content: null,
  isNode: false,
  keys: {},
} as const
const SERVER = {
  kind: 'server',
  configs: [],
  content: null,
  output: null,
  build: null,
  isNode: true,
  keys: {},
} as const

/** Paths of the two layouts of `sphinx-quickstart`, in the project's root or in `docs`. */
function sphinxFolders(source: string, output: string): Pick<SiteGenerator, 'configs' | 'output' | 'build'> {
  return { configs: [`${source}/conf.py`.replace(/^\.\//, '')], output, build: `sphinx-build ${source} ${output}` }
}

/** All generators and frameworks that are recognized by a file or a package, in the order of recognition. */
export const GENERATORS: readonly SiteGenerator[] = [
  {
    name: 'astro',
    title: 'Astro',
    kind: 'astro',
    configs: scriptConfigs('astro.config'),
    dependency: 'astro',
    content: 'src/content',
    output: 'dist',
    build: 'astro build',
    isNode: true,
    keys: { base: 'base', output: 'outDir' },
  },
  {
    name: 'docusaurus',
    title: 'Docusaurus',
    kind: 'static',
    configs: scriptConfigs('docusaurus.config'),
    dependency: null,
    content: 'docs',
    output: 'build',
    build: 'docusaurus build',
    isNode: true,
    keys: { base: 'baseUrl' },
  },
  {
    ...VITEPRESS,
    configs: [...scriptConfigs('.vitepress/config'), ...scriptConfigs('.vitepress/config/index')],
    content: '.',
    output: '.vitepress/dist',
    build: 'vitepress build',
  },
  {
    ...VITEPRESS,
    configs: [...scriptConfigs('docs/.vitepress/config'), ...scriptConfigs('docs/.vitepress/config/index')],
    root: 'docs',
    content: 'docs',
    output: 'docs/.vitepress/dist',
    build: 'vitepress build docs',
  },
  {
    name: 'mkdocs',
    title: 'MkDocs',
    kind: 'static',
    configs: withExtensions('mkdocs', ['yml', 'yaml']),
    dependency: null,
    content: 'docs',
    output: 'site',
    build: 'mkdocs build',
    isNode: false,
    keys: { base: 'site_url', content: 'docs_dir', output: 'site_dir' },
  },
  {
    ...HUGO,
    configs: [...withExtensions('hugo', DATA_EXTENSIONS), ...withExtensions('config/_default/hugo', DATA_EXTENSIONS)],
  },
  {
    // The names before Hugo 0.110.
    ...HUGO,
    configs: [
      ...withExtensions('config', DATA_EXTENSIONS),
      ...withExtensions('config/_default/config', DATA_EXTENSIONS),
    ],
    provenBy: 'baseURL',
  },
  {
    name: 'eleventy',
    title: 'Eleventy',
    kind: 'static',
    configs: ['.eleventy.js', ...scriptConfigs('eleventy.config')],
    dependency: '@11ty/eleventy',
    content: '.',
    output: '_site',
    build: 'eleventy',
    isNode: true,
    keys: {},
  },
  {
    name: 'jekyll',
    title: 'Jekyll',
    kind: 'static',
    configs: withExtensions('_config', ['yml', 'yaml', 'toml']),
    dependency: null,
    content: '.',
    output: '_site',
    build: 'jekyll build',
    isNode: false,
    keys: { base: 'baseurl', content: 'source', output: 'destination' },
  },
  {
    name: 'mdbook',
    title: 'mdBook',
    kind: 'static',
    configs: ['book.toml'],
    dependency: null,
    content: 'src',
    output: 'book',
    build: 'mdbook build',
    isNode: false,
    keys: { base: 'output.html.site-url', content: 'book.src', output: 'build.build-dir' },
  },
  { ...SPHINX, ...sphinxFolders('docs', 'docs/_build/html') },
  { ...SPHINX, ...sphinxFolders('docs/source', 'docs/build/html') },
  { ...SPHINX, ...sphinxFolders('source', 'build/html') },
  { ...SPHINX, ...sphinxFolders('.', '_build/html') },
  {
    name: 'next',
    title: 'Next',
    kind: 'framework',
    configs: scriptConfigs('next.config'),
    dependency: 'next',
    content: null,
    output: null,
    build: 'next build',
    isNode: true,
    keys: { base: 'basePath' },
  },
  {
    name: 'sveltekit',
    title: 'SvelteKit',
    kind: 'framework',
    configs: ['svelte.config.js'],
    provenBy: null,
    dependency: '@sveltejs/kit',
    content: null,
    output: null,
    build: 'vite build',
    isNode: true,
    keys: { base: 'kit.paths.base' },
  },
  {
    name: 'nuxt',
    title: 'Nuxt',
    kind: 'framework',
    configs: scriptConfigs('nuxt.config'),
    dependency: 'nuxt',
    content: null,
    output: null,
    build: 'nuxt build',
    isNode: true,
    keys: { base: 'app.baseURL' },
  },
  {
    ...SERVER,
    name: 'worker',
    title: 'Cloudflare Workers',
    configs: withExtensions('wrangler', ['jsonc', 'json', 'toml']),
    dependency: 'wrangler',
  },
  { ...SERVER, name: 'fastify', title: 'Fastify', dependency: 'fastify' },
  { ...SERVER, name: 'hono', title: 'Hono', dependency: 'hono' },
  { ...SERVER, name: 'express', title: 'Express', dependency: 'express' },
  { ...SERVER, name: 'connect', title: 'Connect', dependency: 'connect' },
]
