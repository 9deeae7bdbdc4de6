/**
 * Starts and ends of elements, and the ranges of text between them -> the
 * structures of the sections of a page. Elements without text leave no trace,
 * except those that mean something by themselves (an empty cell, an image). An
 * anchor stands before the text that follows it, in the elements around that. An
 * element that isn't ended ends with the one around it, or with its section.
 */
import { type BlockStart, type ElementStart, type ElementType, isInline, ONLY_CHILD, ONLY_PARENT } from './element.ts'
import { formatToken } from './encoding.ts'

/** Open elements of one section; deeper ones leave only their text. */
const MAX_DEPTH = 32
/** UTF-16 units of an address, language or label; elements with longer ones leave only their text. */
const MAX_ATTRIBUTE_LENGTH = 2_000

/** Elements that hold text, inline elements and code; other blocks in them leave only their text. */
const HOLDS_TEXT: ReadonlySet<ElementType> = new Set(['heading', 'title', 'term', 'cell', 'code'])
const KEPT_EMPTY: ReadonlySet<ElementType> = new Set(['cell', 'image', 'footnote-reference'])
/** An id as HTML has it (WHATWG, 3.2.6). */
const ID = /^[^\s\p{C}]{1,200}$/u
/** A scheme in an address. */
const SCHEME = /^[\s\u0000-\u001f]*([A-Za-z][A-Za-z0-9+.-]*):/
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const IMAGE_SCHEMES = new Set(['http', 'https'])

/** An element that has been started and not ended; each has a higher number than those before it. */
export type ElementId = number

/** A writer of the structures of one page. */
export interface StructureWriter {
  readonly open: (start: ElementStart) => ElementId
  /** Ends the element and all that were opened after it. */
  readonly close: (id: ElementId) => void
  /**
   * Takes the next range of text. `isParagraph`: an empty line separates it from the text before, which ends inline
   * elements.
   */
  readonly addText: (start: number, end: number, isParagraph: boolean) => void
  /** The structure since the last call; ends all elements. */
  readonly take: () => string
}

interface OpenElement {
  readonly id: ElementId
  readonly start: ElementStart
  /**
   * Null for one that a caller opened: else it is there for an element that needs it around itself, or for text
   * inside.
   */
  readonly impliedAs: 'parent' | 'child' | null
}

/** A writer without open elements. */
export function createStructureWriter(): StructureWriter {
  let structure = ''
  const stack: OpenElement[] = []
  /** Elements of the stack, from its bottom, whose start has been written: the others wait for their first text. */
  let written = 0
  /** Anchors that wait for the text after them. */
  let anchors: ElementStart[] = []
  let lastToken = 0
  let lastEnd = 0
  /** The number before it is that of an implied parent, which the end of its child doesn't end. */
  let nextId: ElementId = 1

  function open(start: ElementStart): ElementId {
    const id = nextId
    nextId += 2
    if (!isAllowed(start) || (start.type === 'link' && isInLink())) return id
    if (start.type === 'anchor') {
      anchors.push(start)
      return id
    }
    if (isInline(start.type)) makeRoom()
    else {
      closeInlines()
      const parent = ONLY_PARENT[start.type]
      if (parent === undefined) makeRoom()
      else ensureParent(parent, id - 1)
    }
    push(start, id, null)
    return id
  }

  /** Links hold no links. */
  function isInLink(): boolean {
    return stack.some(({ start: { type } }) => type === 'link')
  }

  function ensureParent(parent: BlockStart, id: ElementId): void {
    const isImpliedOther = (top: (typeof stack)[number] | undefined) =>
      top !== undefined && top.impliedAs !== null && top.start.type !== parent.type
    while (isImpliedOther(stack.at(-1))) pop()
    if (stack.at(-1)?.start.type === parent.type) return
    const grandparent = ONLY_PARENT[parent.type]
    if (grandparent === undefined) makeRoom()
    else ensureParent(grandparent, id)
    push(parent, id, 'parent')
  }

  function push(start: ElementStart, id: ElementId, impliedAs: OpenElement['impliedAs']): void {
    const outer = stack.at(-1)?.start.type
    const holdsIt = outer === undefined || isInline(start.type) || start.type === 'code' || !HOLDS_TEXT.has(outer)
    if (holdsIt && stack.length < MAX_DEPTH) stack.push({ id, start, impliedAs })
  }

  /** Leaves elements that hold no text, or opens the child that does. */
  function makeRoom(): void {
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = ONLY_CHILD[top.start.type]
      if (child === undefined) return
      if (top.impliedAs === 'parent') pop()
      else if (stack.length < MAX_DEPTH) push(child, top.id, 'child')
      else return
    }
  }

  function close(id: ElementId): void {
    for (let top = stack.at(-1); top !== undefined && top.id >= id; top = stack.at(-1)) pop()
  }

  function pop(): void {
    const top = stack.at(-1)
    if (top !== undefined && written < stack.length && KEPT_EMPTY.has(top.start.type)) flush(lastEnd)
    if (written === stack.length) {
      write(null, lastEnd)
      written -= 1
    }
    stack.pop()
  }

  function closeInlines(): void {
    for (let top = stack.at(-1); top !== undefined && isInline(top.start.type); top = stack.at(-1)) pop()
  }

  function addText(start: number, end: number, isParagraph: boolean): void {
    if (stack.length > 0) {
      // Inline elements are above all blocks in the stack. Those that wait for their first text begin with this one.
      if (isParagraph && stack.findIndex(({ start: { type } }) => isInline(type)) < written) closeInlines()
      makeRoom()
      flush(start)
    }
    writeAnchors(start)
    lastEnd = end
  }

  function flush(at: number): void {
    for (let element = stack[written]; element !== undefined; element = stack[written]) {
      write(element.start, at)
      written += 1
    }
  }

  function writeAnchors(at: number): void {
    if (anchors.length === 0) return
    for (const anchor of anchors) {
      write(anchor, at)
      write(null, at)
    }
    anchors = []
  }

  function write(start: ElementStart | null, at: number): void {
    structure += formatToken(start, at - lastToken)
    lastToken = at
  }

  function take(): string {
    while (stack.length > 0) pop()
    writeAnchors(lastEnd)
    const taken = structure
    structure = ''
    lastToken = 0
    lastEnd = 0
    return taken
  }

  return { open, close, addText, take }
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
