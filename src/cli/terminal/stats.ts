/**
 * A graph -> what there is to say of it in numbers.
 */
import { count, groupDigits } from '../../base/count.ts'
import type { Graph } from '../../graph/graph.ts'

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
      ['Sections', `${groupDigits(sections.length)} in ${count(groups, 'group')}`],
      ['Facts', groupDigits(facts)],
      ['Glossary', count(glossary.length, 'term')],
      ['Suggestions', groupDigits(suggestions.length)],
    ],
  }
}
