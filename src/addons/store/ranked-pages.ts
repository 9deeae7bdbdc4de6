/** The candidates of a search -> the sections that are ranked: by page, in the order of the site, with their intros. */
import { slugOrderKey } from '../../core/content.ts'
import { type ForwardEntry, isPageTitle, type QueryChunk } from '../../core/search.ts'
import type { PlacedEntry } from './store.ts'
import type { QueryVocabulary } from './vocabulary-run.ts'

/** The sections that are ranked, by page in the order of the site. */
export interface RankedPages {
  /** Slug of each page, by its number. */
  readonly slugs: readonly string[]
  /** All sections; the same array until intros are added. */
  readonly chunks: () => readonly QueryChunk[]
  readonly lacksIntro: (slug: string) => boolean
  readonly addIntros: (intros: readonly PlacedEntry[]) => void
  /** Accepts that these pages have no intro. */
  readonly giveUpIntros: (slugs: readonly string[]) => void
}

/** One page with its ranked sections, in order. */
interface RankedPage {
  readonly chunks: QueryChunk[]
  lacksIntro: boolean
}

/** The pages of some candidates. */
export function createRankedPages(
  { read }: Pick<QueryVocabulary, 'read'>,
  sections: readonly PlacedEntry[],
): RankedPages {
  const pages = new Map<string, RankedPage>()
  for (const { entry } of sections.toSorted((a, b) => a.order - b.order)) {
    const page = pages.get(entry.page) ?? newPage(entry.page)
    page.chunks.push(read(entry))
    if (isIntro(entry)) page.lacksIntro = false
  }

  function newPage(slug: string): RankedPage {
    const page = { chunks: [], lacksIntro: true }
    pages.set(slug, page)
    return page
  }

  const slugs = [...pages.keys()].sort((a, b) => (slugOrderKey(a) < slugOrderKey(b) ? -1 : 1))
  const ordered = slugs.flatMap((slug) => pages.get(slug) ?? [])
  let chunks = ordered.flatMap((page) => page.chunks)
  return {
    slugs,
    chunks: () => chunks,
    lacksIntro: (slug) => pages.get(slug)?.lacksIntro === true,
    addIntros(intros) {
      for (const { entry } of intros) {
        const page = pages.get(entry.page)
        if (page === undefined || !page.lacksIntro) continue
        page.chunks.unshift(read(entry))
        page.lacksIntro = false
      }
      if (intros.length > 0) chunks = ordered.flatMap((page) => page.chunks)
    },
    giveUpIntros(lacking) {
      for (const slug of lacking) {
        const page = pages.get(slug)
        if (page !== undefined) page.lacksIntro = false
      }
    },
  }
}

function isIntro({ title }: ForwardEntry): boolean {
  return isPageTitle(title.spelling)
}
