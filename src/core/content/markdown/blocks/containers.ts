/**
 * The stack of open containers of a Markdown page: quotes, list items, and
 * footnotes and admonitions with their indented content.
 */
import type { Separator } from '../../section-writer.ts'
import type { BlockStart } from '../../structure/element.ts'
import { indentOf, isBlank, type MarkdownLine, takeContent, takeIndent } from '../syntax/line.ts'

/** Depth of nested containers. Deeper ones are not containers, but their markers are left out of the text as well. */
export const MAX_DEPTH = 32

/** The open containers, outermost first. */
export type Containers = ReturnType<typeof createContainers>

/** A list item that a line opens. */
export interface ListItem {
  /** The same for all items of one list. */
  readonly kind: string
  readonly indent: number
  /** True if the line ends after the marker. */
  readonly isEmpty: boolean
  /** The list that the item above belongs to as well; null if it starts a list. */
  readonly sibling: BlockStart | null
  /** The list and the item. */
  readonly elements: readonly BlockStart[]
}

interface Container {
  readonly type: 'quote' | 'item' | 'indented'
  readonly kind: string
  readonly indent: number
  readonly isEmpty: boolean
  /** The elements that it is in the tree, outermost first. */
  readonly elements: readonly BlockStart[]
  /** The separator before its first block; null once it has a block. */
  separator: Separator | null
}

/** An empty stack. `isMdx` lifts the limit of three columns before a marker: MDX has no indented code. */
export function createContainers({ isMdx }: { readonly isMdx: boolean }) {
  const stack: Container[] = []

  /**
   * Number of containers, from the outermost and at most `count`, that continue on this line; their markers are taken
   * off it.
   */
  function match(line: MarkdownLine, count = stack.length): number {
    let level = 0
    for (const container of stack) {
      if (level >= count || !continues(container, line)) break
      level += 1
    }
    return level
  }

  function continues({ type, indent, isEmpty, separator }: Container, line: MarkdownLine): boolean {
    if (type === 'quote') {
      if (isBlank(line) || line.text[line.contentAt] !== '>' || (!isMdx && indentOf(line) > 3)) return false
      takeContent(line, 1)
      takeIndent(line, 1)
      return true
    }
    if (isBlank(line)) return !(isEmpty && separator !== null)
    if (indentOf(line) < indent) return false
    takeIndent(line, indent)
    return true
  }

  function push(container: Container): void {
    if (stack.length < MAX_DEPTH) stack.push(container)
  }

  /** Closes all but the outermost `count`; the elements of those that it closes, innermost first. */
  function keep(count: number): readonly BlockStart[] {
    if (count >= stack.length) return []
    return stack.splice(count).flatMap(({ elements }) => elements).reverse()
  }

  function pushItem({ kind, indent, isEmpty, sibling, elements }: ListItem): void {
    const isTight = sibling !== null || stack.some((container) => container.type === 'item')
    push({ type: 'item', kind, indent, isEmpty, elements, separator: isTight ? 'line' : 'block' })
  }

  /** The list of the container at `index`, if that is an item of a list of this kind, else null. */
  function listAt(index: number, kind: string): BlockStart | null {
    const container = stack[index]
    return container?.type === 'item' && container.kind === kind ? (container.elements[0] ?? null) : null
  }

  return {
    depth: () => stack.length, match, keep, pushItem, listAt,
    pushQuote: (element: BlockStart) => {
      push({ type: 'quote', kind: '>', indent: 0, isEmpty: false, elements: [element], separator: 'block' })
    },
    /** Opens a container of the lines that are indented by `indent` columns. */
    pushIndented: (indent: number, element: BlockStart) => {
      push({ type: 'indented', kind: '', indent, isEmpty: false, elements: [element], separator: 'block' })
    },
    /** True if a container after the outermost `count` is a quote. */
    hasQuote: (count: number) => stack.slice(count).some(({ type }) => type === 'quote'),
    /** Type of the innermost container while it is empty, else null. */
    emptyType: () => {
      const innermost = stack.at(-1)
      return innermost === undefined || innermost.separator === null ? null : innermost.type
    },
    /** The separator before a block that opens now. */
    separator: () => stack.find((container) => container.separator !== null)?.separator ?? 'block',
    /** Marks all open containers as no longer empty. */
    markFilled: () => {
      for (const container of stack) container.separator = null
    },
  }
}
