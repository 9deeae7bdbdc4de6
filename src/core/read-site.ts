/** Texts of files -> the site that they make, for hosts without a file system. */
import type { SourceFile } from './content/page.ts'
import { readSiteFiles, type Site } from './content/site/site.ts'
import { type ContentOptions, resolveContent } from './settings.ts'

/**
 * The site of these files, which `selectFiles` has chosen and ordered. Throws an `OptionError`.
 *
 * @example
 * const { pages } = readSite([{ path: 'guides/setup.md', text: '# Setup' }], { base: '/docs' })
 * pages[0].url // '/docs/guides/setup/'
 */
export function readSite(files: Iterable<SourceFile>, options: ContentOptions = {}): Site {
  return readSiteFiles(files, resolveContent(options, 'readSite()'))
}
