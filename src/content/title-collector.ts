/**
 * The headings of a page -> its first h1, and the heading that can be its title
 * instead.
 */
import { foldSpace } from '../base/fold-space.ts'
import type { TitleCandidates } from './document.ts'

/** Takes the headings of one page in order. */
export interface TitleCollector {
  readonly heading: (heading: { readonly depth: number; readonly text: string }) => void
  readonly finish: () => Pick<TitleCandidates, 'nextHeading'> & { readonly h1: string | null }
}

/** A collector for one page. */
export function createTitleCollector(): TitleCollector {
  let h1: string | null = null
  let nextHeading: string | null = null

  function heading({ depth, text: source }: { readonly depth: number; readonly text: string }): void {
    const text = foldSpace(source)
    if (text === '') return
    if (depth === 1 && h1 === null) {
      h1 = text
      nextHeading = null
    } else if (text !== h1) nextHeading ??= text
  }

  return { heading, finish: () => ({ h1, nextHeading }) }
}
