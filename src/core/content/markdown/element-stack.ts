/**
 * Starts and ends of block elements as Markdown pages have them -> those of the
 * section writer. Containers such as lists always have an end. Tags and
 * directives may lack one, or have one too many: they have a key by which an
 * end finds its start, and end with the container that they are in.
 */
import type { SectionWriter } from '../section-writer.ts'
import type { BlockStart } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'

/** Open tags and directives of one page, besides its containers; deeper ones leave only their text. */
const MAX_OPEN = 64

/** The open elements of a page. */
export interface ElementStack {
  readonly openContainer: (start: BlockStart) => void
  /** Ends the innermost container and all that is inside. */
  readonly closeContainer: () => void
  /** Starts a tag or directive; null for one that has an end but is not an element. */
  readonly open: (key: string, start: BlockStart | null) => void
  /** Ends the innermost open tag or directive with the key, and all that is inside. True if that was an element. */
  readonly close: (key: string) => boolean
  /** Ends the elements that the start of a sibling ends: like `close`, but only inside the innermost of `parents`. */
  readonly closeSibling: (keys: readonly string[], parents: readonly string[]) => boolean
  /** Leaves all tags and directives: a section has started, which ended the elements of the page. */
  readonly startSection: () => void
  /** Key of the innermost tag or directive; null for a container. */
  readonly innermost: () => string | null
  /** Type of the innermost element, null outside of all. */
  readonly innermostType: () => BlockStart['type'] | null
}

interface OpenEntry {
  /** Null for a container. */
  readonly key: string | null
  /** Null for no element. */
  readonly id: ElementId | null
  /** The innermost element; that around it if it is not an element. */
  readonly type: BlockStart['type'] | null
}

/** A stack without elements. */
export function createElementStack(writer: SectionWriter): ElementStack {
  const stack: OpenEntry[] = []
  let openKeys = 0
  /** Open tags and directives above the limit. */
  let skipped = 0

  function push(key: string | null, start: BlockStart | null): void {
    const type = start?.type ?? stack.at(-1)?.type ?? null
    stack.push({ key, id: start === null ? null : writer.open(start), type })
  }

  function open(key: string, start: BlockStart | null): void {
    if (openKeys === MAX_OPEN) skipped += 1
    else {
      openKeys += 1
      push(key, start)
    }
  }

  /** Ends the entry at the index and all above it. True if it is an element. */
  function closeFrom(index: number): boolean {
    const entries = stack.splice(index)
    for (const { key } of entries) if (key !== null) openKeys -= 1
    const id = entries.find((entry) => entry.id !== null)?.id
    if (id !== undefined && id !== null) writer.close(id)
    return entries[0]?.id !== null
  }

  function closeContainer(): void {
    skipped = 0
    const index = stack.findLastIndex(({ key }) => key === null)
    if (index !== -1) closeFrom(index)
  }

  function close(key: string): boolean {
    if (skipped === 0) return closeSibling([key], [])
    skipped -= 1
    return false
  }

  function closeSibling(keys: readonly string[], parents: readonly string[]): boolean {
    for (let index = stack.length - 1; index >= 0; index -= 1) {
      const key = stack[index]?.key ?? null
      if (key === null || parents.includes(key)) break
      if (keys.includes(key)) return closeFrom(index)
    }
    return false
  }

  function startSection(): void {
    const containers = stack.filter(({ key }) => key === null)
    stack.length = 0
    for (const { key } of containers) stack.push({ key, id: null, type: null })
    openKeys = 0
    skipped = 0
  }

  return {
    openContainer: (start) => push(null, start),
    closeContainer,
    open,
    close,
    closeSibling,
    startSection,
    innermost: () => stack.at(-1)?.key ?? null,
    innermostType: () => stack.at(-1)?.type ?? null,
  }
}
