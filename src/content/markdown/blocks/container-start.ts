/**
 * A line -> the container that it opens: quote, list item, footnote, or an
 * admonition with indented content. The marker is taken off the line.
 */
import { indentedAdmonition } from '../syntax/admonition.ts'
import { CODE_INDENT, indentOf, isBlank, type MarkdownLine, takeContent, takeIndent } from '../syntax/line.ts'
import { normalizeLabel } from '../syntax/link.ts'
import { footnoteDefinition, listMarker, termDefinition } from '../syntax/starts.ts'
import type { LineStart } from './block-start.ts'
import { addTitle, type BlockState, enterLevel } from './block-state.ts'

/** `999999999. ` */
const MAX_MARKER_LENGTH = 12

/** Opens the container that starts with the line. False where none does. */
export function startContainer(state: BlockState, start: LineStart): boolean {
  return (
    startQuote(state, start) || startItem(state, start) || startFootnote(state, start) ||
    startAdmonition(state, start)
  )
}

/** Takes off the markers of containers that are nested too deep: they are no text. */
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
  state.containers.pushQuote()
  return true
}

function startItem(state: BlockState, { line, text, level, paragraph }: LineStart): boolean {
  const { isMdx, containers } = state
  const marker = listMarker(text) ?? (isMdx ? null : termDefinition(text))
  if (marker === null || (paragraph !== null && !marker.canInterrupt)) return false
  const hasSibling = containers.isItem(level, marker.kind)
  const markerEnd = indentOf(line) + marker.length
  enterLevel(state, level)
  takeContent(line, marker.length)
  const isEmpty = isBlank(line)
  // Code in an item starts one column after the marker.
  const columns = isEmpty || (!isMdx && indentOf(line) > CODE_INDENT) ? 1 : indentOf(line)
  takeIndent(line, columns)
  containers.pushItem({ kind: marker.kind, indent: markerEnd + columns, isEmpty, hasSibling })
  return true
}

function startFootnote(state: BlockState, { line, text, level }: LineStart): boolean {
  const footnote = footnoteDefinition(text)
  if (footnote === null) return false
  enterLevel(state, level)
  state.footnotes.add(normalizeLabel(footnote.label))
  takeContent(line, footnote.length)
  takeIndent(line, indentOf(line))
  state.containers.pushIndented(CODE_INDENT)
  return true
}

function startAdmonition(state: BlockState, { line, text, level }: LineStart): boolean {
  const admonition = state.isMdx ? null : indentedAdmonition(text)
  if (admonition === null) return false
  const indent = indentOf(line)
  enterLevel(state, level)
  addTitle(state, admonition.title)
  takeContent(line, text.length)
  state.containers.pushIndented(indent + CODE_INDENT)
  return true
}
