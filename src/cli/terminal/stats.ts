/** A graph -> its size and origin, for people and as JSON. */
import { count, groupDigits } from '../../core/base/count.ts'
import { EXTRACTIVE } from '../../core/graph-builder/rules/extract.ts'
import type { Graph } from '../../core/graph/graph.ts'

/** Counts the parts of a graph: `counts` for JSON, `rows` for people. */
export function graphStats({ builtBy, contentHash, sections, glossary, suggestions }: Graph) {
  const groups = new Set(sections.flatMap(({ group }) => group ?? [])).size
  const facts = sections.reduce((sum, section) => sum + section.facts.length, 0)
  return {
    counts: {
      builtBy, contentHash, sections: sections.length, groups, facts, terms: glossary.length,
      suggestions: suggestions.length,
    },
    rows: [
      ['Built by', builderOf({ builtBy })],
      ['Content', contentHash],
      ['Sections', `${groupDigits(sections.length)} in ${count(groups, 'group')}`],
      ['Facts', groupDigits(facts)],
      ['Glossary', count(glossary.length, 'term')],
      ['Suggestions', groupDigits(suggestions.length)],
    ] as const,
  }
}

/** `95 sections, built by rules`, with a note if the content has changed since. */
export function describeGraph(graph: Graph, isStale: boolean): string {
  const age = isStale ? ', older than the content' : ''
  return `${count(graph.sections.length, 'section')}, built by ${builderOf(graph)}${age}`
}

/** `rules`, or the name of the model. */
function builderOf({ builtBy }: Pick<Graph, 'builtBy'>): string {
  return builtBy === EXTRACTIVE ? 'rules' : builtBy
}
