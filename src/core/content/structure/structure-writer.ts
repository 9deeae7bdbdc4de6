/**
 * Starts and ends of elements, and the ranges of text between them -> the
 * structures of the sections of a page. Elements without text leave no trace,
 * except those that mean something by themselves (an empty cell, an image). An
 * anchor stands before the text that follows it, in the block around that, or at
 * the end of its own block if no text follows there. An element that isn't ended
 * ends with the one around it, or with its section.
 */
import {
  type BlockStart, type ElementStart, type ElementType, HOLDS_TEXT, isInline, ONLY_CHILD, ONLY_PARENT,
} from './element.ts'
import { formatToken } from './encoding.ts'

/** Open elements of one section; deeper ones leave only their text. */
const MAX_DEPTH = 32
/** UTF-16 units of an address, language or label; elements with longer ones leave only their text. */
const MAX_ATTRIBUTE_LENGTH = 2_000

const KEPT_EMPTY: ReadonlySet<ElementType> = new Set(['cell', 'image', 'footnote-reference'])
/** An id as HTML has it (WHATWG, 3.2.6). */
const ID = /^[^\s\p{C}]{1,200}$/u
/** A scheme in an address. */
const SCHEME = /^[\s\u0000-\u001f]*([A-Za-z][A-Za-z0-9+.-]*):/
/** `pathname` until the site is resolved. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'pathname'])
const IMAGE_SCHEMES = new Set(['http', 'https'])

/** An element that has been started and not ended; each has a higher number than those before it. */
export type ElementId = number

/** The structure of the open section of a page, so far. */
export interface StructureWriter {
  structure: string
  readonly stack: OpenElement[]
  /** Elements of the stack, from its bottom, whose start has been written: the others wait for their first text. */
  written: number
  /** Anchors that wait for the text after them. */
  readonly anchors: ElementStart[]
  /** Offsets of the last token and of the end of the last text. */
  lastToken: number
  lastEnd: number
  /** The number before it is that of an implied parent, which the end of its child doesn't end. */
  nextId: ElementId
}

interface OpenElement {
  readonly id: ElementId
  readonly start: ElementStart
  /**
   * Null for one that a caller opened: else it is there for an element that needs it around itself, or for text inside.
   */
  readonly impliedAs: 'parent' | 'child' | null
}

/** A writer without open elements. */
export function createStructureWriter(): StructureWriter {
  return { structure: '', stack: [], written: 0, anchors: [], lastToken: 0, lastEnd: 0, nextId: 1 }
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
  push(writer, { id, start, impliedAs: null })
  return id
}

/** Ends the element and all that were opened after it. */
export function closeElement(writer: StructureWriter, id: ElementId): void {
  const { stack } = writer
  for (let top = stack.at(-1); top !== undefined && top.id >= id; top = stack.at(-1)) pop(writer)
}

/**
 * Takes the next range of text. `isParagraph`: an empty line separates it from the text before, which ends inline
 * elements.
 */
export function addText(
  writer: StructureWriter,
  { start, end }: { readonly start: number; readonly end: number },
  isParagraph: boolean,
): void {
  const { stack } = writer
  if (stack.length > 0) {
    // Inline elements are above all blocks in the stack. Those that wait for their first text begin with this one.
    if (isParagraph && stack.findIndex((open) => isInline(open.start.type)) < writer.written) closeInlines(writer)
    makeRoom(writer)
    writeStarts(writer, start)
  } else writeAnchors(writer, start)
  writer.lastEnd = end
}

/** The structure since the last call; ends all elements. */
export function takeStructure(writer: StructureWriter): string {
  while (writer.stack.length > 0) pop(writer)
  writeAnchors(writer, writer.lastEnd)
  const { structure } = writer
  writer.structure = ''
  writer.lastToken = 0
  writer.lastEnd = 0
  return structure
}

function ensureParent(writer: StructureWriter, parent: BlockStart, id: ElementId): void {
  const { stack } = writer
  const isImpliedOther = (top: OpenElement | undefined) => {
    return top !== undefined && top.impliedAs !== null && top.start.type !== parent.type
  }
  while (isImpliedOther(stack.at(-1))) pop(writer)
  if (stack.at(-1)?.start.type === parent.type) return
  const grandparent = ONLY_PARENT[parent.type]
  if (grandparent === undefined) makeRoom(writer)
  else ensureParent(writer, grandparent, id)
  push(writer, { id, start: parent, impliedAs: 'parent' })
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
    else if (stack.length < MAX_DEPTH) push(writer, { id: top.id, start: child, impliedAs: 'child' })
    else return
  }
}

function closeInlines(writer: StructureWriter): void {
  const { stack } = writer
  for (let top = stack.at(-1); top !== undefined && isInline(top.start.type); top = stack.at(-1)) pop(writer)
}

function pop(writer: StructureWriter): void {
  const { stack, lastEnd } = writer
  const top = stack.at(-1)
  if (top === undefined) return
  if (writer.written < stack.length && KEPT_EMPTY.has(top.start.type)) writeStarts(writer, lastEnd)
  if (writer.written === stack.length) {
    // A table holds nothing but rows: an anchor at its end stands behind it.
    if (!isInline(top.start.type) && ONLY_CHILD[top.start.type] === undefined) writeAnchors(writer, lastEnd)
    write(writer, null, lastEnd)
    writer.written -= 1
  }
  stack.pop()
}

/** Writes the starts that wait for text, and the anchors outside of code and of inline elements that begin here. */
function writeStarts(writer: StructureWriter, at: number): void {
  const { stack } = writer
  for (let index = writer.written; index < stack.length; index += 1) {
    const start = stack[index]?.start
    if (start === undefined) break
    if (start.type === 'code' || isInline(start.type)) writeAnchors(writer, at)
    write(writer, start, at)
  }
  writeAnchors(writer, at)
  writer.written = stack.length
}

function writeAnchors(writer: StructureWriter, at: number): void {
  if (writer.anchors.length === 0) return
  for (const anchor of writer.anchors.splice(0)) {
    write(writer, anchor, at)
    write(writer, null, at)
  }
}

function write(writer: StructureWriter, start: ElementStart | null, at: number): void {
  writer.structure += formatToken(start, at - writer.lastToken)
  writer.lastToken = at
}

/** False for links and images that no page may have, and for attributes without bound. */
function isAllowed(start: ElementStart): boolean {
  switch (start.type) {
    case 'link': return isAddress(start.href, LINK_SCHEMES)
    case 'image': return isAddress(start.src, IMAGE_SCHEMES)
    case 'footnote':
    case 'footnote-reference': return start.label.length <= MAX_ATTRIBUTE_LENGTH
    case 'anchor': return ID.test(start.id)
    case 'callout': return start.kind.length <= MAX_ATTRIBUTE_LENGTH
    case 'code': return (start.lang?.length ?? 0) <= MAX_ATTRIBUTE_LENGTH
    default: return true
  }
}

function isAddress(address: string, schemes: ReadonlySet<string>): boolean {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  return address !== '' && address.length <= MAX_ATTRIBUTE_LENGTH && (scheme === undefined || schemes.has(scheme))
}
