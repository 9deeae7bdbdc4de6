/**
 * The table of site generators and frameworks: what is known of each, from the files and packages by which it is
 * recognized to the command that builds its pages. The order is that of recognition. A configuration file counts more
 * than a dependency, so that a site with a generator's configuration isn't taken for the server that its package
 * depends on.
 */
import { type Profile, profileNamed, scriptFiles, type SourceGenerator } from '../../../core/content.ts'
import { ASTRO_CONFIG_FILES } from '../../astro/config/astro-config.ts'
import type { GeneratorKind, GeneratorName, RecognizedSite } from './plan.ts'

/** A configuration that is SvelteKit's only if its package is a dependency: Svelte has it, too. */
export const SVELTE_CONFIG = 'svelte.config.js'

/** A row of the table. Paths are relative to the folder of the configuration. */
export interface Generator {
  readonly name: GeneratorName
  /** Name for people, in the spelling of its makers. */
  readonly title: string
  readonly kind: GeneratorKind
  /** The rules by which its sources are read, and its configuration is found; null for a framework. */
  readonly profile: Profile | null
  /** Names of the configuration file, of which the first existing one counts, if there is no profile. */
  readonly configs: readonly string[]
  /** Package that identifies a site without a configuration file, null for none. */
  readonly dependency: string | null
  /** Folders in a site that may hold the configuration, each with its default folder of built pages, null for none. */
  readonly places: Readonly<Record<string, string | null>>
  /** Default folder of sources, null for a folder with a usual name. */
  readonly content: string | null
  /** Command that builds the pages, `ROOT` and `OUTPUT` for the folders; null for none. */
  readonly build: string | null
  /** True if its build is a program of an installed package. */
  readonly isNode: boolean
  /** Keys of the configuration for the base path and the two folders. */
  readonly keys: { readonly base?: string; readonly content?: string; readonly output?: string }
  /** Other forms of its sites; the first one that matches counts. */
  readonly variants: readonly Variant[]
}

interface Variant {
  /** Package that makes it: a dependency, or named in the configuration. */
  readonly dependency?: string
  /** Key and value in the configuration that show it. */
  readonly setting?: readonly [key: string, value: string]
  readonly site: Partial<Pick<RecognizedSite, 'generator' | 'title' | 'kind' | 'contentFolder' | 'outputFolder'>>
}

export const STARLIGHT = '@astrojs/starlight'

export const GENERATORS: readonly Generator[] = [
  row('astro', 'Astro', 'astro', {
    dependency: 'astro',
    configs: ASTRO_CONFIG_FILES,
    places: { '.': 'dist' },
    content: 'src/content',
    build: 'astro build',
    keys: { base: 'base', output: 'outDir' },
    variants: [{
      dependency: STARLIGHT,
      site: { generator: 'starlight', title: 'Starlight', contentFolder: 'src/content/docs' },
    }],
  }),
  sourceRow('docusaurus', 'build', 'docusaurus build', { keys: { base: 'baseUrl' } }),
  sourceRow('vitepress', '.vitepress/dist', 'vitepress build ROOT', {
    places: { '.': '.vitepress/dist', docs: '.vitepress/dist' },
    keys: { base: 'base', output: 'outDir' },
  }),
  sourceRow('vuepress', '.vuepress/dist', 'vuepress build ROOT', {
    places: { '.': '.vuepress/dist', docs: '.vuepress/dist' },
    keys: { base: 'base' },
  }),
  sourceRow('mkdocs', 'site', 'mkdocs build', { isNode: false, keys: { base: 'site_url', output: 'site_dir' } }),
  sourceRow('zola', 'public', 'zola build', { isNode: false, keys: { base: 'base_url', output: 'output_dir' } }),
  sourceRow('hugo', 'public', 'hugo', { isNode: false, keys: { base: 'baseURL', output: 'publishDir' } }),
  sourceRow('eleventy', '_site', 'eleventy', { dependency: '@11ty/eleventy' }),
  sourceRow('hexo', 'public', 'hexo generate', { dependency: 'hexo', keys: { base: 'root', output: 'public_dir' } }),
  sourceRow('jekyll', '_site', 'jekyll build', {
    isNode: false,
    keys: { base: 'baseurl', content: 'source', output: 'destination' },
  }),
  sourceRow('mdbook', 'book', 'mdbook build', {
    isNode: false,
    keys: { base: 'output.html.site-url', output: 'build.build-dir' },
  }),
  sourceRow('honkit', '_book', 'honkit build', { dependency: 'honkit', keys: { content: 'root' } }),
  sourceRow('sphinx', '_build/html', 'sphinx-build ROOT OUTPUT', {
    // The two layouts of `sphinx-quickstart`, in `docs` or in the project's root.
    places: { docs: '_build/html', 'docs/source': '../build/html', source: '../build/html', '.': '_build/html' },
    isNode: false,
  }),
  sourceRow('mystmd', '_build/html', 'myst build --html', { isNode: false }),
  sourceRow('rspress', 'doc_build', 'rspress build', { keys: { base: 'base', output: 'outDir' } }),
  sourceRow('retype', '.retype', 'retype build', { keys: { output: 'output' } }),
  sourceRow('quartz', 'public', 'quartz build'),
  // Only their built pages are read.
  row('gatsby', 'Gatsby', 'static', {
    configs: scriptFiles('gatsby-config'),
    places: { '.': 'public' },
    build: 'gatsby build',
  }),
  row('antora', 'Antora', 'static', {
    configs: ['antora-playbook.yml', 'antora-playbook.yaml'],
    places: { '.': 'build/site' },
    build: 'antora antora-playbook.yml',
  }),
  row('next', 'Next', 'framework', {
    dependency: 'next',
    configs: scriptFiles('next.config'),
    build: 'next build',
    keys: { base: 'basePath' },
    variants: [{ setting: ['output', 'export'], site: { kind: 'static', outputFolder: 'out' } }],
  }),
  row('sveltekit', 'SvelteKit', 'framework', {
    dependency: '@sveltejs/kit',
    configs: [SVELTE_CONFIG],
    build: 'vite build',
    keys: { base: 'kit.paths.base' },
    variants: [{ dependency: '@sveltejs/adapter-static', site: { kind: 'static', outputFolder: 'build' } }],
  }),
  row('nuxt', 'Nuxt', 'framework', {
    dependency: 'nuxt',
    configs: scriptFiles('nuxt.config'),
    build: 'nuxt build',
    keys: { base: 'app.baseURL' },
  }),
  row('worker', 'Cloudflare Workers', 'server', {
    dependency: 'wrangler',
    configs: ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'],
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

function row(name: GeneratorName, title: string, kind: GeneratorKind, rest: Partial<Generator>): Generator {
  return {
    name, title, kind, profile: null, configs: [], dependency: null, places: { '.': null }, content: null, build: null,
    isNode: true, keys: {}, variants: [], ...rest,
  }
}

/**
 * A row of a generator whose sources are read by a profile: it has the name and the folder that the profile has;
 * `output` is its folder of built pages beside the configuration.
 */
function sourceRow(name: SourceGenerator, output: string, build: string, rest: Partial<Generator> = {}): Generator {
  const profile = profileNamed(name)
  if (profile === null) throw new RangeError(`There is no profile for ${name}`)
  const { title, contentKey, content: [content = '.'] } = profile
  const keys = { ...(contentKey === '' ? {} : { content: contentKey }), ...rest.keys }
  return row(name, title, 'static', { profile, content, build, places: { '.': output }, ...rest, keys })
}
