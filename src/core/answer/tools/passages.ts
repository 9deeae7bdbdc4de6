/**
 * The sections that a model was shown, by the numbers it cites them with: from 1,
 * in the order in which they were first shown.
 */
import type { Source } from '../events/event.ts'
import type { SectionName } from './library.ts'

/** The sections shown in one answer. */
export type Passages = ReturnType<typeof createPassages>

/** Passages of an answer that has shown nothing. */
export function createPassages() {
  const sections: SectionName[] = []
  const opened = new Set<SectionName>()
  /** Texts of each section, by its number less one. */
  const texts: string[][] = []

  const sectionAt = (number: number) => sections[number - 1]
  const hasSection = (id: string) => sections.some((each) => each.id === id)

  /** The number of a section, or the one it would get if it were shown next. */
  function numberOf({ id }: SectionName): number {
    const at = sections.findIndex((each) => each.id === id)
    return (at === -1 ? sections.length : at) + 1
  }

  /** Records the text shown of a section; `isOpened` if that is more than a search hit. Returns its number. */
  function recordShown(section: SectionName, text: string, isOpened: boolean): number {
    const number = numberOf(section)
    const recorded = (sections[number - 1] ??= section)
    if (isOpened) opened.add(recorded)
    texts[number - 1] = [...(texts[number - 1] ?? []), text]
    return number
  }

  function isOpened(section: SectionName): boolean {
    const recorded = sectionAt(numberOf(section))
    return recorded !== undefined && opened.has(recorded)
  }

  return {
    numberOf,
    recordShown,
    isOpened,
    /** True if a section was opened, or shown with just this text. */
    wasShown(section: SectionName, text: () => string): boolean {
      return isOpened(section) || (hasSection(section.id) && texts[numberOf(section) - 1]?.includes(text()) === true)
    },
    /** True if a section was shown with this id, or one that begins so. */
    hasId(id: string, isBeginning: boolean): boolean {
      return hasSection(id) || (isBeginning && sections.some((each) => each.id.startsWith(id)))
    },
    idOf: (number: number) => sectionAt(number)?.id ?? null,
    /** Address of a section as the answer's links have it; null for an unknown number. */
    linkOf(number: number): string | null {
      const section = sectionAt(number)
      return section === undefined ? null : linkTo(section.url)
    },
    /** The number of the section with this address, in the form of the answer's links; null if none has it. */
    numberAt(address: string): number | null {
      const at = sections.findIndex(({ url }) => linkTo(url) === address)
      return at === -1 ? null : at + 1
    },
    count: () => sections.length,
    /** Addresses of the opened sections as the answer's links have them, in the order in which they were opened. */
    openedUrls: () => [...opened].map(({ url }) => linkTo(url)),
    /** The sections as readers see them: opened ones first, otherwise by number. */
    sources: () => [...new Set([...opened, ...sections])].map(sourceOf),
    /** All that was shown of the section with a number, after its title; empty for an unknown number. */
    textOf: (number: number) => [sectionAt(number)?.path ?? [], texts[number - 1] ?? []].flat().join('\n\n'),
    containsText: (text: string) => texts.some((shown) => shown.some((each) => each.includes(text))),
    texts: () => texts.flat(),
  }
}

function sourceOf({ url, title, heading, group, terms }: SectionName): Source {
  return {
    url: linkTo(url),
    title,
    ...(heading === null ? {} : { heading }),
    ...(group === null ? {} : { group }),
    ...(terms.length === 0 ? {} : { terms }),
  }
}

/** The address with the characters that would end a Markdown link percent-encoded; its target stays the same. */
function linkTo(url: string): string {
  const hex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
  return url.replace(/[\u0000- "<>\\`|\u007f]/g, (char) => `%${hex(char)}`)
}
