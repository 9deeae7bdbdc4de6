/**
 * A graph -> what there is to say of it in numbers.
 */
import type { Graph } from '../graph/graph.ts'

export interface Figures {
  /** For JSON. */
  readonly counts: Readonly<Record<string, number | string>>
  /** For people. */
  readonly rows: readonly (readonly [string, string])[]
}

export function graphFigures({ builtBy, contentHash, sections, glossary, suggestions }: Graph): Figures {
  const groups = new Set(sections.flatMap(({ group }) => group ?? [])).size
  const facts = sections.reduce((sum, section) => sum + section.facts.length, 0)
  return {
    counts: {
      builtBy,
      contentHash,
      sections: sections.length,
      groups,
      facts,
      terms: glossary.length,
      suggestions: suggestions.length,
    },
    rows: [
      ['Built by', builtBy],
      ['Content', contentHash],
      ['Sections', `${figure(sections.length)} in ${count(groups, 'group')}`],
      ['Facts', figure(facts)],
      ['Glossary', count(glossary.length, 'term')],
      ['Suggestions', figure(suggestions.length)],
    ],
  }
}

/** `1 page`, `1,234 pages`. */
export function count(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`
}

function figure(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
