/**
 * Starts and ends of elements, and the ranges of text between them -> the structures of the sections of a page.
 * Elements without text leave no trace, except those that mean something by themselves (an empty cell, an image). An
 * anchor stands before the text that follows it, in the block around that, or at the end of its own block if no text
 * follows there. An element that isn't ended ends with the one around it, or with its section.
 */
import {
  type BlockStart, continuedStart, type ElementStart, type ElementType, HOLDS_TEXT, isInline, ONLY_CHILD, ONLY_PARENT,
} from './element.ts'
import { type ElementRange, formatElements, type TextRange } from './encoding.ts'

/** Open elements of one section; deeper ones leave only their text. */
const MAX_DEPTH = 32
/** UTF-16 units of an address, language or label; elements with longer ones leave only their text. */
const MAX_ATTRIBUTE_LENGTH = 2_000

const KEPT_EMPTY: ReadonlySet<ElementType> = new Set(['cell', 'image', 'footnote-reference'])
/** An id as HTML has it (WHATWG, 3.2.6). */
const ID = /^[^\s\p{C}]{1,200}$/u
/** What browsers remove from an address before they read its scheme (WHATWG URL, 4.4). */
const IGNORED = /^[\s\u0000-\u001f]+|[\t\n\r]+/g
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
/** `pathname` until the site is resolved. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'pathname'])
const IMAGE_SCHEMES = new Set(['http', 'https'])

/** An element that has been started and not ended; each has a higher number than those before it. */
export type ElementId = number

/** The elements of one section of a page, so far. */
export interface StructureWriter {
  /** Those with text, in the order of their starts. */
  readonly elements: WrittenElement[]
  readonly stack: OpenElement[]
  /** Anchors that wait for the text after them. */
  readonly anchors: ElementStart[]
  /** Offset of the end of the last text. */
  lastEnd: number
  /** Ids go up by two: `id - 1` is the parent implied for `id`, so closing `id` leaves it open. */
  nextId: ElementId
}

type WrittenElement = ElementRange & { end: number }

interface OpenElement {
  readonly id: ElementId
  readonly start: ElementStart
  /** Why it is there, around an element that needs it or for text inside; null for one that a caller opened. */
  readonly impliedAs: 'parent' | 'child' | null
  /** Null while it waits for its first text. */
  written: WrittenElement | null
}

/** A writer without open elements. */
export function createStructureWriter(): StructureWriter {
  return { elements: [], stack: [], anchors: [], lastEnd: 0, nextId: 1 }
}

/** Starts an element. */
export function openElement(writer: StructureWriter, start: ElementStart): ElementId {
  const { stack, anchors, nextId: id } = writer
  writer.nextId += 2
  // Links hold no links.
  const isInLink = start.type === 'link' && stack.some((open) => open.start.type === 'link')
  if (!isAllowed(start) || isInLink) return id
  if (start.type === 'anchor') {
    anchors.push(start)
    return id
  }
  if (isInline(start.type)) makeRoom(writer)
  else {
    closeInlines(writer)
    const parent = ONLY_PARENT[start.type]
    if (parent === undefined) makeRoom(writer)
    else ensureParent(writer, parent, id - 1)
  }
  push(writer, { id, start, impliedAs: null, written: null })
  return id
}

/** Ends the element and all that were opened after it. */
export function closeElement(writer: StructureWriter, id: ElementId): void {
  popWhile(writer, (top) => top.id >= id)
}

/**
 * Ends all elements of a section at the heading of the next one; those that go on below it have their numbers there,
 * and no element of the next one has a number that one of the section had.
 */
export function continueElements(writer: StructureWriter, next: StructureWriter): void {
  makeRoom(writer)
  const stack = [...writer.stack]
  closeElement(writer, 0)
  next.nextId = writer.nextId
  for (const open of stack) {
    const start = continuedStart(open.start)
    if (start !== null) next.stack.push({ ...open, start, written: null })
  }
}

/** Takes the next range of text. `isParagraph`: an empty line is before it, which ends inline elements. */
export function addText(writer: StructureWriter, { start, end }: TextRange, isParagraph: boolean): void {
  // Inline elements that wait for their first text begin with this one.
  const isInInline = writer.stack.some((open) => open.written !== null && isInline(open.start.type))
  if (isParagraph && isInInline) closeInlines(writer)
  makeRoom(writer)
  writeStarts(writer, start)
  writer.lastEnd = end
}

