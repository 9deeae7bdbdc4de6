/** The document tree of a section -> HTML, the same for pages from Markdown, MDX and HTML. */
import { isInline } from '../../content/structure/element.ts'
import { type Element, type Node, parseTree, type StructuredText } from '../../content/structure/tree.ts'
import { renderCode } from './code-view.ts'
import { type Child, element, type Markup } from './html.ts'
import { createInlineView } from './inline-view.ts'
import type { PageContext } from './page-context.ts'
import { renderTable } from './table-view.ts'

/** Blocks inside each other; deeper ones leave only their text. */
const MAX_DEPTH = 64
const MAX_HEADING = 6

/** Looks of callouts by their kind; any other kind has that of a note. */
const CALLOUT_LOOKS: Readonly<Record<string, string>> = {
  tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', done: 'tip',
  important: 'important', question: 'important', example: 'important', abstract: 'important', quote: 'important',
  warning: 'warning', caution: 'warning', attention: 'warning', deprecated: 'warning',
  danger: 'danger', error: 'danger', failure: 'danger', bug: 'danger',
}

/** Renders the blocks of a section whose heading has the level `level`, from 1 to 6. */
export function renderBlocks(section: StructuredText, level: number, context: PageContext): readonly Child[] {
  const { text } = section
  const { renderInlines, renderLabel, renderProse } = createInlineView(text, context)
  const { footnotes, newId } = context
  let depth = 0
  /** Depths of the headings above the current place, as the author wrote them. */
  let headings: number[] = []

  function renderAll(nodes: readonly Node[]): readonly Child[] {
    if (depth >= MAX_DEPTH) return nodes.map(({ start, end }) => element('p', {}, text.slice(start, end)))
    depth += 1
    const blocks = nodes.map(renderBlock)
    depth -= 1
    return blocks
  }

  function renderBlock(node: Node): Child {
    switch (node.type) {
      case 'paragraph': {
        // A paragraph of anchors alone takes no room.
        const isShown = node.children.some(({ type }) => type !== 'anchor')
        return isShown ? element('p', {}, renderProse(node.children)) : renderInlines(node.children)
      }
      case 'heading': return renderHeading(node, node.depth)
      case 'list': return renderList(node, node.first)
      case 'item': return renderItem(node, node.isDone)
      case 'definitions': return renderDefinitions(node)
      case 'table': return renderTable(node, renderCell)
      case 'code': return renderCode(node, text.slice(node.start, node.end), null)
      case 'figure': return renderFigure(node)
      case 'quote': return element('blockquote', {}, renderAll(node.children))
      case 'callout': return renderCallout(node, node.kind)
      case 'details': return renderDetails(node)
      case 'tabs': return renderTabs(node)
      case 'footnote': return renderFootnote(node, node.label)
      case 'title':
      case 'term': return element('p', {}, element('strong', {}, renderInlines(node.children)))
      case 'definition':
      case 'tab': return renderAll(node.children)
      default: return renderInlines([node])
    }
  }

  /** Cells have text and inline elements, or blocks. */
  function renderCell(node: Node, isHeader: boolean): Child {
    const renderText = isHeader ? renderInlines : renderProse
    if (node.type === 'text') return renderText([node])
    const isText = ({ type }: Node) => type === 'text' || isInline(type)
    return node.children.every(isText) ? renderText(node.children) : renderAll(node.children)
  }

  /** Headings below the levels that begin sections; none of them skips a level. */
  function renderHeading({ children }: Element, authorDepth: number): Markup {
    headings = [...headings.filter((above) => above < authorDepth), authorDepth]
    return element(`h${Math.min(MAX_HEADING, level + headings.length)}`, {}, renderInlines(children))
  }

  function renderList({ children }: Element, first: number | null): Markup {
    const items = renderAll(children)
    if (first === null) return element('ul', {}, items)
    return element('ol', { start: first === 1 ? null : String(first) }, items)
  }

  function renderItem({ children }: Element, isDone: boolean | null): Markup {
    const label = isDone ? 'Done' : 'Not done'
    const attributes = { type: 'checkbox', disabled: true, checked: isDone, 'aria-label': label }
    const mark = isDone === null ? null : element('input', attributes)
    const paragraphs = children.filter(({ type }) => type === 'paragraph')
    const isTight = paragraphs.length === 1 && children.every(({ type }) => type === 'paragraph' || type === 'list')
    const content = isTight
      ? children.map((child) => (child.type === 'paragraph' ? renderProse(child.children) : renderBlock(child)))
      : renderAll(children)
    return element('li', { class: isDone === null ? null : 'task' }, mark, content)
  }

  function renderDefinitions({ children }: Element): Child {
    const isList = ['term', 'definition'].every((wanted) => children.some(({ type }) => type === wanted))
    if (!isList || children[0]?.type !== 'term') return renderAll(children)
    return element('dl', {}, children.map((child) => {
      if (child.type === 'term') return element('dt', {}, renderInlines(child.children))
      return element('dd', {}, child.type === 'definition' ? renderAll(child.children) : renderBlock(child))
    }))
  }

  function renderFigure(node: Element): Markup {
    const { title, content } = splitTitle(node)
    const [first, ...others] = content
    if (first?.type === 'code' && others.length === 0) {
      return renderCode(first, text.slice(first.start, first.end), title)
    }
    const caption = title === null ? null : element('figcaption', {}, title)
    return element('figure', {}, renderAll(content), caption)
  }

  function renderCallout(node: Element, kind: string): Markup {
    const { title, content } = splitTitle(node)
    const look = Object.hasOwn(CALLOUT_LOOKS, kind) ? CALLOUT_LOOKS[kind] : 'note'
    const name = title ?? (kind === '' ? 'Note' : kind.charAt(0).toUpperCase() + kind.slice(1))
    const head = element('p', { class: 'callout-title' }, name)
    return element('div', { class: `callout ${look}`, role: 'note' }, head, renderAll(content))
  }

  /**
   * Radio buttons, each with its label and its panel: the style sheet shows the panel of the checked one. Keyboards
   * and screen readers know them without a script, and a printer prints all panels.
   */
  function renderTabs({ children }: Element): Markup {
    const name = newId()
    const tabs = children.map((tab, i) => {
      const { label, links, content } =
        tab.type === 'tab' ? splitLabel(tab) : { label: null, links: null, content: [tab] }
      const id = newId()
      return [
        element('input', { type: 'radio', name, id, checked: i === 0 }),
        element('label', { for: id }, label ?? `Tab ${i + 1}`),
        element('div', { class: 'panel' }, links, renderAll(content)),
      ]
    })
    return element('div', { class: 'tabs', role: 'group' }, tabs)
  }

  function renderDetails(node: Element): Markup {
    const { label, links, content } = splitLabel(node)
    return element('details', { class: 'more' }, element('summary', {}, label ?? 'Details'), links, renderAll(content))
  }

  function renderFootnote({ children }: Element, label: string): Markup {
    const footnote = footnotes.define(label)
    const blocks = renderAll(children)
    if (footnote === null) return element('div', { class: 'footnote' }, blocks)
    const { number, id, references } = footnote
    const links = references.map((reference, i) => {
      const which = references.length > 1 ? ` ${i + 1}` : ''
      const name = `Back to reference${which} of footnote ${number}`
      return [' ', element('a', { href: `#${reference}`, 'aria-label': name }, '↩')]
    })
    const mark = element('span', { class: 'number' }, `${number}.`)
    return element('div', { class: 'footnote', id }, mark, element('div', {}, blocks, element('p', {}, links)))
  }

  function splitTitle({ children }: Element): { readonly title: Child; readonly content: readonly Node[] } {
    const [titles, content] = splitNodes(children)
    return { title: titles.length === 0 ? null : titles.map((title) => renderInlines([title])), content }
  }

  /** The title of a control, and the same title again if it has links: a control can't hold them. */
  function splitLabel({ children }: Element): Label {
    const [titles, content] = splitNodes(children)
    const links = titles.some(holdsLink) ? element('p', {}, renderInlines(titles)) : null
    return { label: titles.length === 0 ? null : renderLabel(titles), links, content }
  }

  return renderAll(parseTree(section))
}

interface Label {
  readonly label: Child
  readonly links: Child
  readonly content: readonly Node[]
}

/** Titles, and all other nodes. */
function splitNodes(nodes: readonly Node[]): readonly [titles: readonly Node[], content: readonly Node[]] {
  return [nodes.filter(({ type }) => type === 'title'), nodes.filter(({ type }) => type !== 'title')]
}

/** True for a title with a link, at the depth that authors write them. */
function holdsLink(title: Node): boolean {
  if (title.type === 'text') return false
  return title.children.some((child) => {
    return child.type === 'link' || (child.type !== 'text' && child.children.some(({ type }) => type === 'link'))
  })
}
