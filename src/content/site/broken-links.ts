/**
 * The links of a site's pages, with what they open -> warnings about the broken ones. Where many links of a kind lead
 * nowhere, the site has addresses or anchors of its own making, and none of that kind is called broken. The same holds for
 * a folder in which many pages are missing.
 */
import type { Warning } from '../page.ts'
import { type LinkKind, type LinkTargets, type ResolvedLink, folderOf } from './link-targets.ts'

/** Broken links of one page that are told; a page with more has one fault many times. */
const MAX_WARNINGS = 20
/** Links of one kind that are called broken, as a part of all links of the kind. */
const MAX_BROKEN_SHARE = 0.1
/** Addresses without a page in one folder, from which on its pages may come from elsewhere. */
const MIN_MISSING_PAGES = 3

/** The broken links of a site. */
export interface BrokenLinks {
  /** Counts a link. */
  readonly add: (link: ResolvedLink & { readonly kind: LinkKind }, at: LinkPosition) => void
  readonly warnings: () => readonly Warning[]
}

/** A link in the source. */
interface LinkPosition extends Pick<Warning, 'path' | 'line'> {
  readonly href: string
}

/** A list without links. */
export function createBrokenLinks({ pagesIn }: Pick<LinkTargets, 'pagesIn'>): BrokenLinks {
  const counts = { file: 0, address: 0, fragment: 0 }
  const broken: { readonly kind: LinkKind; readonly folder: string | null; readonly warning: Warning }[] = []
  /** Addresses without a page, by folder. */
  const missing = new Map<string, Set<string>>()

  function add(
    { kind, problem, missingPage }: ResolvedLink & { readonly kind: LinkKind },
    { href, path, line }: LinkPosition,
  ): void {
    counts[kind] += 1
    // The page of a fragment was found.
    if (kind === 'fragment') counts.address += 1
    if (problem === null) return
    const folder = missingPage === null ? null : folderOf(missingPage)
    if (missingPage !== null && folder !== null) {
      missing.set(folder, (missing.get(folder) ?? new Set()).add(missingPage))
    }
    const message = `The link to ${href} is broken: ${problem}`
    broken.push({ kind, folder, warning: { type: 'link', path, line, message } })
  }

  function isFromElsewhere(folder: string): boolean {
    const pages = missing.get(folder)?.size ?? 0
    return pages >= MIN_MISSING_PAGES && pages > MAX_BROKEN_SHARE * (pages + pagesIn(folder))
  }

  function warnings(): readonly Warning[] {
    const isTold = (kind: LinkKind) => {
      return kind === 'file' || broken.filter((link) => link.kind === kind).length <= MAX_BROKEN_SHARE * counts[kind]
    }
    const told = new Set((['file', 'address', 'fragment'] as const).filter(isTold))
    const silent = new Set([...missing.keys()].filter(isFromElsewhere))
    const ofPage = new Map<string, number>()
    return broken.flatMap(({ kind, folder, warning }) => {
      if (!told.has(kind) || (folder !== null && silent.has(folder))) return []
      const count = (ofPage.get(warning.path) ?? 0) + 1
      ofPage.set(warning.path, count)
      return count <= MAX_WARNINGS ? warning : []
    })
  }

  return { add, warnings }
}
