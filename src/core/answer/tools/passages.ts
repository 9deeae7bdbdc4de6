/**
 * The sections that a model was shown, by the numbers it cites them with: from 1, in the order in which they were
 * first shown.
 */
import type { SectionName } from './library.ts'

/** The sections shown in one answer. */
export type Passages = ReturnType<typeof createPassages>

/** A section with its address as the answer's links have it, and all that was shown of it. */
interface Passage {
  readonly section: SectionName
  readonly link: string
  readonly texts: string[]
}

/** Passages of an answer that has shown nothing. */
export function createPassages() {
  /** By number less one. */
  const shown: Passage[] = []
  /** In the order in which they were opened. */
  const opened = new Set<Passage>()
  const numberWhere = (isIt: (passage: Passage) => boolean) => shown.findIndex(isIt) + 1
  const allTexts = () => shown.flatMap(({ texts }) => texts)

  /** The number of a section, or the one it would get if it were shown next. */
  function numberOf({ id }: Pick<SectionName, 'id'>): number {
    return numberWhere(({ section }) => section.id === id) || shown.length + 1
  }

  function isOpened(section: SectionName): boolean {
    const passage = shown[numberOf(section) - 1]
    return passage !== undefined && opened.has(passage)
  }

  return {
    numberOf,
    isOpened,
    /** Records the text shown of a section; `isWhole` if that is more than a search hit. */
    recordShown(section: SectionName, text: string, isWhole: boolean): void {
      const passage = (shown[numberOf(section) - 1] ??= { section, link: linkTo(section.url), texts: [] })
      passage.texts.push(text)
      if (isWhole) opened.add(passage)
    },
    /** True if a section was opened, or shown with just this text. */
    wasShown(section: SectionName, text: () => string): boolean {
      return isOpened(section) || shown[numberOf(section) - 1]?.texts.includes(text()) === true
    },
    /** The number of the section with this id, or of one whose id begins so; null if none has it. */
    numberWithId: (id: string, isBeginning: boolean) => {
      return numberWhere(({ section }) => (isBeginning ? section.id.startsWith(id) : section.id === id)) || null
    },
    idOf: (number: number) => shown[number - 1]?.section.id ?? null,
    /** Address of a section as the answer's links have it; null for an unknown number. */
    linkOf: (number: number) => shown[number - 1]?.link ?? null,
    /** The number of the section with this address, in the form of the answer's links; null if none has it. */
    numberAt: (address: string) => numberWhere(({ link }) => link === address) || null,
    count: () => shown.length,
    /** Addresses of the opened sections as the answer's links have them, in the order in which they were opened. */
    openedUrls: () => [...opened].map(({ link }) => link),
    /** The sections as readers see them: opened ones first, otherwise by number. */
    sources: () => [...new Set([...opened, ...shown])].map(sourceOf),
    /** All that was shown of the section with a number, after its title; empty for an unknown number. */
    textOf(number: number): string {
      const passage = shown[number - 1]
      return passage === undefined ? '' : [passage.section.path, ...passage.texts].join('\n\n')
    },
    containsText: (text: string) => allTexts().some((each) => each.includes(text)),
    texts: allTexts,
  }
}

function sourceOf({ section: { title, heading, group, terms }, link }: Passage) {
  return {
    url: link, title, ...(heading !== null && { heading }), ...(group !== null && { group }),
    ...(terms.length > 0 && { terms }),
  }
}

/** The address with the characters that would end a Markdown link percent-encoded; its target stays the same. */
function linkTo(url: string): string {
  const hex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
  return url.replace(/[\u0000- "<>\\`|\u007f]/g, (char) => `%${hex(char)}`)
}
