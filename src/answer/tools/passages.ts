/**
 * The sections that a model was shown, by the numbers it cites them with. From 1,
 * in the order in which they were first shown.
 */
import type { Source } from '../events/event.ts'
import type { SectionName } from './library.ts'

export interface Passages {
  /** The number a section has, or would get if it were shown next. */
  readonly numberOf: (section: SectionName) => number
  /** Notes what is shown of a section; `isOpened` when that is more than a search shows. Gives its number. */
  readonly show: (section: SectionName, text: string, isOpened: boolean) => number
  readonly isOpened: (section: SectionName) => boolean
  /** Null for a number that no section has. */
  readonly idOf: (number: number) => string | null
  /** Address of a section as it stands in the answer's links; null for an unknown number. */
  readonly linkOf: (number: number) => string | null
  readonly count: () => number
  /** What readers see of them: those that were opened first, else in order. */
  readonly sources: () => readonly Source[]
  /** Whether a string occurs in what was shown. */
  readonly holds: (text: string) => boolean
  /** All text that was shown. */
  readonly texts: () => readonly string[]
}

/** Those of one answer. */
export function createPassages(): Passages {
  /** By number, from 1. */
  const sections: SectionName[] = []
  const numbers = new Map<string, number>()
  const opened = new Set<number>()
  const texts: string[] = []

  function show(section: SectionName, text: string, isOpened: boolean): number {
    const number = numberOf(section)
    if (number > sections.length) {
      sections.push(section)
      numbers.set(section.id, number)
    }
    if (isOpened) opened.add(number)
    texts.push(text)
    return number
  }

  function numberOf({ id }: SectionName): number {
    return numbers.get(id) ?? sections.length + 1
  }

  function sources(): readonly Source[] {
    const order = new Set([...opened, ...sections.map((_, i) => i + 1)])
    return [...order].map((number) => sourceOf(sections[number - 1]!))
  }

  return {
    numberOf,
    show,
    isOpened: (section) => opened.has(numberOf(section)),
    idOf: (number) => sections[number - 1]?.id ?? null,
    linkOf: (number) => {
      const section = sections[number - 1]
      return section === undefined ? null : linkTo(section.url)
    },
    count: () => sections.length,
    sources,
    holds: (text) => texts.some((shown) => shown.includes(text)),
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

/** The address with what would end a Markdown link percent-encoded; it leads to the same place. */
function linkTo(url: string): string {
  const hex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
  return url.replace(/[\u0000- "<>\\`|\u007f]/g, (char) => `%${hex(char)}`)
}
