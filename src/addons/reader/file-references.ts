/** The pages of a site -> the files that they show or link, by the paths of their addresses. */
import { type Page, parseElements } from '../../core/content.ts'
import { pathKey } from './middleware.ts'

/**
 * Keys of the paths (see `PageRequest`) that links and images of these pages open, also of those that are not files.
 */
export function findFileReferences(pages: readonly Page[], origin: string | null): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { structure } of pages.flatMap(({ sections }) => sections)) {
    for (const { element } of parseElements(structure)) {
      const address = element.type === 'image' ? element.src : element.type === 'link' ? element.href : null
      const key = address === null ? null : fileKey(address, origin)
      if (key !== null) keys.add(key)
    }
  }
  return keys
}

/** Key of the path of a root-relative address, null for any other address. */
export function fileKey(address: string, origin: string | null): string | null {
  const local = origin !== null && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return /^\/(?![/\\])/.test(local) ? pathKey(local.replace(/[?#][^]*$/, '')) : null
}

/** Origin of the links of a site whose base names a host, null for root-relative links. */
export function originOf(pages: readonly Pick<Page, 'url'>[]): string | null {
  const [first] = pages
  return first === undefined || first.url.startsWith('/') ? null : new URL(first.url).origin
}
