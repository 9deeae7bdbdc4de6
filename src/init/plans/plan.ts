/**
 * What a plan to set up a site is made of: files to write, what is there
 * already, what is left to the owner, and what to type next.
 */
import { executeCommand, installCommand, runCommand } from '../package-manager.ts'
import type { PackageManager, RecognizedSite } from '../recognized-site.ts'

/** The package, as it is installed. */
export const PACKAGE = 'ask-service'

/** Folder of the content of a server that has none yet. */
export const DEFAULT_CONTENT = 'docs'

/** Where the service looks for the graph. */
const GRAPH_FILE = '.service/kg.json'

/** A file to write, relative to the site's folder. */
export interface Change {
  readonly path: string
  /** Its text, null where it isn't there yet. */
  readonly before: string | null
  readonly after: string
}

/** Lines that the owner adds. */
export interface HandEdit {
  /** What to do with them, and why it isn't done. */
  readonly task: string
  readonly lines: readonly string[]
}

/** A command to type. */
export interface Step {
  readonly command: string
  /** What it is for, empty where that is plain. */
  readonly remark: string
}

/** All that setting up a site takes. */
export interface Plan {
  readonly changes: readonly Change[]
  /** What is there already, or was left as it is, a sentence each. */
  readonly present: readonly string[]
  readonly handEdits: readonly HandEdit[]
  /** Whether what had to be written by this program can't be. */
  readonly isStuck: boolean
  readonly steps: readonly Step[]
  /** What to know beside, a sentence each. */
  readonly notes: readonly string[]
}

/** A plan in which nothing is written and nothing was found. */
export const EMPTY_PLAN = { changes: [], present: [], handEdits: [], isStuck: false } as const

/** What a plan is made from. */
export interface Surroundings {
  readonly site: RecognizedSite
  /** Text of a file of the site's folder, null where there is none. */
  readonly readText: (path: string) => Promise<string | null>
  readonly isFolder: (path: string) => Promise<boolean>
}

/** The install, where the package is no dependency yet. */
export function installSteps({ manifest, packageManager }: RecognizedSite): Step[] {
  return manifest?.dependencies.has(PACKAGE) ? [] : [{ command: installCommand(packageManager, PACKAGE), remark: '' }]
}

/** What runs a site while its owner works on it: the script for it, else a program of the framework. */
export function devCommand({ manifest, packageManager }: RecognizedSite, program: string): string {
  return manifest?.scripts.has('dev') ? runCommand(packageManager, 'dev') : executeCommand(packageManager, program)
}

/** Managers that run a program by its own name, of installed packages alone; others bring a package of that name. */
const RUNS_INSTALLED = new Set<PackageManager>(['pnpm', 'yarn'])

/** How the program is run: that of the project, or without a project one that npm brings. */
export function askCommand({ manifest, packageManager }: RecognizedSite, words: string): string {
  if (manifest === null) return `npx ${PACKAGE} ${words}`
  return executeCommand(packageManager, `${RUNS_INSTALLED.has(packageManager) ? 'ask' : PACKAGE} ${words}`)
}

/** The build of the graph, where there is none yet. */
export async function graphSteps({ site, readText }: Surroundings): Promise<Step[]> {
  if ((await readText(GRAPH_FILE)) !== null) return []
  const base = site.base === '/' ? '' : ` --base ${shellWord(site.base)}`
  const command = askCommand(site, `kg build ${shellWord(site.contentFolder ?? DEFAULT_CONTENT)}${base}`)
  return [{ command, remark: 'glossary, sections and overview for agents: commit the file' }]
}

/** That there is no content yet, where that is so; `reader` is what reads it. */
export function contentNotes({ contentFolder }: RecognizedSite, reader: string): string[] {
  const note = `There is no folder of Markdown yet: put yours into ${DEFAULT_CONTENT}, or name another in ${reader}.`
  return contentFolder === null ? [note] : []
}

/** How the dialog comes to the pages of a server. */
export function overlayNote({ base }: RecognizedSite): string {
  const endpoint = base === '/' ? '' : ` endpoint="${base}api/ask"`
  const tag = `<ask-overlay${endpoint}></ask-overlay>`
  return `For the dialog import '${PACKAGE}/overlay' in the browser, and put ${tag} into your pages.`
}

/** A folder or a path as a word of a command line. */
export function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
