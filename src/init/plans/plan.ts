/**
 * The record of a plan to add search to a site: files to write, parts that exist already, manual steps for the owner,
 * and commands to run next.
 */
import { executeCommand, installCommand, type PackageManager, runCommand } from '../package-manager.ts'
import type { RecognizedSite } from '../recognized-site.ts'

/** Name of this package. */
export const PACKAGE = 'ask-service'

/** Folder for the content of a server that has none yet. */
export const DEFAULT_CONTENT = 'docs'

/** File of a workspace, where pnpm adds a package to the root only if told so. */
const PNPM_WORKSPACE = 'pnpm-workspace.yaml'

/** Default path of the graph. */
const GRAPH_FILE = '.service/kg.json'

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

/** A command to run. */
export interface Step {
  readonly command: string
  /** Purpose of the command, empty when it is clear. */
  readonly comment: string
}

/** Everything that adds search to a site. */
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

/** A plan that writes nothing. */
export const EMPTY_PLAN = { changes: [], present: [], manualSteps: [], isBlocked: false } as const

/** The running copy of this package. */
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
  /** Text of a file in the site's folder, null for no file. */
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
  const file = `./${PACKAGE}-${copy.version}.tgz`
  // A compiled copy has no sources: its build would fail.
  const flags = copy.isCompiled ? '--ignore-scripts ' : ''
  const pack = `npm pack ${flags}--pack-destination . ${shellArgument(copy.folder)}`
  const command = `${pack} && ${installCommand(packageManager, file, isWorkspace)}`
  return [{ command, comment: 'commit the file: no registry has the package' }]
}

/** The command of the development server: the script `dev`, else a program of the framework. */
export function devCommand({ manifest, packageManager }: RecognizedSite, program: string): string {
  return manifest?.scripts.has('dev') ? runCommand(packageManager, 'dev') : executeCommand(packageManager, program)
}

/** Managers that run only programs of installed packages, by the program's name; others would fetch a package `ask`. */
const RUNS_INSTALLED = new Set<PackageManager>(['pnpm', 'yarn'])

/**
 * A command line of `ask` in the project. Without a package.json it is the global one: npx would fetch any package of
 * the name.
 */
export function askCommand({ manifest, packageManager }: RecognizedSite, args: string): string {
  if (manifest === null) return `ask ${args}`
  return executeCommand(packageManager, `${RUNS_INSTALLED.has(packageManager) ? 'ask' : PACKAGE} ${args}`)
}

/** The build of the graph, unless there is one already. */
export async function graphSteps({ site, readText }: PlanContext): Promise<Step[]> {
  if ((await readText(GRAPH_FILE)) !== null) return []
  const base = site.base === '/' ? '' : ` --base ${shellArgument(site.base)}`
  const command = askCommand(site, `kg build ${shellArgument(site.contentFolder ?? DEFAULT_CONTENT)}${base}`)
  return [{ command, comment: 'glossary, sections and overview for agents: commit the file' }]
}

/** A note for a site without a content folder; `place` is the file or command that names the folder. */
export function contentNotes({ contentFolder }: RecognizedSite, place: string): string[] {
  const remedy = `put your pages into ${DEFAULT_CONTENT}, or name another folder in ${place}`
  const note = `There is no folder of Markdown yet: ${remedy}.`
  return contentFolder === null ? [note] : []
}

/** A note about the dialog in the pages of a server. */
export function overlayNote({ base }: RecognizedSite): string {
  const endpoint = base === '/' ? '' : ` endpoint="${base}api/ask"`
  const tag = `<ask-overlay${endpoint}></ask-overlay>`
  return `For the dialog import '${PACKAGE}/overlay' in the browser, and put ${tag} into your pages.`
}

/** A path as an argument of a shell command, quoted if necessary. */
export function shellArgument(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
