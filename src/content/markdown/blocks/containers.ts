/**
 * The stack of open containers of a Markdown page: quotes, list items, and what
 * is indented below a footnote or an admonition.
 */
import type { Break } from '../../section-writer.ts'
import { indentOf, isBlank, type MarkdownLine, takeContent, takeIndent } from '../syntax/line.ts'

/** Containers inside each other; the marks of deeper ones are left out of the text all the same. */
export const MAX_DEPTH = 32

export interface Containers {
  readonly depth: () => number
  /** How many containers, from the outermost, go on with this line; what marks them is taken off it. */
  readonly match: (line: MarkdownLine) => number
  /** Closes all but the outermost `count`. */
  readonly keep: (count: number) => void
  readonly pushQuote: () => void
  /** What is indented by `indent` columns belongs to it. */
  readonly pushIndented: (indent: number) => void
  readonly pushItem: (item: Item) => void
  /** Whether the container at `index` is an item of such a list. */
  readonly isItem: (index: number, kind: string) => boolean
  /** What the innermost container is, where nothing stands in it yet. */
  readonly fresh: () => 'quote' | 'item' | 'indented' | null
  /** The break before a block that opens now. */
  readonly gap: () => Break
  /** The block that opens now is the first content of all containers around it. */
  readonly settle: () => void
}

export interface Item {
  /** Tells lists apart. */
  readonly kind: string
  readonly indent: number
  /** Whether nothing stands behind the marker. */
  readonly isEmpty: boolean
  /** Whether the item above belongs to the same list. */
  readonly hasSibling: boolean
}

interface Container {
  readonly type: 'quote' | 'item' | 'indented'
  readonly kind: string
  readonly indent: number
  readonly isEmpty: boolean
  /** The break before its first block, null once that is there. */
  gap: Break | null
}

/** `isMdx` lifts the limit of three columns: MDX has no indented code. */
export function createContainers({ isMdx }: { readonly isMdx: boolean }): Containers {
  const stack: Container[] = []

  function match(line: MarkdownLine): number {
    let count = 0
    while (count < stack.length && matches(stack[count]!, line)) count += 1
    return count
  }

  function matches({ type, indent, isEmpty, gap }: Container, line: MarkdownLine): boolean {
    if (type === 'quote') {
      if (isBlank(line) || line.text[line.contentAt] !== '>' || (!isMdx && indentOf(line) > 3)) return false
      takeContent(line, 1)
      takeIndent(line, 1)
      return true
    }
    if (isBlank(line)) return !(isEmpty && gap !== null)
    if (indentOf(line) < indent) return false
    takeIndent(line, indent)
    return true
  }

  function push(container: Container): void {
    if (stack.length < MAX_DEPTH) stack.push(container)
  }

  function pushItem({ kind, indent, isEmpty, hasSibling }: Item): void {
    const isTight = hasSibling || stack.some((one) => one.type === 'item')
    push({ type: 'item', kind, indent, isEmpty, gap: isTight ? 'line' : 'block' })
  }

  return {
    depth: () => stack.length,
    match,
    keep: (count) => {
      stack.length = Math.min(stack.length, count)
    },
    pushQuote: () => push({ type: 'quote', kind: '>', indent: 0, isEmpty: false, gap: 'block' }),
    pushIndented: (indent) => push({ type: 'indented', kind: '', indent, isEmpty: false, gap: 'block' }),
    pushItem,
    isItem: (index, kind) => stack[index]?.type === 'item' && stack[index].kind === kind,
    fresh: () => {
      const top = stack[stack.length - 1]
      return top === undefined || top.gap === null ? null : top.type
    },
    gap: () => stack.find((one) => one.gap !== null)?.gap ?? 'block',
    settle: () => {
      for (const one of stack) one.gap = null
    },
  }
}
