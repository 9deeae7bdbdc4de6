/** The document tree of a section -> HTML, the same for pages from Markdown, MDX and HTML. */
import {
  type Node, type TextNode, type Element, isInline, type LineRanges, parseTree, type StructuredText,
} from '../../../core/content.ts'
import type { GlossaryEntry } from '../../../core/graph.ts'
import { imageOf, linkOf } from './addresses.ts'
import { tokensOf } from '../../overlay/markdown/tokens.ts'
import { type Attributes, type Child, element, type Markup, withCode } from './html.ts'
import { claimId, type PageContext, termIdOf, newId } from './page-context.ts'
import { findTerms } from './terms.ts'

/** Blocks inside each other, and elements inside one block; deeper ones leave only their text. */
const MAX_DEPTH = 64

interface Section {
  readonly text: string
  readonly context: PageContext
  /** Terms that the section has explained: each once. */
  readonly explained: Set<GlossaryEntry>
  readonly level: number
  /** Number of blocks around the current place. */
  depth: number
  /** Depths of the headings above the current place, as the author wrote them. */
  headings: readonly number[]
}

interface Position {
  readonly depth: number
  /** Links hold no links and no buttons. */
  readonly isInLink: boolean
  /** True where glossary terms are explained. */
  readonly isProse: boolean
}

/** The start of a block's text, without terms: titles, headings. */
const BLOCK_TEXT: Position = { depth: 0, isInLink: false, isProse: false }

/** Text in which glossary terms are explained. */
function renderProse(nodes: readonly Node[], section: Section): Child {
  return renderInlines(nodes, section, { ...BLOCK_TEXT, isProse: true })
}

function renderInlines(nodes: readonly Node[], section: Section, position = BLOCK_TEXT): readonly Child[] {
  return nodes.map((node) => {
    if (node.type !== 'text') return renderElement(node, section, position)
    return position.isProse ? renderTerms(node, section) : withBreaks(textOf(node, section))
  })
}

