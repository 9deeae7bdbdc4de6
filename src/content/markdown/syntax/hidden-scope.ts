/**
 * Tags and containers of a Markdown page, in order -> whether what is between
 * them is inside a hidden element of HTML.
 */
import { isHiddenByAttributes } from '../../invisible.ts'
import type { Tag } from './tag.ts'

/** Elements that hold blocks. All others end with the block of text in which they start. */
const BLOCK_ELEMENTS = new Set(
  `address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form header li
  main nav ol section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)
/** Elements without content. */
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** The outermost hidden element that is open, if any. */
export interface HiddenScope {
  readonly isOpen: () => boolean
  /** Takes a tag. True if it is hidden, or the start or end of the hidden element. */
  readonly takeTag: (tag: Tag) => boolean
  /** Takes the start of a container. True if it is inside. */
  readonly startContainer: () => boolean
  /** Takes the end of a container. True if it started inside; else it ends the hidden element, too. */
  readonly endContainer: () => boolean
  /** Takes the end of a block of text. */
  readonly endBlock: () => void
}

/** The scope before the first block. */
export function createHiddenScope(): HiddenScope {
  /** Name of the hidden element. */
  let name: string | null = null
  /** Open elements of that name inside it. */
  let nested = 0
  /** Open containers inside it. */
  let containers = 0

  function start(tag: Tag): boolean {
    if (tag.kind === 'close' || tag.element === null || !isHiddenByAttributes(tag.attributes)) return false
    if (tag.kind === 'open' && !VOID_ELEMENTS.has(tag.element)) [name, nested, containers] = [tag.element, 0, 0]
    return true
  }

  return {
    isOpen: () => name !== null,
    takeTag(tag) {
      if (name === null) return start(tag)
      if (tag.element !== name) return true
      if (tag.kind === 'open') nested += 1
      else if (tag.kind === 'close' && nested > 0) nested -= 1
      else if (tag.kind === 'close') name = null
      return true
    },
    startContainer() {
      if (name !== null) containers += 1
      return name !== null
    },
    endContainer() {
      if (name === null || containers === 0) {
        name = null
        return false
      }
      containers -= 1
      return true
    },
    endBlock() {
      if (name !== null && !BLOCK_ELEMENTS.has(name)) name = null
    },
  }
}
