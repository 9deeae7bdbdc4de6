/** The state that the sections of one page share: ids, footnotes, addresses and glossary terms. */
import { parseElements } from '../../content/structure/encoding.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import type { FindTerms } from '../term/term-finder.ts'
import type { Addresses } from './addresses.ts'

/** A footnote of a page. */
export interface Footnote {
  /** From 1, in the order of the first references. */
  readonly number: number
  readonly id: string
  /** Ids of the references that lead to it, in order. */
  readonly references: readonly string[]
}

/** Footnotes of a page by their labels. Each function takes elements in the order of the page. */
export interface Footnotes {
  /** The footnote that a reference names, and the id of the reference; null for one that the page doesn't have. */
  readonly refer: (label: string) => { readonly footnote: Footnote; readonly id: string } | null
  /** The footnote of an element; null for one after the first with its label. */
  readonly define: (label: string) => Footnote | null
}

/** The state of one page while it is rendered. */
export interface PageContext {
  readonly addresses: Addresses
  readonly footnotes: Footnotes
  readonly findTerms: FindTerms
  /** Id of the element that explains a term, the same for each occurrence. */
  readonly termId: (entry: GlossaryEntry) => string
  /** True for an id that the page's author gave a place and no other element has; for each id once. */
  readonly claimId: (id: string) => boolean
  /** An id that no other element of the page has. */
  readonly newId: () => string
}

/** The footnotes in the structures of a page's sections. */
export function createFootnotes(structures: Iterable<string>, prefix: string): Footnotes {
  const references = new Map<string, number>()
  const defined = new Set<string>()
  for (const structure of structures) {
    // Most sections have none: an element with a label is its letter, a distance and a parenthesis.
    if (!/[nf]\d*\(/.test(structure)) continue
    for (const { element } of parseElements(structure)) {
      if (element.type === 'footnote') defined.add(element.label)
      else if (element.type === 'footnote-reference') {
        references.set(element.label, (references.get(element.label) ?? 0) + 1)
      }
    }
  }
  const cited = [...references.keys()].filter((label) => defined.has(label))
  const labels = [...new Set([...cited, ...defined])]
  const footnotes = new Map(labels.map((label, i) => {
    const number = i + 1
    const ids = Array.from({ length: references.get(label) ?? 0 }, (_, at) => `${prefix}ref-${number}-${at + 1}`)
    return [label, { number, id: `${prefix}note-${number}`, references: ids }] as const
  }))
  const referred = new Map<string, number>()

  function refer(label: string) {
    const footnote = footnotes.get(label)
    const at = referred.get(label) ?? 0
    const id = footnote?.references[at]
    if (footnote === undefined || id === undefined) return null
    referred.set(label, at + 1)
    return { footnote, id }
  }

  function define(label: string): Footnote | null {
    return defined.delete(label) ? footnotes.get(label) ?? null : null
  }

  return { refer, define }
}
