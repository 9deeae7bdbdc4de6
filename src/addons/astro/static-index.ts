/** The built pages of an Astro site without a server -> its search as files beside them. */
import { fileURLToPath } from 'node:url'
import { type AstroSite, chunkPages, createPatternTest } from '../../core/content.ts'
import { readFolder } from '../../core/node.ts'
import { readBrowserModules } from '../static/node/browser-modules.ts'
import { type StaticSearchReport, writeStaticSearch } from '../static/node/static-search.ts'

/** Folder of the files in the built site, also in addresses. */
export const INDEX_FOLDER = '_ask/'

/** The built site. */
export interface BuiltSite {
  /** Folder of the pages. */
  readonly dir: URL
  /** Addresses of the pages to search. */
  readonly site: AstroSite
  readonly trailingSlash: boolean
  readonly siteTitle: string | undefined
}

/** The files that were written. */
export interface WrittenIndex extends Pick<StaticSearchReport, 'files' | 'bytes' | 'needsNoJekyll'> {
  /** Number of pages. */
  readonly pages: number
}

/** Writes the files. Throws `AskError('file')` if that is not possible. */
export async function writeIndexOf({ dir, site, trailingSlash, siteTitle }: BuiltSite): Promise<WrittenIndex> {
  const { base, locales, lang, collections } = site
  const languages = { locales, ...(lang !== null && { defaultLang: lang }) }
  const read = await readFolder(fileURLToPath(dir), { base, trailingSlash, siteTitle, ...languages })
  const isSearched = createPatternTest(Object.values(collections))
  const pages = read.pages.filter(({ url }) => isSearched(`/${url.slice(base.length)}`))
  const { files, bytes, needsNoJekyll } = await writeStaticSearch(chunkPages(pages), await readBrowserModules(), {
    out: fileURLToPath(new URL(INDEX_FOLDER, dir)),
  })
  return { pages: pages.length, files, bytes, needsNoJekyll }
}
