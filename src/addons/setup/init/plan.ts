/**
 * The record of a site in a folder, whose paths are relative to that folder, with `/` between segments. The record of a
 * plan to add search to it: files to write, parts that exist already, manual steps for the owner, and commands to run
 * next. Parts that plans share: installation, commands, settings.
 */
import { shellArgument } from '../../../core/base.ts'
import type { SourceGenerator } from '../../../core/content.ts'
import type { SiteSearch } from '../../static/site-search.ts'

/** A generator or framework; `markdown` and `html` are plain folders of pages. */
export type GeneratorName =
  | SourceGenerator | 'starlight' | 'astro' | 'next' | 'sveltekit' | 'nuxt' | 'gatsby' | 'antora'
  | 'worker' | 'fastify' | 'hono' | 'express' | 'connect' | 'markdown' | 'html'

/**
 * The way to add search to a site: `astro` by the integration, `static` by a service next to the built pages,
 * `framework` by a route file, `server` by a line in its own code, `folder` by serving the files themselves.
 */
export type GeneratorKind = 'astro' | 'static' | 'framework' | 'server' | 'folder'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The used fields of a package.json. */
export interface Manifest {
  readonly dependencies: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, string>
  readonly hasSettings: boolean
  readonly isModule: boolean
  readonly main: string | null
  /** The field `packageManager` without its version. */
  readonly packageManager: PackageManager | null
}

export interface RecognizedSite {
  /** Path as given by the user. */
  readonly folder: string
  readonly generator: GeneratorName
  readonly kind: GeneratorKind
  readonly title: string
  /** The reason for the recognition: a file, a dependency, pages. */
  readonly evidence: string
  readonly configFile: string | null
  /** Folder of the sources: from the configuration, else by convention. It may be missing; null for unknown. */
  readonly contentFolder: string | null
  /** Folder of the built pages, found in the same way; null when no pages are built. */
  readonly outputFolder: string | null
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

export const PACKAGE = 'ask-service'

/** Folder for the content of a server that has none yet. */
export const DEFAULT_CONTENT = 'docs'

/** File of a workspace, where pnpm adds a package to the root only if told so. */
const PNPM_WORKSPACE = 'pnpm-workspace.yaml'

const SETTINGS_FILE = 'ask.json'
/** A path that settings may not have: absolute, or out of the project. */
const OUTSIDE = /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/

/** A file to write, relative to the site's folder. */
export interface Change {
  readonly path: string
  /** Current text, null for a new file. */
  readonly before: string | null
  readonly after: string
}

/** Lines that the owner adds by hand. */
export interface ManualStep {
  /** Place for the lines, and the reason why this program doesn't write them. */
  readonly instruction: string
  readonly lines: readonly string[]
}

export interface Step {
  readonly command: string
  /** Purpose of the command, empty when it is clear. */
  readonly comment: string
}

export interface Plan {
  readonly changes: readonly Change[]
  /** Parts that exist already or stay unchanged, one sentence each. */
  readonly present: readonly string[]
  readonly manualSteps: readonly ManualStep[]
  /** True if this program can't write a necessary part. */
  readonly isBlocked: boolean
  readonly steps: readonly Step[]
  /** Further advice, one sentence each. */
  readonly notes: readonly string[]
}

export const EMPTY_PLAN = { changes: [], present: [], manualSteps: [], isBlocked: false } as const

export interface PackageCopy {
  /** Absolute path. */
  readonly folder: string
  readonly version: string
  /** False for a checkout that runs its sources. */
  readonly isCompiled: boolean
}

/** The input of a plan: the site, access to its files, and the copy of this package to install. */
export interface PlanContext {
  readonly site: RecognizedSite
  readonly copy: PackageCopy
  readonly readText: (path: string) => Promise<string | null>
  readonly isFolder: (path: string) => Promise<boolean>
}

/**
 * The installation of the running copy, as a packed file in the project, unless the package is a dependency already.
 */
export async function installSteps({ site, readText, copy }: PlanContext): Promise<Step[]> {
  const { manifest, packageManager } = site
  if (manifest?.dependencies.has(PACKAGE)) return []
  const isWorkspace = (await readText(PNPM_WORKSPACE))?.includes('packages:') === true
  const file = `${isWorkspace && packageManager === 'pnpm' ? '-w ' : ''}./${PACKAGE}-${copy.version}.tgz`
  // A compiled copy has no sources: its build would fail.
  const flags = copy.isCompiled ? '--ignore-scripts ' : ''
  const pack = `npm pack ${flags}--pack-destination . ${shellArgument(copy.folder)}`
  const command = `${pack} && ${managerCommand(packageManager, 'install', file)}`
  return [{ command, comment: 'commit the file: no registry has the package' }]
}

/** The command of the development server: the script `dev`, else a program of the framework. */
export function devCommand({ manifest, packageManager }: RecognizedSite, program: string): string {
  const isScript = manifest?.scripts.has('dev') === true
  return isScript ? managerCommand(packageManager, 'run', 'dev') : managerCommand(packageManager, 'execute', program)
}

/** Managers that run only programs of installed packages, by the program's name; others would fetch a package `ask`. */
const RUNS_INSTALLED = new Set<PackageManager>(['pnpm', 'yarn'])

/**
 * A command line of `ask` in the project. Without a package.json it names the copy that runs: npx would fetch any
 * package of the name, and nothing says that a shell finds `ask`.
 */
export function askCommand({ site, copy }: Pick<PlanContext, 'site' | 'copy'>, args: string): string {
  const { manifest, packageManager } = site
  if (manifest === null) return `node ${shellArgument(`${copy.folder}/bin/ask.js`)} ${args}`
  return managerCommand(packageManager, 'execute', `${RUNS_INSTALLED.has(packageManager) ? 'ask' : PACKAGE} ${args}`)
}

/**
 * The new file of settings that every command reads, so that folder and base are given once; null if the project has
 * settings, or if its own configuration says it all, as that of Astro does.
 */
export async function settingsChange(
  { site, readText }: Pick<PlanContext, 'site' | 'readText'>,
): Promise<Change | null> {
  const { kind, manifest, contentFolder, outputFolder, base } = site
  if (kind === 'astro' || manifest?.hasSettings === true || (await readText(SETTINGS_FILE)) !== null) return null
  // The built pages, which have the site's addresses, else the sources.
  const content = kind === 'static' || kind === 'folder' ? (outputFolder ?? contentFolder) : contentFolder
  const settings = {
    ...(content !== null && !OUTSIDE.test(content) && { content }),
    ...(base !== '/' && { base }),
  }
  if (Object.keys(settings).length === 0) return null
  const schema = manifest === null ? {} : { $schema: `./node_modules/${PACKAGE}/ask.schema.json` }
  return { path: SETTINGS_FILE, before: null, after: `${JSON.stringify({ ...schema, ...settings }, null, 2)}\n` }
}
