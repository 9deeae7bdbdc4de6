/** The files of a site on disk -> its pages: all of them at first, later those that changed. */
import type { Warning } from '../../content/page.ts'
import type { Site } from '../../content/site/site.ts'

/** The files that make a site at one moment. */
export interface SiteListing {
  /** Key of each file that holds a page -> its path on disk. */
  readonly files: ReadonlyMap<string, string>
  /** The same of files that pages show or link, such as images. They are not read. */
  readonly assets: ReadonlyMap<string, string>
  /** Real paths of the folders in which files can be added, changed or removed. */
  readonly folders: ReadonlySet<string>
  /** Files and folders that are left out unread. */
  readonly warnings: readonly Warning[]
}

/** A site on disk that is read file by file. */
export interface SiteSource {
  /** Lists the files without reading them. Throws `AskError('file')` for a missing folder. */
  readonly list: () => Promise<SiteListing>
  /** Reads files of the last listing by their keys; a file that was read before is replaced. */
  readonly read: (keys: readonly string[]) => Promise<void>
  /** Forgets a file. */
  readonly remove: (key: string) => void
  /** The site of the files that were read. */
  readonly finish: () => Promise<Site>
  /** By the key of a page that was read: paths on disk of the files that it includes. Absent: no page does. */
  readonly includes?: () => ReadonlyMap<string, readonly string[]>
  /**
   * Lists the files that decide how all others are read, also of files that are missing: when one changes, comes or
   * goes, the site needs a new source. None for plain files.
   */
  readonly configFiles: () => Promise<readonly string[]>
}

/** Reads all of a site. */
export async function readSource(source: SiteSource): Promise<Site> {
  const { files } = await source.list()
  await source.read([...files.keys()])
  return source.finish()
}
