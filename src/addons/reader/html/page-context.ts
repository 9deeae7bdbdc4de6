/** The state that the sections of one page share while they are rendered: ids, footnotes, addresses and terms. */
import { parseElements, type Section } from '../../../core/content.ts'
import type { GlossaryEntry } from '../../../core/graph.ts'
import type { AddressSettings } from './addresses.ts'
import type { TermIndex } from './terms.ts'

export interface Footnote {
  /** From 1, in the order of the first references. */
  readonly number: number
  readonly id: string
  /** Ids of the references that lead to it, in the order of the page. */
  readonly references: readonly string[]
  /** Number of references that were rendered. */
  rendered: number
  /** True if its element was rendered: of several with its label the first one has the id. */
  isDefined: boolean
}

export interface PageContext {
  readonly addresses: AddressSettings
  readonly terms: TermIndex
  /** Prefix of the ids that the reader makes; no section of the page has one that starts with it. */
  readonly prefix: string
  /** Ids of sections, and of places that the author marked and that were rendered. */
  readonly ids: Set<string>
  readonly footnotes: ReadonlyMap<string, Footnote>
  /** Ids of the elements that explain terms, the same for each occurrence of a term. */
  readonly termIds: Map<GlossaryEntry, string>
  /** Number of ids for controls. */
  controls: number
}

/** The state of a page before its first section. */
export function createPageContext(
  sections: readonly Pick<Section, 'anchor' | 'structure'>[],
  { addresses, terms }: Pick<PageContext, 'addresses' | 'terms'>,
): PageContext {
  const ids = new Set(sections.flatMap(({ anchor }) => anchor ?? []))
  let prefix = 'ask-'
  while ([...ids].some((id) => id.startsWith(prefix))) prefix += '-'
  const footnotes = readFootnotes(sections.map(({ structure }) => structure), prefix)
  return { addresses, terms, prefix, ids, footnotes, termIds: new Map(), controls: 0 }
}

/** An id that no other element of the page has. */
export function newId(context: PageContext): string {
  context.controls += 1
  return `${context.prefix}${context.controls}`
}

/** True for an id that no other element of the page has; for each id once. */
export function claimId(id: string, { ids, prefix }: PageContext): boolean {
  if (ids.has(id) || id.startsWith(prefix)) return false
  ids.add(id)
  return true
}

export function termIdOf(entry: GlossaryEntry, { termIds, prefix }: PageContext): string {
  const id = termIds.get(entry) ?? `${prefix}term-${termIds.size}`
  termIds.set(entry, id)
  return id
}

/** The footnotes of a page by their labels: those with a reference first. */
function readFootnotes(structures: readonly string[], prefix: string): ReadonlyMap<string, Footnote> {
  const references = new Map<string, number>()
  const defined = new Set<string>()
  for (const structure of structures) {
    for (const { element } of parseElements(structure)) {
      if (element.type === 'footnote') defined.add(element.label)
      else if (element.type === 'footnote-reference') {
        references.set(element.label, (references.get(element.label) ?? 0) + 1)
      }
    }
  }
  const labels = new Set([...[...references.keys()].filter((label) => defined.has(label)), ...defined])
  return new Map([...labels].map((label, i): [string, Footnote] => {
    const number = i + 1
    const ids = Array.from({ length: references.get(label) ?? 0 }, (_, at) => `${prefix}ref-${number}-${at + 1}`)
    return [label, { number, id: `${prefix}note-${number}`, references: ids, rendered: 0, isDefined: false }]
  }))
}
