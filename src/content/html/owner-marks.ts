/**
 * The attributes by which the owner of a site says what of a page is searched,
 * and with which weight. Pagefind's are read as their counterparts, so that a
 * site changes over without an edit.
 *
 * Source: https://pagefind.app/docs/indexing/, https://pagefind.app/docs/metadata/
 */
import { WEIGHT_RANGE } from '../page-weight.ts'
import type { Attributes, HtmlRange } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** Attribute of an element with the content of its page. */
export const ASK_BODY = 'data-ask-body'
/** Pagefind's attribute of the same meaning. */
export const PAGEFIND_BODY = 'data-pagefind-body'
const PAGEFIND_IGNORE = 'data-pagefind-ignore'

/** Values of `data-pagefind-ignore` that leave titles inside in force; any other value excludes all. */
const IGNORES_CONTENT = new Set(['', 'index', 'true'])

/** True for an element that its author left out. A mark as content wins over it. */
export function isIgnored(attributes: Attributes): boolean {
  if (attributes.has('data-ask-ignore')) return !attributes.has(ASK_BODY)
  return attributes.has(PAGEFIND_IGNORE) && !attributes.has(PAGEFIND_BODY)
}

/** True for an element that its author left out with the titles that are marked inside. */
export function isExcluded(attributes: Attributes): boolean {
  const value = attributes.get(PAGEFIND_IGNORE)
  return value !== undefined && !attributes.has(PAGEFIND_BODY) && !IGNORES_CONTENT.has(value.toLowerCase())
}

/** The values of attributes that are text of the page, in the order of `data-pagefind-index-attrs`. */
export function indexedAttributes({ attributes }: HtmlElement): readonly string[] {
  const names = attributes.size === 0 ? undefined : attributes.get('data-pagefind-index-attrs')
  return names?.split(',').flatMap((name) => attributes.get(name.trim().toLowerCase()) ?? []) ?? []
}

/** A weight and the element that has it. */
export interface OwnerWeight {
  readonly attribute: string
  /** NaN if it is not a number. */
  readonly value: number
  /** Offset of the element. */
  readonly at: number
}

/** A visitor of every element of a page. */
export interface WeightFinder {
  readonly open: (element: HtmlElement) => void
  /** The weight of a page with its content in these elements, null for the whole page. */
  readonly weight: (roots: readonly HtmlRange[] | null) => OwnerWeight | null
}

/**
 * A finder for one page: of the first `data-ask-weight`, else of the `data-pagefind-weight` of the page or of the one
 * element with its content. Pagefind's weights of parts of a page have no counterpart.
 */
export function createWeightFinder(): WeightFinder {
  let ownWeight: OwnerWeight | null = null
  /** Pagefind's, each with its element. */
  const pagefind: { readonly element: HtmlElement; readonly weight: OwnerWeight }[] = []

  function open(element: HtmlElement): void {
    if (element.attributes.size === 0) return
    ownWeight ??= weightIn(element, 'data-ask-weight')
    const weight = weightIn(element, 'data-pagefind-weight')
    // Pagefind's range begins at 0.
    if (weight !== null) {
      pagefind.push({ element, weight: { ...weight, value: Math.max(weight.value, WEIGHT_RANGE.min) } })
    }
  }

  function weight(roots: readonly HtmlRange[] | null): OwnerWeight | null {
    const [root, ...others] = roots ?? []
    const ofContent = pagefind.find(({ element: { name, at } }) => {
      return name === 'html' || name === 'body' || (at === root?.start && others.length === 0)
    })
    return ownWeight ?? ofContent?.weight ?? null
  }

  return { open, weight }
}

function weightIn({ attributes, at }: HtmlElement, attribute: string): OwnerWeight | null {
  const value = attributes.get(attribute)
  return value === undefined ? null : { attribute, value: Number(value || NaN), at }
}
