/**
 * Elements that define a name by which readers look it up: a function, an option, a term of a glossary. They are
 * recognised by an id and by what generators write around them. Sources: pages that Sphinx 9, Doxygen 1.9, rustdoc
 * 1.9x, TypeDoc 0.28, javadoc 17, pdoc 15, pydoctor 25, RDoc 6 and mandoc 1.14 wrote. Members of TypeDoc, javadoc, JSDoc
 * and YARD, and methods of rustdoc have headings.
 */
import { shorten } from '../../base/text.ts'
import { classesOf } from './boilerplate.ts'
import { type HtmlElement, idsOf, words } from './tree.ts'

/** Definitions of one page that become sections; more are text of their sections. */
export const MAX_DEFINITIONS = 2_000
/** UTF-16 units of a signature in a heading; a longer one stands in the text as well. */
export const MAX_SIGNATURE = 200

/**
 * Names of elements with classes that define a name, and after which its explanation follows: the heading of a member of
 * Doxygen, as deep as that of its group; fields of structs, variants and unions (rustdoc); signatures below their ids
 * (RDoc, pydoctor), and those that have ids or have them inside (Haddock, Documenter.jl, ddoc).
 */
const NAMES = words(`h2.memtitle span.section-header span.small-section-header span.structfield div.method-heading
  div.functionHeader div.ddoc_member_header p.src a.docstring-binding`)
/** Elements that have the id of the name inside: classes of pdoc, RDoc and Crystal. */
const AROUND = new Set(['classattr', 'entry-detail', 'method-detail', 'method-header'])
/** Classes of elements with a signature, below the heading of its name: Doxygen, TypeDoc, javadoc. */
const SIGNATURES = new Set(['memproto', 'tsd-signature', 'member-signature'])
/** Lists whose names are numbers of notes, or lead to the definitions (rustdoc, TypeDoc). */
const NOTES = /(?:^|\s)(?:footnote|citation|reexport|tsd-member-summarie)s?(?:\s|$)/

interface OpenList {
  readonly at: number
  terms: number
  /** Number of terms with an id, and whether the last is one of them. */
  named: number
  isNamed: boolean
}

/** Finds the lists (`<dl>`) that define names: those in which at least half of the terms have an id. */
export interface DefinitionLists {
  readonly open: OpenList[]
  /** Offsets of the lists. */
  readonly found: Set<number>
}

/** Takes the start of an element. */
export function openListPart({ open }: DefinitionLists, element: HtmlElement): void {
  const { name, attributes, at, parent } = element
  const isNotes = name === 'dl' && NOTES.test(attributes.get('class') ?? '')
  if (name === 'dl') open.push({ at, terms: 0, named: isNotes ? -Infinity : 0, isNamed: true })
  const list = open.at(-1)
  if (list === undefined) return
  if (name === 'dt') {
    list.terms += 1
    list.isNamed = false
  } else if (name === 'dd') list.isNamed = true
  const around = name === 'dt' && parent?.name === 'div' ? idsOf(parent) : []
  if (list.isNamed || idsOf(element).length + around.length === 0) return
  list.named += 1
  list.isNamed = true
}

/** Takes the end of a list; true if it defines names. */
export function closeDefinitionList({ open, found }: DefinitionLists): boolean {
  const list = open.pop()
  const isFound = list !== undefined && list.named > 0 && 2 * list.named >= list.terms
  if (isFound) found.add(list.at)
  return isFound
}

/** The list that a term or an explanation is in; null for any other element. */
export function listAround({ name, parent }: HtmlElement): HtmlElement | null {
  if (name !== 'dt' && name !== 'dd') return null
  return parent?.name === 'div' ? parent.parent : parent
}

/** True for an element with the name that follows define. */
export function isDefinitionName(element: HtmlElement): boolean {
  const isName = classesOf(element).some((one) => NAMES.has(`${element.name}.${one}`))
  return isName || (isAttribute(element) && idsOfDefinition(element).length > 0)
}

/** True for a name of pdoc or Crystal. */
function isAttribute({ name, attributes }: HtmlElement): boolean {
  return name === 'div' && /^(?:attr |signature$)/.test(attributes.get('class') ?? '')
}

/** The ids of the elements around a name and its explanation, as pdoc and RDoc have them; none for any other element. */
export function idsOfDefinition(element: HtmlElement): readonly string[] {
  const { parent } = element
  if (parent === null) return []
  const isAround = classesOf(parent).some((one) => AROUND.has(one)) || (parent.name === 'section' && isAttribute(element))
  return isAround ? [...idsOf(parent), ...idsOfDefinition(parent)] : []
}

/** True for an element with a signature. */
export function isSignature(element: HtmlElement): boolean {
  return element.name === 'div' && classesOf(element).some((name) => SIGNATURES.has(name))
}

/** A signature that is short enough for a heading: cut after a word. */
export function shortSignature(text: string): string {
  if (text.length <= MAX_SIGNATURE) return text
  const end = text.lastIndexOf(' ', MAX_SIGNATURE - 1)
  return shorten(text, Math.max(end, MAX_SIGNATURE / 2))
}
