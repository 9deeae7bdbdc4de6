/** The record of a site in a folder. Its paths are relative to that folder, with `/` between segments. */
import type { GeneratorKind, GeneratorName } from './generators.ts'
import type { PackageManager } from './package-manager.ts'

/** The used fields of a package.json. */
export interface Manifest {
  /** Names of the dependencies of all kinds. */
  readonly dependencies: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, string>
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
  /** Further folders of sources: other instances and versions of the docs. */
  readonly moreContent: readonly string[]
  /** Folder of the built pages, found in the same way; null when no pages are built. */
  readonly outputFolder: string | null
  /** Command that builds the pages, null when no pages are built. */
  readonly buildCommand: string | null
  /** Base path of all pages, starting and ending with `/`. */
  readonly base: string
  /** Null without a package.json. */
  readonly manifest: Manifest | null
  readonly packageManager: PackageManager
}
