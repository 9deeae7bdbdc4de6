/**
 * The table of site generators and frameworks: what is known of each, from the files and packages by which it is
 * recognized to the place for the dialog's tag in its sources. The order is that of recognition. A configuration file
 * counts more than a dependency, so that a site with a generator's configuration isn't taken for the server that its
 * package depends on.
 */
import { type Profile, profileNamed, type SourceGenerator } from '../../../core/content.ts'
import { ASTRO_CONFIG_FILES } from '../../astro/config/astro-config.ts'

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

/** A row of the table. */
export interface Generator {
  readonly name: GeneratorName
  /** Name for people, in the spelling of its makers. */
  readonly title: string
  readonly kind: GeneratorKind
  /** Package that identifies a site without a configuration file, null for none. */
  readonly dependency: string | null
  /** Places of its configuration and pages, the most usual first. */
  readonly layouts: readonly [Layout, ...Layout[]]
  /** True if its build is a program of an installed package. */
  readonly isNode: boolean
  /** Keys of the configuration for the base path and the two folders. */
  readonly keys: { readonly base?: string; readonly content?: string; readonly output?: string }
  /** Other forms of its sites; the first one that matches counts. */
  readonly variants: readonly Variant[]
  /** Place for the overlay's tag in the sources, for owners who put it there themselves; null for unknown. */
  readonly tagPlace: string | null
}

/** Places in a site. Paths are relative to the site. */
export interface Layout {
  /** Names of the configuration file; the first existing one counts. */
  readonly configs: readonly string[]
  /** What proves that such a file is the generator's, if other programs have one as well. */
  readonly proof: 'name' | 'base key' | 'dependency'
  /** Folder that paths of the configuration are relative to. */
  readonly root: string
  /** Default folder of sources, null for none. */
  readonly content: string | null
  /** Default folder of built pages, null when it builds no pages to serve. */
  readonly output: string | null
  /** Command that builds the pages, null for none. */
  readonly build: string | null
}

/** Another form of a generator's site. */
interface Variant {
  /** Package that makes it, as a dependency. */
  readonly dependency?: string
  /** Text in the configuration that shows it. */
  readonly mention?: string
  /** Key and value in the configuration that show it. */
  readonly setting?: readonly [key: string, value: string]
  /** What is different. */
  readonly site: {
    readonly generator?: GeneratorName
    readonly title?: string
    readonly kind?: GeneratorKind
    readonly contentFolder?: string
    readonly outputFolder?: string
  }
}

const SCRIPTS = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts']
const YAML = ['yml', 'yaml']
const DATA = ['toml', 'yaml', 'yml', 'json']
const STARLIGHT = '@astrojs/starlight'

