/**
 * The sections that a model was shown, by the numbers it cites them with: from 1,
 * in the order in which they were first shown.
 */
import type { Source } from '../events/event.ts'
import type { SectionName } from './library.ts'

/** The sections shown in one answer. */
export interface Passages {
  /** The number of a section, or the one it would get if it were shown next. */
  readonly numberOf: (section: SectionName) => number
  /** Records the text shown of a section; `isOpened` if that is more than a search hit. Returns its number. */
  readonly recordShown: (section: SectionName, text: string, isOpened: boolean) => number
  readonly isOpened: (section: SectionName) => boolean
  /** True if a section was opened, or shown with just this text. */
  readonly wasShown: (section: SectionName, text: () => string) => boolean
  /** True if a section was shown with this id, or one that begins so. */
  readonly hasId: (id: string, isBeginning: boolean) => boolean
  /** Id of the section with a number, null for an unknown number. */
  readonly idOf: (number: number) => string | null
  /** Address of a section as the answer's links have it; null for an unknown number. */
  readonly linkOf: (number: number) => string | null
  /** The number of the section with this address, in the form of the answer's links; null if none has it. */
  readonly numberAt: (address: string) => number | null
  readonly count: () => number
  /** Addresses of the opened sections as the answer's links have them, in the order in which they were opened. */
  readonly openedUrls: () => readonly string[]
  /** The sections as readers see them: opened ones first, otherwise by number. */
  readonly sources: () => readonly Source[]
  /** All that was shown of the section with a number, after its title; empty for an unknown number. */
  readonly textOf: (number: number) => string
  /** True if a string occurs in a shown text. */
  readonly containsText: (text: string) => boolean
  /** All shown texts. */
  readonly texts: () => readonly string[]
}

/** Passages of an answer that has shown nothing. */
export function createPassages(): Passages {
  /** In the order of their numbers. */
  const sections: SectionName[] = []
  const numbers = new Map<string, number>()
  const opened = new Set<SectionName>()
  const texts: string[] = []
  /** Texts of each section, by its number less one. */
  const textsOf: string[][] = []
  /** Numbers and texts of the search hits, as one string each. */
  const hits = new Set<string>()

  function recordShown(section: SectionName, text: string, isOpened: boolean): number {
    const number = numberOf(section)
    const recorded = sections[number - 1] ?? section
    sections[number - 1] = recorded
    numbers.set(section.id, number)
    if (isOpened) opened.add(recorded)
    else hits.add(`${number} ${text}`)
    texts.push(text)
    textsOf[number - 1] = [...(textsOf[number - 1] ?? [recorded.path]), text]
    return number
  }

  function numberOf({ id }: SectionName): number {
    return numbers.get(id) ?? sections.length + 1
  }

  function isOpened(section: SectionName): boolean {
    const recorded = sections[numberOf(section) - 1]
    return recorded !== undefined && opened.has(recorded)
  }

  function linkOf(number: number): string | null {
    const section = sections[number - 1]
    return section === undefined ? null : linkTo(section.url)
  }

  function numberAt(address: string): number | null {
    const at = sections.findIndex(({ url }) => linkTo(url) === address)
    return at === -1 ? null : at + 1
  }

  return {
    numberOf,
    recordShown,
    isOpened,
    wasShown: (section, text) => {
      return isOpened(section) || (numbers.has(section.id) && hits.has(`${numberOf(section)} ${text()}`))
    },
    hasId: (id, isBeginning) => numbers.has(id) || (isBeginning && sections.some((each) => each.id.startsWith(id))),
    idOf: (number) => sections[number - 1]?.id ?? null,
    linkOf,
    numberAt,
    count: () => sections.length,
    openedUrls: () => [...opened].map(({ url }) => linkTo(url)),
    sources: () => [...new Set([...opened, ...sections])].map(sourceOf),
    textOf: (number) => (textsOf[number - 1] ?? []).join('\n\n'),
    containsText: (text) => texts.some((shown) => shown.includes(text)),
    texts: () => texts,
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
