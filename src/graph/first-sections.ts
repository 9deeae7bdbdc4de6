/** A list of sections -> the part of it that is read at once: the list of a store may be larger than memory. */
import type { Knowledge, SectionSummary } from './knowledge.ts'

/** Maximum number of sections read from the list of a store: many more than any result shows. */
const MAX_SECTIONS = 5_000

/** The beginning of a list. */
export interface FirstSections {
  readonly sections: readonly SectionSummary[]
  /** True if the list has no more. */
  readonly isWhole: boolean
}

/** The first sections of a group, or of all: the whole list if it is in memory. */
export async function firstSections(
  { sections: list, store }: Pick<Knowledge, 'sections' | 'store'>,
  group: string | null,
): Promise<FirstSections> {
  if (store === undefined) return { ...(await list(group)), isWhole: true }
  const sections: SectionSummary[] = []
  for await (const batch of store.summaries(group)) {
    sections.push(...batch)
    if (sections.length > MAX_SECTIONS) return { sections: sections.slice(0, MAX_SECTIONS), isWhole: false }
  }
  return { sections, isWhole: true }
}
