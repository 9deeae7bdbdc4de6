/** Text and inline elements of a section -> HTML. */
import type { Node, TextNode } from '../../../core/content.ts'
import type { GlossaryEntry } from '../../../core/graph.ts'
import { imageOf, linkOf } from './addresses.ts'
import { type Child, element } from './html.ts'
import { claimId, type PageContext, termIdOf } from './page-context.ts'
import { findTerms } from './terms.ts'

/** Elements inside each other, inside one block; deeper ones leave only their text. */
const MAX_DEPTH = 64

/** The text of one section. */
export interface SectionText {
  readonly text: string
  readonly context: PageContext
  /** Terms that the section has explained: each once. */
  readonly explained: Set<GlossaryEntry>
}

/** Elements around a node. */
interface Position {
  readonly depth: number
  /** Links hold no links and no buttons. */
  readonly isInLink: boolean
  /** True where glossary terms are explained. */
  readonly isProse: boolean
}

/** Text without terms: titles, headings. */
export function renderInlines(nodes: readonly Node[], section: SectionText): Child {
  return renderNodes(nodes, section, { depth: 0, isInLink: false, isProse: false })
}

/** Text of a control, which holds no links. */
export function renderLabel(nodes: readonly Node[], section: SectionText): Child {
  return renderNodes(nodes, section, { depth: 0, isInLink: true, isProse: false })
}

/** Text in which glossary terms are explained. */
export function renderProse(nodes: readonly Node[], section: SectionText): Child {
  return renderNodes(nodes, section, { depth: 0, isInLink: false, isProse: true })
}

function renderNodes(nodes: readonly Node[], section: SectionText, position: Position): readonly Child[] {
  return nodes.map((node) => {
    if (node.type !== 'text') return renderElement(node, section, position)
    return position.isProse ? renderTerms(node, section) : withBreaks(section.text.slice(node.start, node.end))
  })
}

function renderTerms(node: TextNode, { text, context, explained }: SectionText): Child {
  const parts: Child[] = []
  let at = node.start
  for (const { start, end, entry } of findTerms(text, node, context.terms, explained)) {
    // A button works with touch and keyboard, and without a script.
    const attributes = { type: 'button', class: 'term', popovertarget: termIdOf(entry, context) }
    parts.push(withBreaks(text.slice(at, start)), element('button', attributes, text.slice(start, end)))
    at = end
  }
  return [...parts, withBreaks(text.slice(at, node.end))]
}

function renderElement(node: Exclude<Node, TextNode>, section: SectionText, position: Position): Child {
  const { depth, isInLink } = position
  const text = section.text.slice(node.start, node.end)
  if (depth >= MAX_DEPTH) return text
  const inside = (changed: Partial<Position> = {}) => {
    return renderNodes(node.children, section, { ...position, ...changed, depth: depth + 1 })
  }
  switch (node.type) {
    case 'emphasis': return element('em', {}, ...inside())
    case 'strong': return element('strong', {}, ...inside())
    case 'deleted': return element('del', {}, ...inside())
    case 'inline-code': return element('code', {}, text)
    case 'link': {
      const href = isInLink ? null : linkOf(node.href, section.context.addresses)
      if (href === null) return inside({ isProse: false })
      return element('a', { href }, ...inside({ isInLink: true, isProse: false }))
    }
    case 'image': return renderImage(node.src, text.trim(), section, isInLink)
    case 'anchor': return claimId(node.id, section.context) ? element('span', { id: node.id }) : null
    case 'footnote-reference': return isInLink ? null : renderReference(node.label, section)
    default: return inside()
  }
}

function renderImage(src: string, alt: string, { context }: SectionText, isInLink: boolean): Child {
  const image = imageOf(src, context.addresses)
  if (image.kind === 'shown') return element('img', { src: image.src, alt, loading: 'lazy', decoding: 'async' })
  const name = alt || fileName(src)
  if (image.kind === 'linked' && !isInLink) return element('a', { class: 'image', href: image.href }, name)
  return alt === '' && !isInLink ? null : element('span', { class: 'image' }, name)
}

function renderReference(label: string, { context }: SectionText): Child {
  const footnote = context.footnotes.get(label)
  const id = footnote?.references[footnote.rendered]
  if (footnote === undefined || id === undefined) return element('sup', {}, label)
  footnote.rendered += 1
  const number = String(footnote.number)
  return element('sup', {}, element('a', { id, href: `#${footnote.id}`, 'aria-label': `Footnote ${number}` }, number))
}

function withBreaks(text: string): Child {
  if (!text.includes('\n')) return text
  return text.split('\n').flatMap((line, i) => (i === 0 ? [line] : [element('br', {}), line]))
}

/** Last name in the path of an address. */
function fileName(address: string): string {
  return address.replace(/[?#][^]*$/, '').split('/').findLast((name) => name !== '') ?? address
}
