/**
 * Tags and containers of a Markdown page, in order -> whether what is between them is inside a hidden element of HTML.
 */
import { isLeftOut } from '../../html/boilerplate.ts'
import { IMPLIED_ENDS, isBlock, VOID, words } from '../../html/tree.ts'
import type { Tag } from './tag.ts'

/** Elements on lines of their own that hold no blocks. */
const HOLDS_TEXT = words('h1 h2 h3 h4 h5 h6 legend p pre')

/** What a page of MDX adds to its head. */
const HEAD = 'head'
/** A component of Mintlify with what only programs get: mintlify.com/docs/components/visibility */
const AUDIENCE = 'Visibility'

/** The name of an element, or of a component that can hide what is in it; null for any other component. */
function scopeName({ element, name }: Tag): string | null {
  return element ?? (name === AUDIENCE ? name : null)
}

/** True for an element that holds blocks. All others end with the block of text in which they start. */
function holdsBlocks(element: string): boolean {
  return element === HEAD || element === AUDIENCE || (isBlock(element) && !HOLDS_TEXT.has(element))
}

/** The scope before the first block: the outermost hidden element that is open, if any. */
export function createHiddenScope() {
  /** Name of the hidden element. */
  let name: string | null = null
  let inside = createNesting<null>()
  /** Block elements around the hidden element. */
  const outside = createNesting<null>()
  /** Open containers inside it. */
  let containers = 0

  /** Takes a tag that is not inside. True if its element is hidden. */
  function takeShown(tag: Tag): boolean {
    const { kind, attributes } = tag
    const element = scopeName(tag)
    if (element === null) return false
    const isForPrograms = element === AUDIENCE && attributes.get('for') === 'agents'
    if (kind === 'close') outside.close(element)
    else if (element === HEAD || isForPrograms || isLeftOut({ name: element, attributes })) {
      if (kind === 'open' && !VOID.has(element)) [name, inside, containers] = [element, createNesting<null>(), 0]
      return true
    } else if (kind === 'open' && holdsBlocks(element)) outside.open(element, null)
    return false
  }

  /** True for the start tag of a sibling, which ends the hidden element: `<li>` after `<li hidden>`. */
  function isSibling(element: string): boolean {
    const implied = IMPLIED_ENDS.get(element)
    return implied !== undefined && implied.ends.has(name ?? '') && ![...implied.within].some(inside.has)
  }

  return {
    isOpen: () => name !== null,
    /** Takes a tag. True if it is hidden, or the start or end of the hidden element. */
    takeTag(tag: Tag): boolean {
      const { kind } = tag
      const element = scopeName(tag)
      if (name === null) return takeShown(tag)
      if (element === null || kind === 'empty' || VOID.has(element)) return true
      const endsIt = element === name || outside.has(element)
      const isOver = kind === 'open' ? isSibling(element) : !inside.has(element) && endsIt
      if (!isOver) {
        if (kind === 'open') inside.open(element, null)
        else inside.close(element)
        return true
      }
      const isOwnEnd = kind === 'close' && element === name
      name = null
      return isOwnEnd || takeShown(tag)
    },
    /** Takes the start of a container. True if it is inside. */
    startContainer(): boolean {
      if (name !== null) containers += 1
      return name !== null
    },
    /** Takes the end of a container. True if it started inside; else it ends the hidden element, too. */
    endContainer(): boolean {
      if (name === null || containers === 0) {
        name = null
        return false
      }
      containers -= 1
      return true
    },
    endBlock(): void {
      if (name !== null && !holdsBlocks(name)) name = null
    },
  }
}

/** What is remembered as open; of more, the outermost have no end. */
const MAX_OPEN = 512

/**
 * What is open at a place, by name, from the outermost on. An end closes the innermost of its name, and with it all
 * that is open inside, whose own ends are missing.
 */
export function createNesting<T>() {
  const opened: { readonly name: string; readonly value: T }[] = []
  const indexOf = (name: string) => opened.findLastIndex((one) => one.name === name)

  return {
    open(name: string, value: T): void {
      opened.push({ name, value })
      if (opened.length > MAX_OPEN) opened.shift()
    },
    /** Closes the innermost of this name, and gives back its value; undefined without one. */
    close(name: string): T | undefined {
      const index = indexOf(name)
      return index === -1 ? undefined : opened.splice(index)[0]?.value
    },
    has: (name: string) => indexOf(name) !== -1,
  }
}
