/** Text and inline elements of a section -> HTML. */
import type { Element, Node, TextNode } from '../../content/structure/tree.ts'
import { type Child, element } from './html.ts'
import type { PageContext } from './page-context.ts'
import { createTermMarker, type TermMark } from '../term/term-marks.ts'

/** Elements inside each other, inside one block; deeper ones leave only their text. */
const MAX_DEPTH = 64

/** A renderer of the text of one section. */
export interface InlineView {
  /** Text without terms: titles, headings. */
  readonly renderInlines: (nodes: readonly Node[]) => Child
  /** Text of a control, which holds no links. */
  readonly renderLabel: (nodes: readonly Node[]) => Child
  /** Text in which glossary terms are explained. */
  readonly renderProse: (nodes: readonly Node[]) => Child
}

/** Elements around an inline element. */
interface Position {
  readonly depth: number
  /** Links hold no links and no buttons. */
  readonly isInLink: boolean
}

/** A renderer for a section; each term is explained once. */
export function createInlineView(text: string, context: PageContext): InlineView {
  const { addresses, footnotes, findTerms, termId } = context
  const markTerms = createTermMarker(text, findTerms)
  /** Terms in the prose that is being rendered, those ahead last. */
  let marks: TermMark[] = []

  const slice = (start: number, end: number) => text.slice(start, end)

  function renderNodes(nodes: readonly Node[], position: Position): readonly Child[] {
    return nodes.map((node) => (node.type === 'text' ? renderText(node) : renderElement(node, position)))
  }

  function renderText({ start, end }: TextNode): Child {
    const parts: Child[] = []
    let at = start
    for (let mark = marks.at(-1); mark !== undefined && mark.end <= end; mark = marks.at(-1)) {
      marks.pop()
      if (mark.start < at) continue
      parts.push(withBreaks(slice(at, mark.start)))
      // A button works with touch and keyboard, and without a script.
      const attributes = { type: 'button', class: 'term', popovertarget: termId(mark.entry) }
      parts.push(element('button', attributes, slice(mark.start, mark.end)))
      at = mark.end
    }
    return [...parts, withBreaks(slice(at, end))]
  }

  function renderElement(node: Exclude<Node, TextNode>, { depth, isInLink }: Position): Child {
    const { children } = node
    if (depth >= MAX_DEPTH) return slice(node.start, node.end)
    const inside = (isLink = isInLink) => renderNodes(children, { depth: depth + 1, isInLink: isLink })
    switch (node.type) {
      case 'emphasis': return element('em', {}, ...inside())
      case 'strong': return element('strong', {}, ...inside())
      case 'deleted': return element('del', {}, ...inside())
      case 'inline-code': return element('code', {}, slice(node.start, node.end))
      case 'link': {
        const href = isInLink ? null : addresses.linkOf(node.href)
        return href === null ? inside() : element('a', { href }, ...inside(true))
      }
      case 'image': return renderImage(node, slice(node.start, node.end).trim(), isInLink)
      case 'anchor': return context.claimId(node.id) ? element('span', { id: node.id }) : null
      case 'footnote-reference': return isInLink ? null : renderReference(node.label)
      default: return inside()
    }
  }

  function renderImage({ src }: Element & { readonly type: 'image' }, alt: string, isInLink: boolean): Child {
    const image = addresses.imageOf(src)
    if (image.kind === 'shown') return element('img', { src: image.src, alt, loading: 'lazy', decoding: 'async' })
    const name = alt || fileName(src)
    if (image.kind === 'missing' || isInLink) {
      return alt === '' && !isInLink ? null : element('span', { class: 'image' }, name)
    }
    return element('a', { class: 'image', href: image.href }, name)
  }

  function renderReference(label: string): Child {
    const reference = footnotes.refer(label)
    if (reference === null) return element('sup', {}, label)
    const { footnote, id } = reference
    const number = String(footnote.number)
    return element('sup', {}, element('a', { id, href: `#${footnote.id}`, 'aria-label': `Footnote ${number}` }, number))
  }

  function renderInlines(nodes: readonly Node[]): Child {
    return renderNodes(nodes, { depth: 0, isInLink: false })
  }

  function renderLabel(nodes: readonly Node[]): Child {
    return renderNodes(nodes, { depth: 0, isInLink: true })
  }

  function renderProse(nodes: readonly Node[]): Child {
    marks = markTerms(nodes)
    const prose = renderInlines(nodes)
    marks = []
    return prose
  }

  return { renderInlines, renderLabel, renderProse }
}

function withBreaks(text: string): Child {
  if (!text.includes('\n')) return text
  return text.split('\n').flatMap((line, i) => (i === 0 ? [line] : [element('br', {}), line]))
}

/** Last name in the path of an address. */
function fileName(address: string): string {
  return address.replace(/[?#][^]*$/, '').split('/').findLast((name) => name !== '') ?? address
}
