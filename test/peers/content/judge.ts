/**
 * What a built page says, found with a parser of its own: parse5 builds the
 * tree that browsers build.
 */
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface JudgedHeading {
  readonly depth: number
  /** Its text without links to itself, white space folded. */
  readonly text: string
  /** Ids of the heading, of what is inside, of what encloses it and of what stands right before it. */
  readonly ids: readonly string[]
  /** Its own id, null without. */
  readonly ownId: string | null
}

export interface JudgedPage {
  /** How many elements have an id. */
  readonly idCount: (id: string) => number
  /** Headings of the content, h2 to h6, in order. */
  readonly headings: readonly JudgedHeading[]
  /** Word of the content that starts with `mark` -> number of headings above it. */
  readonly marks: ReadonlyMap<string, number>
  /** Texts of buttons, navigation and footers. */
  readonly chrome: readonly string[]
}

/** Elements whose inside no reader sees. */
export const UNSEEN: ReadonlySet<string> = new Set(['iframe', 'noscript', 'script', 'style', 'template', 'title'])

const CHROME = new Set(['nav', 'footer', 'button', 'form', 'svg', 'script', 'style', 'template'])

export function judge(html: string, holdsContent: (tag: string, classes: readonly string[], role?: string) => boolean): JudgedPage {
  const all = [...elementsOf(parse(html))]
  const ids = all.map((element) => attribute(element, 'id')).filter((id) => id !== undefined)
  const content = all.find((element) =>
    holdsContent(element.tagName, (attribute(element, 'class') ?? '').split(/\s+/), attribute(element, 'role')),
  )
  if (content === undefined) throw new Error('The page has no content')
  const headings: JudgedHeading[] = []
  const marks = new Map<string, number>()
  let before: string[] = []
  const visit = (node: Node, enclosing: readonly string[]): void => {
    if ('value' in node) {
      if (node.value.trim() !== '') before = []
      for (const [mark] of node.value.matchAll(/mark[A-Z]\w*/g)) marks.set(mark, headings.length)
    }
    if (!('tagName' in node) || CHROME.has(node.tagName)) return
    const id = attribute(node, 'id') ?? attribute(node, 'name')
    if (id) before.push(id)
    if (/^h[2-6]$/.test(node.tagName) && !isHiddenLabel(node)) {
      const inside = [...elementsOf(node)].map((one) => attribute(one, 'id')).filter((one) => one !== undefined)
      const ownId = attribute(node, 'id') || null
      headings.push({ depth: Number(node.tagName[1]), text: headingText(node), ids: [...before, ...inside, ...enclosing], ownId })
    }
    for (const child of childrenOf(node)) visit(child, id ? [id, ...enclosing] : enclosing)
  }
  visit(content, [])
  const chrome = all.filter((element) => CHROME.has(element.tagName) && !['script', 'style'].includes(element.tagName))
  return {
    idCount: (id) => ids.filter((one) => one === id).length,
    headings,
    marks,
    chrome: chrome.map((element) => fold(textOf(element))).filter((text) => text.length > 3),
  }
}

/** All text of a page without white space, and its elements with an id. */
export function outlineOf(html: string): { readonly text: string; readonly ids: readonly string[] } {
  const ids: string[] = []
  const read = (node: Node): string => {
    if ('value' in node) return node.value
    if ('tagName' in node) {
      if (UNSEEN.has(node.tagName)) return ''
      const id = attribute(node, 'id')
      if (id !== undefined) ids.push(`${node.tagName.toLowerCase()}#${id}`)
    }
    return childrenOf(node).map(read).join('')
  }
  return { text: read(parse(html)).replace(/\s+/g, ''), ids }
}

function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  for (const child of childrenOf(node)) yield* elementsOf(child)
}

function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : []
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

/** The heading above footnotes, which only screen readers are told of. */
function isHiddenLabel(element: Element): boolean {
  return (attribute(element, 'class') ?? '').includes('sr-only')
}

function textOf(node: Node): string {
  return 'value' in node ? node.value : childrenOf(node).map(textOf).join('')
}

/** Without links to the heading itself and marks of footnotes. */
function headingText(node: Node): string {
  const read = (one: Node): string => {
    if ('value' in one) return one.value
    if ('tagName' in one && one.tagName === 'a' && attribute(one, 'href')?.includes('#')) return ''
    return childrenOf(one).map(read).join('')
  }
  return fold(read(node))
}

function fold(text: string): string {
  return text.replace(/\u200b/g, '').replace(/[ \t\n]+/g, ' ').trim()
}
