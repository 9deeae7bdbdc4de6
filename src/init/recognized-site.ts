/**
 * What is known of the site in a folder. Its paths are relative to that folder,
 * with `/` between their segments.
 */
import type { GeneratorKind, GeneratorName } from './generators.ts'

/** What installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** What counts here of a package.json. */
export interface Manifest {
  /** Names of all dependencies, whatever their kind. */
  readonly dependencies: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, string>
  /** Whether its `.js` files are ES modules. */
  readonly isModule: boolean
  /** File that the package starts with, null where it names none. */
  readonly main: string | null
  /** As the `packageManager` field has it. */
  readonly packageManager: PackageManager | null
}

/** The site in a folder. */
export interface RecognizedSite {
  /** As it was named. */
  readonly folder: string
  readonly generator: GeneratorName
  readonly kind: GeneratorKind
  /** What makes the site, as its makers write it. */
  readonly title: string
  /** What it was known by: a file, a package, pages. */
  readonly evidence: string
  readonly configFile: string | null
  /** Where the sources are: as the configuration says in plain words, else by convention. It need not be there. */
  readonly contentFolder: string | null
  /** Where the built pages are, in the same way; null for what builds none. */
  readonly outputFolder: string | null
  /** Command that builds the pages, null for what builds none. */
  readonly buildCommand: string | null
  /** Path in front of all pages, starting and ending with `/`. */
  readonly base: string
  /** Null without a package.json. */
  readonly manifest: Manifest | null
  readonly packageManager: PackageManager
}
