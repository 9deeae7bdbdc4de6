/**
 * Two graphs -> what a reviewer of the change wants to see: which sections came,
 * went and changed, and what of them; the same for the glossary.
 */
import { foldTerm } from './fold.ts'
import type { GlossaryEntry, Graph, KnowledgeNode } from './graph.ts'

/** One thing that differs. Texts are null where there was, or is, none. */
export interface Change {
  /** Section id or glossary term; null for the graph as a whole. */
  readonly subject: string | null
  readonly area: 'section' | 'glossary' | 'graph'
  /** What of it: `summary`, `facts`, …; null for all of it. */
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
}

/** In the order of the new graph, what is gone behind. */
export function diffGraphs(before: Graph, after: Graph): Change[] {
  return [
    ...diffList(before.sections, after.sections, { area: 'section', nameOf: ({ id }) => id, keyOf: ({ id }) => id, fieldsOf: sectionFields }),
    ...diffList(before.glossary, after.glossary, { area: 'glossary', nameOf: ({ term }) => term, keyOf: ({ term }) => foldTerm(term), fieldsOf: entryFields }),
    ...diffFields(wholeFields(before), wholeFields(after)).map((change) => ({ ...change, area: 'graph' as const, subject: null })),
  ]
}

type Fields = ReadonlyMap<string, string>

interface Listed<T> {
  readonly area: 'section' | 'glossary'
  readonly nameOf: (item: T) => string
  readonly keyOf: (item: T) => string
  readonly fieldsOf: (item: T) => Fields
}

function diffList<T>(before: readonly T[], after: readonly T[], { area, nameOf, keyOf, fieldsOf }: Listed<T>): Change[] {
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const changes: Change[] = []
  for (const item of after) {
    const subject = nameOf(item)
    const known = old.get(keyOf(item))
    old.delete(keyOf(item))
    if (known === undefined) changes.push({ area, subject, field: null, before: null, after: labelOf(fieldsOf(item)) })
    else changes.push(...diffFields(fieldsOf(known), fieldsOf(item)).map((change) => ({ ...change, area, subject })))
  }
  for (const item of old.values()) changes.push({ area, subject: nameOf(item), field: null, before: labelOf(fieldsOf(item)), after: null })
  return changes
}

function diffFields(before: Fields, after: Fields): Pick<Change, 'field' | 'before' | 'after'>[] {
  return [...after].flatMap(([field, value]) => {
    const known = before.get(field) ?? ''
    return known === value ? [] : [{ field, before: known, after: value }]
  })
}

/** What a section or entry is shown as where all of it is new or gone. */
function labelOf(fields: Fields): string {
  return fields.get('summary') ?? fields.get('definition') ?? ''
}

function sectionFields({ title, heading, group, url, summary, facts, mode, terms }: KnowledgeNode): Fields {
  return new Map([
    ['title', title],
    ['heading', heading ?? ''],
    ['group', group ?? ''],
    ['url', url],
    ['summary', summary],
    ['facts', facts.map(({ kind, literal }) => `${kind} ${JSON.stringify(literal)}`).join('\n')],
    ['mode', mode],
    ['terms', terms.join(', ')],
  ])
}

function entryFields({ term, aliases, definition }: GlossaryEntry): Fields {
  return new Map([['term', term], ['definition', definition], ['aliases', aliases.join(', ')]])
}

function wholeFields({ builtBy, suggestions, context }: Graph): Fields {
  return new Map([['builtBy', builtBy], ['suggestions', suggestions.join('\n')], ['context', context]])
}
