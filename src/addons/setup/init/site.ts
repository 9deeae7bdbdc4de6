/**
 * The record of a site in a folder, and the commands that users of its package manager type. Its paths are relative to
 * that folder, with `/` between segments.
 */
import type { SiteSearch } from '../../static/site-search.ts'

/** A generator or framework; `markdown` and `html` are plain folders of pages. */
export type GeneratorName =
  | 'starlight' | 'astro' | 'vitepress' | 'vuepress' | 'docusaurus' | 'mkdocs' | 'hugo' | 'eleventy' | 'jekyll'
  | 'mdbook' | 'honkit' | 'sphinx'
  | 'next' | 'sveltekit' | 'nuxt'
  | 'worker' | 'fastify' | 'hono' | 'express' | 'connect'
  | 'markdown' | 'html'

/**
 * The way to add search to a site: `astro` by the integration, `static` by a service next to the built pages,
 * `framework` by a route file, `server` by a line in its own code, `folder` by serving the files themselves.
 */
export type GeneratorKind = 'astro' | 'static' | 'framework' | 'server' | 'folder'

/** A supported package manager. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The used fields of a package.json. */
export interface Manifest {
  /** Names of the dependencies of all kinds. */
  readonly dependencies: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, string>
  /** True if it has the settings of `ask`. */
  readonly hasSettings: boolean
  /** True if its `.js` files are ES modules. */
  readonly isModule: boolean
  /** Entry file of the package, null for none. */
  readonly main: string | null
  /** The field `packageManager` without its version. */
  readonly packageManager: PackageManager | null
}

/** The site in a folder. */
export interface RecognizedSite {
  /** Path as given by the user. */
  readonly folder: string
  readonly generator: GeneratorName
  readonly kind: GeneratorKind
  /** Name of the generator for people. */
  readonly title: string
  /** The reason for the recognition: a file, a dependency, pages. */
  readonly evidence: string
  readonly configFile: string | null
  /** Folder of the sources: from the configuration, else by convention. It may be missing; null for unknown. */
  readonly contentFolder: string | null
  /** Folder of the built pages, found in the same way; null when no pages are built. */
  readonly outputFolder: string | null
  /** Command that builds the pages, null when no pages are built. */
  readonly buildCommand: string | null
  /** Base path of all pages, starting and ending with `/`. */
  readonly base: string
  /** The search that its configuration gives it; null for none that is known. */
  readonly ownSearch: SiteSearch | null
  /** Null without a package.json. */
  readonly manifest: Manifest | null
  readonly packageManager: PackageManager
}

/** Scripts that build documentation; the first one builds nothing else. */
export const BUILD_SCRIPTS: readonly string[] = ['docs:build', 'build']

const COMMANDS = {
  npm: { install: 'npm install', run: 'npm run', execute: 'npx' },
  pnpm: { install: 'pnpm add', run: 'pnpm run', execute: 'pnpm exec' },
  yarn: { install: 'yarn add', run: 'yarn run', execute: 'yarn run' },
  bun: { install: 'bun add', run: 'bun run', execute: 'bunx' },
} as const satisfies Record<PackageManager, object>

/** The command that adds a package to a project, runs a script of its package.json, or an installed program. */
export function managerCommand(manager: PackageManager, does: 'install' | 'run' | 'execute', what: string): string {
  return `${COMMANDS[manager][does]} ${what}`
}
