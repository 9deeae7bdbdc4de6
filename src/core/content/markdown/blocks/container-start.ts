/**
 * A line -> the container that it opens: quote, list item, footnote, or an
 * admonition with indented content. The marker is taken off the line.
 */
import type { BlockStart } from '../../structure/element.ts'
import { indentedAdmonition } from '../generators/admonition.ts'
import {
  CODE_INDENT, createLine, indentOf, isBlank, type MarkdownLine, takeContent, takeIndent,
} from '../syntax/line.ts'
import { normalizeLabel } from '../syntax/link.ts'
import { footnoteDefinition, type ListMarker, listMarker, termDefinition } from '../syntax/starts.ts'
import type { LineStart } from './block-start.ts'
import { addTitle, type BlockState, enterLevel, startElements } from './block-state.ts'

/** `999999999. ` */
const MAX_MARKER_LENGTH = 12

/** Opens the container that starts with the line. False if none does. */
export function startContainer(state: BlockState, start: LineStart): boolean {
  return (
    startQuote(state, start) || startItem(state, start) || startFootnote(state, start) ||
    startAdmonition(state, start)
  )
}

/** Takes off the markers of containers that are nested too deep: they are not text. */
export function skipMarkers(line: MarkdownLine): void {
  while (true) {
    const marker = line.text.slice(line.contentAt, line.contentAt + MAX_MARKER_LENGTH)
    const length = marker.startsWith('>') ? 1 : (listMarker(marker)?.length ?? 0)
    if (length === 0) return
    takeContent(line, length)
  }
}

function startQuote(state: BlockState, { line, text, level }: LineStart): boolean {
  if (text[0] !== '>') return false
  enterLevel(state, level)
  takeContent(line, 1)
  takeIndent(line, 1)
  const quote = { type: 'quote' } as const
  startElements(state, [quote])
  state.containers.pushQuote(quote)
  return true
}

function startItem(state: BlockState, { line, text, level, paragraph }: LineStart): boolean {
  const { isMdx, containers } = state
  const marker = listMarker(text) ?? (isMdx ? null : termDefinition(text))
  if (marker === null || (paragraph !== null && !marker.canInterrupt)) return false
  const sibling = containers.listAt(level, marker.kind)
  const markerEnd = indentOf(line) + marker.length
  enterLevel(state, level)
  const elements = startItemElements(state, marker, sibling)
  takeContent(line, marker.length)
  const isEmpty = isBlank(line)
  // Code in an item starts one column after the marker.
  const columns = isEmpty || (!isMdx && indentOf(line) > CODE_INDENT) ? 1 : indentOf(line)
  takeIndent(line, columns)
  containers.pushItem({ kind: marker.kind, indent: markerEnd + columns, isEmpty, sibling, elements })
  return true
}

/** Starts an item, and its list if it is the first. */
function startItemElements(state: BlockState, marker: ListMarker, sibling: BlockStart | null): readonly BlockStart[] {
  if (marker.kind === ':') return startDefinition(state, sibling)
  const list = sibling ?? ({ type: 'list', first: marker.number } as const)
  const item = { type: 'item', isDone: null } as const
  // The end of its last item ended the list.
  if (sibling !== null) state.blocks.pop()
  startElements(state, sibling === null ? [list, item] : [item])
  return [list, item]
}

/** Starts a definition, whose term is the paragraph above. */
function startDefinition(state: BlockState, sibling: BlockStart | null): readonly BlockStart[] {
  const { blocks } = state
  const paragraph = blocks.at(-1)
  const term = paragraph?.type === 'paragraph' && !paragraph.isFlow ? paragraph : null
  if (sibling !== null || term !== null) blocks.pop()
  const last = term === null ? undefined : blocks.at(-1)
  const previous = last?.type === 'end' && last.element.type === 'definitions' ? last.element : null
  if (previous !== null) blocks.pop()
  const list = sibling ?? previous ?? ({ type: 'definitions' } as const)
  if (sibling === null && previous === null) startElements(state, [list])
  if (term !== null) {
    const element = { type: 'term' } as const
    blocks.push({ type: 'start', element }, term, { type: 'end', element })
  }
  const definition = { type: 'definition' } as const
  startElements(state, [definition])
  return [list, definition]
}

function startFootnote(state: BlockState, { line, text, level }: LineStart): boolean {
  const footnote = footnoteDefinition(text)
  if (footnote === null) return false
  enterLevel(state, level)
  const label = normalizeLabel(footnote.label)
  const element = { type: 'footnote', label } as const
  state.footnotes.add(label)
  takeContent(line, footnote.length)
  takeIndent(line, indentOf(line))
  startElements(state, [element])
  state.containers.pushIndented(CODE_INDENT, element)
  return true
}

function startAdmonition(state: BlockState, { line, text, level }: LineStart): boolean {
  const admonition = state.isMdx ? null : indentedAdmonition(text)
  if (admonition === null) return false
  const { element, title, isTitled } = admonition
  const indent = indentOf(line)
  if (!isTitled && !isIndentedBelow(state, level, indent + CODE_INDENT)) return false
  enterLevel(state, level)
  startElements(state, [element])
  if (title !== null) addTitle(state, title)
  takeContent(line, text.length)
  state.containers.pushIndented(indent + CODE_INDENT, element)
  return true
}

/** True if the next line with content is in the outermost `level` containers, and indented by `indent` columns. */
function isIndentedBelow({ pageLines, containers, index }: BlockState, level: number, indent: number): boolean {
  for (let next = index + 1; next < pageLines.length; next += 1) {
    const line = createLine(pageLines[next] ?? '')
    const matched = containers.match(line, level)
    if (!isBlank(line)) return matched === level && indentOf(line) >= indent
  }
  return false
}