/** The structure of the section; ends all elements. */
export function takeStructure(writer: StructureWriter): string {
  closeElement(writer, 0)
  writeAnchors(writer, writer.lastEnd, 0)
  return formatElements(writer.elements)
}

function ensureParent(writer: StructureWriter, parent: BlockStart, id: ElementId): void {
  const { stack } = writer
  popWhile(writer, ({ impliedAs, start }) => impliedAs !== null && start.type !== parent.type)
  if (stack.at(-1)?.start.type === parent.type) return
  const grandparent = ONLY_PARENT[parent.type]
  if (grandparent === undefined) makeRoom(writer)
  else ensureParent(writer, grandparent, id)
  push(writer, { id, start: parent, impliedAs: 'parent', written: null })
}

function push({ stack }: StructureWriter, element: OpenElement): void {
  const { type } = element.start
  const outer = stack.at(-1)?.start.type
  const holdsIt = outer === undefined || isInline(type) || type === 'code' || !HOLDS_TEXT.has(outer)
  if (holdsIt && stack.length < MAX_DEPTH) stack.push(element)
}

/** Leaves elements that hold no text, or opens the child that does. */
function makeRoom(writer: StructureWriter): void {
  const { stack } = writer
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = ONLY_CHILD[top.start.type]
    if (child === undefined) return
    if (top.impliedAs === 'parent') pop(writer)
    else if (stack.length < MAX_DEPTH) push(writer, { id: top.id, start: child, impliedAs: 'child', written: null })
    else return
  }
}

function closeInlines(writer: StructureWriter): void {
  popWhile(writer, ({ start }) => isInline(start.type))
}

function popWhile(writer: StructureWriter, isOver: (top: OpenElement) => boolean): void {
  const { stack } = writer
  for (let top = stack.at(-1); top !== undefined && isOver(top); top = stack.at(-1)) pop(writer)
}

function pop(writer: StructureWriter): void {
  const { stack, lastEnd } = writer
  const top = stack.at(-1)
  if (top === undefined) return
  const { type } = top.start
  if (top.written === null && KEPT_EMPTY.has(type)) writeStarts(writer, lastEnd)
  if (top.written !== null) {
    // A table holds nothing but rows: an anchor at its end stands behind it.
    if (!isInline(type) && ONLY_CHILD[type] === undefined) writeAnchors(writer, lastEnd, stack.length)
    top.written.end = lastEnd
  }
  stack.pop()
}

/** Writes the starts that wait for text, and the anchors outside of code and of inline elements that begin here. */
function writeStarts(writer: StructureWriter, at: number): void {
  for (const [level, open] of writer.stack.entries()) {
    if (open.written !== null) continue
    if (open.start.type === 'code' || isInline(open.start.type)) writeAnchors(writer, at, level)
    open.written = { element: open.start, start: at, end: at, level }
    writer.elements.push(open.written)
  }
  writeAnchors(writer, at, writer.stack.length)
}

/** Writes the anchors that wait for text, inside of `level` elements. */
function writeAnchors({ anchors, elements }: StructureWriter, at: number, level: number): void {
  for (const element of anchors) elements.push({ element, start: at, end: at, level })
  anchors.length = 0
}

/** False for links and images that no page may have, and for attributes without bound. */
function isAllowed(start: ElementStart): boolean {
  switch (start.type) {
    case 'link': return isAddress(start.href, LINK_SCHEMES)
    case 'image': return isAddress(start.src, IMAGE_SCHEMES)
    case 'footnote': case 'footnote-reference': return start.label.length <= MAX_ATTRIBUTE_LENGTH
    case 'anchor': return ID.test(start.id)
    case 'callout': return start.kind.length <= MAX_ATTRIBUTE_LENGTH
    case 'code': return (start.lang?.length ?? 0) <= MAX_ATTRIBUTE_LENGTH
    default: return true
  }
}

function isAddress(address: string, schemes: ReadonlySet<string>): boolean {
  const scheme = SCHEME.exec(address.replace(IGNORED, ''))?.[1]?.toLowerCase()
  return address !== '' && address.length <= MAX_ATTRIBUTE_LENGTH && (scheme === undefined || schemes.has(scheme))
}
