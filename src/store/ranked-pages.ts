/** The candidates of a search -> what is ranked: by page, in the order of the site, with the intros of the pages. */
import { slugOrderKey } from '../content/address.ts'
import type { Chunk } from '../content/chunk.ts'
import type { QueryChunk } from '../search/build/query-index.ts'
import type { PlacedChunk } from './store.ts'
import type { QueryVocabulary } from './vocabulary-run.ts'

/** The chunks that are ranked, by page in the order of the site. */
export interface RankedPages {
  /** By number of the page. */
  readonly slugs: readonly string[]
  /** The same array until intros are added. */
  readonly cut: () => readonly QueryChunk[]
  readonly chunks: () => readonly Chunk[]
  readonly lacksIntro: (slug: string) => boolean
  readonly addIntros: (intros: readonly PlacedChunk[]) => void
  /** Takes pages as they are that have no intro. */
  readonly giveUpIntros: (slugs: readonly string[]) => void
}

/** One page with those of its chunks that are ranked, in order. */
interface RankedPage {
  readonly chunks: Chunk[]
  readonly cut: QueryChunk[]
  lacksIntro: boolean
}

/** The pages of some candidates. */
export function createRankedPages(
  { read }: Pick<QueryVocabulary, 'read'>,
  sections: readonly PlacedChunk[],
): RankedPages {
  const pages = new Map<string, RankedPage>()
  for (const section of sections.toSorted((a, b) => a.order - b.order)) {
    const { chunk } = section
    const page = pages.get(chunk.page) ?? newPage(chunk.page)
    page.chunks.push(chunk)
    page.cut.push(read(section))
    if (chunk.heading === null) page.lacksIntro = false
  }

  function newPage(slug: string): RankedPage {
    const page = { chunks: [], cut: [], lacksIntro: true }
    pages.set(slug, page)
    return page
  }

  const slugs = [...pages.keys()].sort((a, b) => (slugOrderKey(a) < slugOrderKey(b) ? -1 : 1))
  const ordered = slugs.flatMap((slug) => pages.get(slug) ?? [])
  let cut = ordered.flatMap((page) => page.cut)
  const lacksIntro = (slug: string) => pages.get(slug)?.lacksIntro === true
  return {
    slugs,
    cut: () => cut,
    chunks: () => ordered.flatMap(({ chunks }) => chunks),
    lacksIntro,
    addIntros(intros) {
      for (const intro of intros) {
        const page = pages.get(intro.chunk.page)
        if (page === undefined || !page.lacksIntro) continue
        page.chunks.unshift(intro.chunk)
        page.cut.unshift(read(intro))
        page.lacksIntro = false
      }
      if (intros.length > 0) cut = ordered.flatMap((page) => page.cut)
    },
    giveUpIntros(lacking) {
      for (const slug of lacking) {
        const page = pages.get(slug)
        if (page !== undefined) page.lacksIntro = false
      }
    },
  }
}