function renderTerms(node: TextNode, { text, context, explained }: Section): Child {
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

function renderElement(node: Exclude<Node, TextNode>, section: Section, position: Position): Child {
  const { depth, isInLink } = position
  const text = textOf(node, section)
  if (depth >= MAX_DEPTH) return text
  const inside = (changed: Partial<Position> = {}) => {
    return renderInlines(node.children, section, { ...position, ...changed, depth: depth + 1 })
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

function renderImage(src: string, alt: string, { context }: Section, isInLink: boolean): Child {
  const image = imageOf(src, context.addresses)
  if (image?.isShown) return element('img', { src: image.address, alt, loading: 'lazy', decoding: 'async' })
  const name = alt || fileName(src)
  if (image !== null && !isInLink) return element('a', { class: 'image', href: image.address }, name)
  return alt === '' && !isInLink ? null : element('span', { class: 'image' }, name)
}

function renderReference(label: string, { context }: Section): Child {
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

function fileName(address: string): string {
  return address.replace(/[?#][^]*$/, '').split('/').findLast((name) => name !== '') ?? address
}

const MAX_HEADING = 6

/** Looks of callouts by their kind; any other kind has that of a note. */
const CALLOUT_LOOKS: Readonly<Record<string, string>> = {
  tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', done: 'tip',
  important: 'important', question: 'important', example: 'important', abstract: 'important', quote: 'important',
  warning: 'warning', caution: 'warning', attention: 'warning', deprecated: 'warning',
  danger: 'danger', error: 'danger', failure: 'danger', bug: 'danger',
}

type Of<Type extends Element['type']> = Element & { readonly type: Type }

/** Renders the blocks of a section whose heading has the level `level`, from 1 to 6. */
export function renderBlocks(structured: StructuredText, level: number, context: PageContext): readonly Child[] {
  const { text } = structured
  return renderAll(parseTree(structured), { text, level, context, explained: new Set(), depth: 0, headings: [] })
}

function renderAll(nodes: readonly Node[], section: Section): readonly Child[] {
  if (section.depth >= MAX_DEPTH) return nodes.map((node) => element('p', {}, textOf(node, section)))
  section.depth += 1
  const blocks = nodes.map((node) => renderBlock(node, section))
  section.depth -= 1
  return blocks
}

function renderBlock(node: Node, section: Section): Child {
  switch (node.type) {
    case 'paragraph': {
      // A paragraph of anchors alone takes no room.
      const isShown = node.children.some(({ type }) => type !== 'anchor')
      return isShown ? element('p', {}, renderProse(node.children, section)) : renderInlines(node.children, section)
    }
    case 'heading': return renderHeading(node, section)
    case 'list': return renderList(node, section)
    case 'item': return renderItem(node, section)
    case 'definitions': return renderDefinitions(node, section)
    case 'table': return renderTable(node, section)
    case 'code': return renderCode(node, null, section)
    case 'figure': return renderFigure(node, section)
    case 'quote': return element('blockquote', {}, renderAll(node.children, section))
    case 'callout': return renderCallout(node, section)
    case 'details': return renderDetails(node, section)
    case 'tabs': return renderTabs(node, section)
    case 'footnote': return renderFootnote(node, section)
    case 'title':
    case 'term': return element('p', {}, element('strong', {}, renderInlines(node.children, section)))
    case 'definition':
    case 'tab': return renderAll(node.children, section)
    default: return renderInlines([node], section)
  }
}

function textOf({ start, end }: Node, { text }: Section): string {
  return text.slice(start, end)
}

/** Headings below the levels that begin sections; none of them skips a level. */
function renderHeading({ children, depth }: Of<'heading'>, section: Section): Markup {
  section.headings = [...section.headings.filter((above) => above < depth), depth]
  const level = Math.min(MAX_HEADING, section.level + section.headings.length)
  const [first] = children
  const id = first?.type === 'anchor' && claimId(first.id, section.context) ? first.id : null
  return element(`h${level}`, { id }, renderInlines(children.slice(id === null ? 0 : 1), section))
}

function renderList({ children, first }: Of<'list'>, section: Section): Markup {
  const items = renderAll(children, section)
  if (first === null) return element('ul', {}, items)
  return element('ol', { start: first === 1 ? null : String(first) }, items)
}

function renderItem({ children, isDone }: Of<'item'>, section: Section): Markup {
  const attributes = { type: 'checkbox', disabled: true, checked: isDone, 'aria-label': isDone ? 'Done' : 'Not done' }
  const mark = isDone === null ? null : element('input', attributes)
  const paragraphs = children.filter(({ type }) => type === 'paragraph')
  const isTight = paragraphs.length === 1 && children.every(({ type }) => type === 'paragraph' || type === 'list')
  const renderTight = (node: Node) => {
    return node.type === 'paragraph' ? renderProse(node.children, section) : renderBlock(node, section)
  }
  const content = isTight ? children.map(renderTight) : renderAll(children, section)
  return element('li', { class: isDone === null ? null : 'task' }, mark, content)
}

function renderDefinitions({ children }: Element, section: Section): Child {
  const isList = ['term', 'definition'].every((wanted) => children.some(({ type }) => type === wanted))
  if (!isList || children[0]?.type !== 'term') return renderAll(children, section)
  return element('dl', {}, children.map((node) => {
    if (node.type === 'term') return element('dt', {}, renderInlines(node.children, section))
    return element('dd', {}, renderBlock(node, section))
  }))
}

/** A table. The header rows at its start are its head. */
function renderTable({ children }: Element, section: Section): Markup {
  const rows = children.filter((row): row is Of<'row'> => row.type === 'row')
  const bodyStart = rows.findIndex(({ isHeader }) => !isHeader)
  const headSize = bodyStart === -1 ? rows.length : bodyStart
  const columns = rows.reduce((most, row) => Math.max(most, row.children.length), 0)
  const trs = rows.map((row, at) => renderRow(row, { isHead: at < headSize, columns }, section))
  const head = headSize === 0 ? null : element('thead', {}, trs.slice(0, headSize))
  const body = headSize === rows.length ? null : element('tbody', {}, trs.slice(headSize))
  return element('div', { class: 'table', ...scrollable('Table') }, element('table', {}, head, body))
}

/** A row of a table with so many columns: a short one is filled. */
function renderRow(
  { children }: Element,
  { isHead, columns }: { readonly isHead: boolean; readonly columns: number },
  section: Section,
): Markup {
  const cells = children.map((cell) => {
    const content = renderCell(cell, isHead, section)
    return isHead && cell.start < cell.end ? element('th', { scope: 'col' }, content) : element('td', {}, content)
  })
  const missing = columns - cells.length
  const filling = missing > 0 ? element('td', { colspan: missing > 1 ? String(missing) : null }) : null
  return element('tr', {}, cells, filling)
}

/** Cells have text and inline elements, or blocks. */
function renderCell(node: Node, isHead: boolean, section: Section): Child {
  const nodes = node.type === 'text' ? [node] : node.children
  if (!nodes.every(({ type }) => type === 'text' || isInline(type))) return renderAll(nodes, section)
  return isHead ? renderInlines(nodes, section) : renderProse(nodes, section)
}

/** A block of code: its title, language and lines, with the lines that its author marked. */
function renderCode(node: Of<'code'>, title: Child, section: Section): Markup {
  const label = node.lang === null ? null : element('span', { class: 'lang' }, node.lang)
  const name = title === null ? null : element('span', { class: 'title' }, title)
  const head = name === null && label === null ? null : element('figcaption', {}, name, label)
  const code = element('code', {}, renderLines(node, textOf(node, section)))
  return element('figure', { class: 'code' }, head, element('pre', { ...scrollable('Code'), dir: 'ltr' }, code))
}

/** Attributes of what is scrolled sideways: with the keyboard only if it can have the focus, and then with a name. */
function scrollable(name: string): Attributes {
  return { role: 'group', tabindex: '0', 'aria-label': name }
}

function renderLines({ inserted, deleted, marked }: Of<'code'>, code: string): Child {
  if (inserted.length + deleted.length + marked.length === 0) return renderTokens(code)
  // The break is in the element of its line, so that a copy has it.
  const lines = code.split(/(?<=\n)/)
  const tags = lines.map(() => 'span')
  const markings: readonly (readonly [LineRanges, string])[] = [[marked, 'mark'], [deleted, 'del'], [inserted, 'ins']]
  for (const [ranges, tag] of markings) for (const [first, last] of ranges) tags.fill(tag, first - 1, last)
  return lines.map((line, i) => {
    const tag = tags[i] ?? 'span'
    return element(tag, { class: tag === 'span' ? 'line' : null }, renderTokens(line))
  })
}

/** Code with the colors that it has in the dialog. */
function renderTokens(code: string): Child {
  return tokensOf(code).map(({ text, kind }) => (kind === '' ? text : element('span', { class: kind }, text)))
}

function renderFigure(node: Element, section: Section): Markup {
  const { title, content } = splitTitle(node, section)
  const [first, ...others] = content
  if (first?.type === 'code' && others.length === 0) return renderCode(first, title, section)
  const caption = title === null ? null : element('figcaption', {}, title)
  return element('figure', {}, renderAll(content, section), caption)
}

function renderCallout(node: Of<'callout'>, section: Section): Markup {
  const { kind } = node
  const { title, content } = splitTitle(node, section)
  const look = Object.hasOwn(CALLOUT_LOOKS, kind) ? CALLOUT_LOOKS[kind] : 'note'
  const name = title ?? (kind === '' ? 'Note' : kind.charAt(0).toUpperCase() + kind.slice(1))
  const head = element('p', { class: 'callout-title' }, name)
  return element('div', { class: `callout ${look}`, role: 'note' }, head, renderAll(content, section))
}

/**
 * Radio buttons, each with its label and its panel: the style sheet shows the panel of the checked one. Keyboards and
 * screen readers know them without a script, and a printer prints all panels.
 */
function renderTabs({ children }: Element, section: Section): Markup {
  const name = newId(section.context)
  const tabs = children.map((tab, i) => {
    const { label, content } = tab.type === 'tab' ? splitLabel(tab, section) : { label: null, content: [tab] }
    const id = newId(section.context)
    return [
      element('input', { type: 'radio', name, id, checked: i === 0 }),
      element('label', { for: id }, label ?? `Tab ${i + 1}`),
      element('div', { class: 'panel' }, renderAll(content, section)),
    ]
  })
  return element('div', { class: 'tabs', role: 'group' }, tabs)
}

function renderDetails(node: Element, section: Section): Markup {
  const { label, content } = splitLabel(node, section)
  const summary = element('summary', {}, label ?? 'Details')
  return element('details', { class: 'more' }, summary, renderAll(content, section))
}

function renderFootnote({ children, label }: Of<'footnote'>, section: Section): Markup {
  const footnote = section.context.footnotes.get(label)
  const isFirst = footnote?.isDefined === false
  if (isFirst) footnote.isDefined = true
  const blocks = renderAll(children, section)
  if (!isFirst) return element('div', { class: 'footnote' }, blocks)
  const { number, id, references } = footnote
  const links = references.map((reference, i) => {
    const which = references.length > 1 ? ` ${i + 1}` : ''
    const name = `Back to reference${which} of footnote ${number}`
    return [' ', element('a', { href: `#${reference}`, 'aria-label': name }, '↩')]
  })
  const mark = element('span', { class: 'number' }, `${number}.`)
  return element('div', { class: 'footnote', id }, mark, element('div', {}, blocks, element('p', {}, links)))
}

function splitTitle({ children }: Element, section: Section) {
  const [titles, content] = splitNodes(children)
  // The title of a fence is text as its author wrote it.
  const isPlain = (title: Node) => title.type !== 'text' && title.children.every(({ type }) => type === 'text')
  const shown = titles.map((title) => {
    return isPlain(title) ? withCode(textOf(title, section)) : renderInlines([title], section)
  })
  return { title: shown.length === 0 ? null : shown, content }
}

/** The title of a control, null for none, and its other nodes. A control holds no links: those in it are text. */
function splitLabel({ children }: Element, section: Section) {
  const [titles, content] = splitNodes(children)
  const label = titles.length === 0 ? null : renderInlines(titles, section, { ...BLOCK_TEXT, isInLink: true })
  return { label, content }
}

function splitNodes(nodes: readonly Node[]): readonly [titles: readonly Node[], content: readonly Node[]] {
  return [nodes.filter(({ type }) => type === 'title'), nodes.filter(({ type }) => type !== 'title')]
}
