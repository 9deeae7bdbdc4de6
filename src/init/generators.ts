/**
 * What makes a site -> how it is known in a folder, and where it keeps things
 * when its configuration doesn't say otherwise. The order is that of
 * recognition: a folder with a generator's configuration is that generator's,
 * whatever server its package depends on.
 */

/** Where a script's configuration may lie: `astro.config` with any of these endings. */
const ENDINGS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']

/** What makes a site; `markdown` and `html` are folders of nothing but pages. */
export type GeneratorName =
  | 'starlight' | 'astro' | 'vitepress' | 'docusaurus' | 'mkdocs' | 'hugo' | 'eleventy' | 'jekyll' | 'mdbook' | 'sphinx'
  | 'next' | 'sveltekit' | 'nuxt'
  | 'worker' | 'fastify' | 'hono' | 'express' | 'connect'
  | 'markdown' | 'html'

/**
 * How search comes to such a site: `astro` by the integration, `static` by a
 * service beside the built pages, `framework` by a route file, `server` by a
 * line in its own code, `folder` by serving the files themselves.
 */
export type GeneratorKind = 'astro' | 'static' | 'framework' | 'server' | 'folder'

/** A generator or framework. */
export interface Generator {
  readonly name: GeneratorName
  /** As its makers write it. */
  readonly title: string
  readonly kind: GeneratorKind
  /** Configuration files, relative to the site. The first that is there counts. */
  readonly configs: readonly string[]
  /** Where sites of another kind have such a file too, so that it alone tells nothing. */
  readonly isSharedConfig?: true
  /** Package that tells it, where a site may be without a configuration file. */
  readonly dependency: string | null
  /** Folder that its configuration's paths are relative to, where that isn't the site's. */
  readonly root?: string
  /** Folder of its sources by default, relative to the site, null where it has none. */
  readonly content: string | null
  /** Folder of what it builds by default, null for one that builds no pages to serve. */
  readonly output: string | null
  /** What builds its pages; with `isNode`, a program of an installed package. */
  readonly build: string | null
  readonly isNode: boolean
  /** What its configuration calls the path in front of all pages, and its folders. */
  readonly keys: { readonly base?: string; readonly content?: string; readonly output?: string }
}

/** `astro.config` -> `astro.config.mjs` and so on. */
function scripts(name: string): string[] {
  return files(name, ENDINGS)
}

/** Configuration files by their endings. */
function files(name: string, endings: readonly string[]): string[] {
  return endings.map((ending) => `${name}.${ending}`)
}

const DATA = ['toml', 'yaml', 'yml', 'json']
const VITEPRESS = {
  name: 'vitepress',
  title: 'VitePress',
  kind: 'static',
  dependency: null,
  isNode: true,
  keys: { base: 'base', content: 'srcDir', output: 'outDir' },
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

/** The two layouts that `sphinx-quickstart` makes, each at the top of the project or in `docs`. */
function sphinxFolders(source: string, output: string): Pick<Generator, 'configs' | 'output' | 'build'> {
  return { configs: [`${source}/conf.py`.replace(/^\.\//, '')], output, build: `sphinx-build ${source} ${output}` }
}

/** All that is recognised by a file or a package, in the order in which they count. */
export const GENERATORS: readonly Generator[] = [
  {
    name: 'astro',
    title: 'Astro',
    kind: 'astro',
    configs: scripts('astro.config'),
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
    configs: scripts('docusaurus.config'),
    dependency: null,
    content: 'docs',
    output: 'build',
    build: 'docusaurus build',
    isNode: true,
    keys: { base: 'baseUrl' },
  },
  {
    ...VITEPRESS,
    configs: scripts('.vitepress/config'),
    content: '.',
    output: '.vitepress/dist',
    build: 'vitepress build',
  },
  {
    ...VITEPRESS,
    configs: scripts('docs/.vitepress/config'),
    root: 'docs',
    content: 'docs',
    output: 'docs/.vitepress/dist',
    build: 'vitepress build docs',
  },
  {
    name: 'mkdocs',
    title: 'MkDocs',
    kind: 'static',
    configs: files('mkdocs', ['yml', 'yaml']),
    dependency: null,
    content: 'docs',
    output: 'site',
    build: 'mkdocs build',
    isNode: false,
    keys: { base: 'site_url', content: 'docs_dir', output: 'site_dir' },
  },
  {
    name: 'hugo',
    title: 'Hugo',
    kind: 'static',
    configs: [...files('hugo', DATA), ...files('config/_default/hugo', DATA)],
    dependency: null,
    content: 'content',
    output: 'public',
    build: 'hugo',
    isNode: false,
    keys: { base: 'baseURL', content: 'contentDir', output: 'publishDir' },
  },
  {
    name: 'eleventy',
    title: 'Eleventy',
    kind: 'static',
    configs: ['.eleventy.js', ...scripts('eleventy.config')],
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
    configs: files('_config', ['yml', 'yaml', 'toml']),
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
    configs: scripts('next.config'),
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
    isSharedConfig: true,
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
    configs: scripts('nuxt.config'),
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
    configs: files('wrangler', ['jsonc', 'json', 'toml']),
    dependency: 'wrangler',
  },
  { ...SERVER, name: 'fastify', title: 'Fastify', dependency: 'fastify' },
  { ...SERVER, name: 'hono', title: 'Hono', dependency: 'hono' },
  { ...SERVER, name: 'express', title: 'Express', dependency: 'express' },
  { ...SERVER, name: 'connect', title: 'Connect', dependency: 'connect' },
]
