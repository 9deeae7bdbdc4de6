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

type Fields = ReadonlyMap<string, string>

/** The comparison of a list's items. */
interface ItemType<T> {
  readonly area: 'section' | 'glossary'
  readonly nameOf: (item: T) => string
  readonly keyOf: (item: T) => string
  readonly fieldsOf: (item: T) => Fields
}

const SECTION: ItemType<GraphSection> = {
  area: 'section',
  nameOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  fieldsOf: sectionFields,
}
const GLOSSARY_ENTRY: ItemType<GlossaryEntry> = {
  area: 'glossary',
  nameOf: ({ term }) => term,
  keyOf: ({ term }) => foldTerm(term),
  fieldsOf: entryFields,
}

/** The differences in the order of the new graph, removed items at the end of their list. */
export function diffGraphs(before: Graph, after: Graph): Change[] {
  const changes = diffFields(graphFields(before), graphFields(after))
  return [
    ...diffList(before.sections, after.sections, SECTION),
    ...diffList(before.glossary, after.glossary, GLOSSARY_ENTRY),
    ...changes.map((change) => ({ ...change, area: 'graph' as const, subject: null })),
  ]
}

function diffList<T>(before: readonly T[], after: readonly T[], type: ItemType<T>): Change[] {
  const { area, nameOf, keyOf, fieldsOf } = type
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const changes: Change[] = []
  for (const item of after) {
    const subject = nameOf(item)
    const oldItem = old.get(keyOf(item))
    const fields = fieldsOf(item)
    old.delete(keyOf(item))
    if (oldItem === undefined) changes.push({ area, subject, field: null, before: null, after: labelOf(fields) })
    else changes.push(...diffFields(fieldsOf(oldItem), fields).map((change) => ({ ...change, area, subject })))
  }
  for (const item of old.values()) {
    changes.push({ area, subject: nameOf(item), field: null, before: labelOf(fieldsOf(item)), after: null })
  }
  return changes
}

function diffFields(before: Fields, after: Fields): Pick<Change, 'field' | 'before' | 'after'>[] {
  return [...after].flatMap(([field, value]) => {
    const oldValue = before.get(field) ?? ''
    return oldValue === value ? [] : [{ field, before: oldValue, after: value }]
  })
}

/** The text of a section or entry that is new or removed. */
function labelOf(fields: Fields): string {
  return fields.get('summary') ?? fields.get('definition') ?? ''
}

function sectionFields(section: GraphSection): Fields {
  const { title, heading, group, url, summary, facts, mode, terms, queries = [] } = section
  return new Map([
    ['title', title],
    ['heading', heading ?? ''],
    ['group', group ?? ''],
    ['url', url],
    ['summary', summary],
    ['facts', facts.map(({ kind, literal }) => `${kind} ${JSON.stringify(literal)}`).join('\n')],
    ['mode', mode],
    ['terms', terms.join(', ')],
    ['queries', queries.join('\n')],
  ])
}

function entryFields({ term, aliases, definition }: GlossaryEntry): Fields {
  return new Map([['term', term], ['definition', definition], ['aliases', aliases.join(', ')]])
}

function graphFields({ builtBy, suggestions, context }: Graph): Fields {
  return new Map([['builtBy', builtBy], ['suggestions', suggestions.join('\n')], ['context', context]])
}