/** All generators and frameworks that are recognized by a file or a package, in the order of recognition. */
export const GENERATORS: readonly Generator[] = [
  row('astro', 'Astro', 'astro', {
    dependency: 'astro',
    layouts: [layout({
      configs: ASTRO_CONFIG_FILES,
      content: 'src/content',
      output: 'dist',
      build: 'astro build',
    })],
    keys: { base: 'base', output: 'outDir' },
    variants: [{
      dependency: STARLIGHT,
      mention: STARLIGHT,
      site: { generator: 'starlight', title: 'Starlight', contentFolder: 'src/content/docs' },
    }],
  }),
  sourceRow('docusaurus', {
    layouts: [layout({
      ...placesOf('docusaurus'),
      output: 'build',
      build: 'docusaurus build',
    })],
    keys: { base: 'baseUrl' },
    tagPlace: 'src/theme/Root.js',
  }),
  sourceRow('vitepress', {
    layouts: [
      layout({
        configs: [...scripts('.vitepress/config'), ...scripts('.vitepress/config/index')],
        content: '.',
        output: '.vitepress/dist',
        build: 'vitepress build',
      }),
      layout({
        configs: [...scripts('docs/.vitepress/config'), ...scripts('docs/.vitepress/config/index')],
        root: 'docs',
        content: 'docs',
        output: 'docs/.vitepress/dist',
        build: 'vitepress build docs',
      }),
    ],
    keys: { base: 'base', content: 'srcDir', output: 'outDir' },
    tagPlace: 'the slot `layout-bottom` of a layout in .vitepress/theme',
  }),
  sourceRow('mkdocs', {
    layouts: [layout({ ...placesOf('mkdocs'), output: 'site', build: 'mkdocs build' })],
    isNode: false,
    keys: { base: 'site_url', content: 'docs_dir', output: 'site_dir' },
    tagPlace: 'the block `scripts` of overrides/main.html',
  }),
  sourceRow('hugo', {
    layouts: [
      hugoLayout([...files('hugo', DATA), ...files('config/_default/hugo', DATA)], 'name'),
      // The names before Hugo 0.110.
      hugoLayout([...files('config', DATA), ...files('config/_default/config', DATA)], 'base key'),
    ],
    isNode: false,
    keys: { base: 'baseURL', content: 'contentDir', output: 'publishDir' },
    tagPlace: 'layouts/_default/baseof.html, before </body>',
  }),
  sourceRow('eleventy', {
    dependency: '@11ty/eleventy',
    layouts: [layout({
      ...placesOf('eleventy'),
      output: '_site',
      build: 'eleventy',
    })],
    tagPlace: 'your base layout, before </body>',
  }),
  sourceRow('jekyll', {
    layouts: [layout({
      configs: files('_config', [...YAML, 'toml']),
      content: '.',
      output: '_site',
      build: 'jekyll build',
    })],
    isNode: false,
    keys: { base: 'baseurl', content: 'source', output: 'destination' },
    tagPlace: '_layouts/default.html, before </body>',
  }),
  sourceRow('mdbook', {
    layouts: [layout({ ...placesOf('mdbook'), output: 'book', build: 'mdbook build' })],
    isNode: false,
    keys: { base: 'output.html.site-url', content: 'book.src', output: 'build.build-dir' },
    tagPlace: 'theme/index.hbs, before </body>',
  }),
  sourceRow('sphinx', {
    // The two layouts of `sphinx-quickstart`, in `docs` or in the project's root.
    layouts: [
      sphinxLayout('docs', 'docs/_build/html'),
      sphinxLayout('docs/source', 'docs/build/html'),
      sphinxLayout('source', 'build/html'),
      sphinxLayout('.', '_build/html'),
    ],
    isNode: false,
    tagPlace: 'the block `footer` of _templates/layout.html',
  }),
  row('next', 'Next', 'framework', {
    dependency: 'next',
    layouts: [layout({ configs: scripts('next.config'), build: 'next build' })],
    keys: { base: 'basePath' },
    variants: [{ setting: ['output', 'export'], site: { kind: 'static', outputFolder: 'out' } }],
  }),
  row('sveltekit', 'SvelteKit', 'framework', {
    dependency: '@sveltejs/kit',
    layouts: [layout({ configs: ['svelte.config.js'], proof: 'dependency', build: 'vite build' })],
    keys: { base: 'kit.paths.base' },
    variants: [{ dependency: '@sveltejs/adapter-static', site: { kind: 'static', outputFolder: 'build' } }],
  }),
  row('nuxt', 'Nuxt', 'framework', {
    dependency: 'nuxt',
    layouts: [layout({ configs: scripts('nuxt.config'), build: 'nuxt build' })],
    keys: { base: 'app.baseURL' },
  }),
  row('worker', 'Cloudflare Workers', 'server', {
    dependency: 'wrangler',
    layouts: [layout({ configs: files('wrangler', ['jsonc', 'json', 'toml']) })],
  }),
  row('fastify', 'Fastify', 'server', { dependency: 'fastify' }),
  row('hono', 'Hono', 'server', { dependency: 'hono' }),
  row('express', 'Express', 'server', { dependency: 'express' }),
  row('connect', 'Connect', 'server', { dependency: 'connect' }),
]

/** The row of a name; throws `RangeError` for one that no row has. */
export function generatorNamed(name: GeneratorName): Generator {
  const generator = GENERATORS.find((one) => one.name === name)
  if (generator === undefined) throw new RangeError(`There is no row for ${name}`)
  return generator
}

/** A row with what is usual where nothing else is said. */
function row(name: GeneratorName, title: string, kind: GeneratorKind, rest: Partial<Generator>): Generator {
  const usual = { dependency: null, isNode: true, keys: {}, variants: [], tagPlace: null }
  return { name, title, kind, layouts: [layout({})], ...usual, ...rest }
}

/** A row of a generator whose sources are read by a profile: it has the name that the profile has. */
function sourceRow(name: GeneratorName & SourceGenerator, rest: Partial<Generator>): Generator {
  return row(name, profileOf(name).title, 'static', rest)
}

/** The configuration files and the usual folder of pages that a profile has. */
function placesOf(name: SourceGenerator): Pick<Layout, 'configs' | 'content'> {
  const { configs, content: [folder = '.'] } = profileOf(name)
  return { configs, content: folder }
}

function profileOf(name: SourceGenerator): Profile {
  const profile = profileNamed(name)
  if (profile === null) throw new RangeError(`There is no profile for ${name}`)
  return profile
}

/** A layout; one without pages where nothing else is said. */
function layout(given: Partial<Layout>): Layout {
  return { configs: [], proof: 'name', root: '.', content: null, output: null, build: null, ...given }
}

function hugoLayout(configs: readonly string[], proof: Layout['proof']): Layout {
  return layout({ configs, proof, content: 'content', output: 'public', build: 'hugo' })
}

function sphinxLayout(source: string, output: string): Layout {
  const config = source === '.' ? 'conf.py' : `${source}/conf.py`
  return layout({ configs: [config], output, build: `sphinx-build ${source} ${output}` })
}

/** `astro.config` -> `astro.config.mjs` and so on. */
function scripts(name: string): string[] {
  return files(name, SCRIPTS)
}

function files(name: string, extensions: readonly string[]): string[] {
  return extensions.map((extension) => `${name}.${extension}`)
}
