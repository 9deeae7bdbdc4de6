/**
 * Two graphs -> their differences for a reviewer: sections and glossary entries
 * that were added, removed or changed, and their changed fields.
 */
import type { GlossaryEntry, Graph, GraphSection } from './graph.ts'
import { foldTerm } from './names.ts'

/** One difference. A text is null on the side that lacks the subject. */
export interface Change {
  /** Section id or glossary term; null for the graph as a whole. */
  readonly subject: string | null
  readonly area: 'section' | 'glossary' | 'graph'
  /** The field that differs: `summary`, `facts`, …; null for all of them. */
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
}

type Fields = Readonly<Record<string, string>>

/** The differences in the order of the new graph, removed items at the end of their list. */
export function diffGraphs(before: Graph, after: Graph): Change[] {
  const changes = diffFields(graphFields(before), graphFields(after))
  return [
    ...diffItems('section', before.sections.map(sectionItem), after.sections.map(sectionItem)),
    ...diffItems('glossary', before.glossary.map(entryItem), after.glossary.map(entryItem)),
    ...changes.map((change) => ({ ...change, area: 'graph' as const, subject: null })),
  ]
}

/** An item of a list; in both lists it has the same key. */
interface Item {
  readonly subject: string
  readonly key: string
  readonly fields: Fields
}

function diffItems(area: 'section' | 'glossary', before: readonly Item[], after: readonly Item[]): Change[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const changes = after.flatMap(({ subject, key, fields }): Change[] => {
    const oldItem = old.get(key)
    old.delete(key)
    if (oldItem === undefined) return [{ area, subject, field: null, before: null, after: labelOf(fields) }]
    return diffFields(oldItem.fields, fields).map((change) => ({ ...change, area, subject }))
  })
  for (const { subject, fields } of old.values()) {
    changes.push({ area, subject, field: null, before: labelOf(fields), after: null })
  }
  return changes
}

function diffFields(before: Fields, after: Fields): Pick<Change, 'field' | 'before' | 'after'>[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const oldValue = before[field] ?? ''
    return oldValue === value ? [] : [{ field, before: oldValue, after: value }]
  })
}

/** The text of a section or entry that is new or removed. */
function labelOf(fields: Fields): string {
  return fields['summary'] ?? fields['definition'] ?? ''
}

function sectionItem(section: GraphSection): Item {
  const { id, title, heading, group, url, summary, facts, mode, terms, queries = [] } = section
  const fields = {
    title, heading: heading ?? '', group: group ?? '', url, summary,
    facts: facts.map(({ kind, literal }) => `${kind} ${JSON.stringify(literal)}`).join('\n'),
    mode, terms: namesOf(terms), queries: queries.join('\n'),
  }
  return { subject: id, key: id, fields }
}

function entryItem({ term, aliases, definition }: GlossaryEntry): Item {
  return { subject: term, key: foldTerm(term), fields: { term, definition, aliases: namesOf(aliases) } }
}

/** Names one a line, in an order of their own: that of terms follows their weights, which any page changes. */
function namesOf(names: readonly string[]): string {
  return [...names].sort().join('\n')
}

function graphFields({ builtBy, suggestions, context }: Graph): Fields {
  return { builtBy, suggestions: suggestions.join('\n'), context }
}
