/**
 * The open elements of a Markdown page, and the text that is not written yet: a tag such as `<h2>` or `<code>` collects
 * the text inside it before any of it is written. Containers such as lists always have an end. Tags and directives may
 * lack one, or have one too many: they have a key by which an end finds its start, and end with the container that they
 * are in.
 */
import type { WrittenHeading } from '../generators/heading-ids.ts'
import type { ImpliedEnds } from '../html/tree.ts'
import { stripInvisible } from '../invisible.ts'
import type { CodeAttributes, SectionWriter, Separator } from '../section-writer.ts'
import { type BlockStart, continuedStart, type InlineStart } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'
import type { IdentifiedHeading, PageValues } from './inlines/heading-text.ts'

/** A heading of the page, of Markdown or a tag: `slugText` is null for a tag such as `<h2>`. */
export interface MarkdownHeading extends WrittenHeading, IdentifiedHeading {
  /** True inside a hidden element: it has its id, but no reader sees it. */
  readonly isHidden: boolean
  readonly line: number
}

/** State that all parts of the block writer share. */
export interface TextState extends PageValues {
  readonly writer: SectionWriter
  /** Takes each heading, below which the text after it is. True if it starts a section. */
  readonly onHeading: (heading: MarkdownHeading) => boolean
  readonly elements: ReturnType<typeof createElementStack>
  /** Labels that tabs state for those inside, which are still to come, of open tabs, innermost last. */
  readonly tabLabels: string[][]
  /** Text inside `<code>`, null outside. */
  code: string | null
  /** The open tag `<h2>`. */
  heading: (Pick<MarkdownHeading, 'depth' | 'id' | 'isExcluded'> & { text: string }) | null
  /** Inline elements that are open, innermost last. */
  readonly inlines: OpenInline[]
  /** True if the text is that of a table cell, where a line break would tear the row apart. */
  isInCell: boolean
  /** True if a row that starts now is one of the head of an HTML table. */
  isInTableHead: boolean
  line: number
  /** True if the current block is of tags and expressions on lines of their own. */
  isFlow: boolean
  /** True if there is no text yet since the start of the current block, or since a tag that ended one. */
  isAtBlockStart: boolean
}

interface OpenInline {
  /** Null inside a heading or code, where it leaves only its text. */
  readonly id: ElementId | null
  /** Name of the tag that starts it; null for Markdown. */
  readonly tag: string | null
}

/** The page that text belongs to, and the destination of the text. */
export type TextTarget = Pick<TextState, 'writer' | 'onHeading' | 'frontmatter' | 'constants'>

/** The state before the first block. */
export function createTextState(target: TextTarget): TextState {
  const elements = createElementStack(target.writer)
  function onHeading(heading: MarkdownHeading): boolean {
    const isSection = target.onHeading(heading)
    if (isSection) elements.startSection()
    return isSection
  }
  return {
    ...target, elements, onHeading, tabLabels: [], code: null, heading: null, inlines: [], isInCell: false,
    isInTableHead: false, line: 1, isFlow: false, isAtBlockStart: true,
  }
}

/** Adds plain text. */
export function addText(state: TextState, text: string): void {
  if (state.heading !== null) state.heading.text += text
  else if (state.code !== null) state.code += text
  else state.writer.prose(stripInvisible(text))
}

/** Adds the text of an attribute, in which authors mark code as in Markdown. */
export function addMarkedText(state: TextState, text: string): void {
  for (const [i, part] of text.split(/`([^`\n]+)`/).entries()) {
    if (i % 2 === 0) addText(state, part)
    else addCode(state, part)
  }
}

/** Adds code inside a sentence. */
export function addCode(state: TextState, text: string): void {
  if (state.heading !== null || state.code !== null) return addText(state, text)
  state.writer.inlineCode(stripInvisible(text).trim())
}

/** Starts an inline element. */
export function openInline(state: TextState, start: InlineStart, tag: string | null = null): void {
  const isText = state.heading !== null || state.code !== null
  state.inlines.push({ id: isText ? null : state.writer.open(start), tag })
}

/** Ends the innermost inline element of Markdown with unclosed tags inside, or the innermost if it is of the tag. */
export function closeInline(state: TextState, tag: string | null = null): void {
  const { inlines } = state
  if (tag !== null && inlines.at(-1)?.tag !== tag) return
  let open = inlines.pop()
  while (tag === null && open !== undefined && open.tag !== null) open = inlines.pop()
  state.writer.close(open?.id ?? null)
}

/** Ends all inline elements. */
export function closeInlines({ inlines, writer }: TextState): void {
  const open = inlines.find(({ id }) => id !== null)
  writer.close(open?.id ?? null)
  inlines.length = 0
}

/** Separates the next text from the last; if a separator would break a heading, code or table row, by a space. */
export function separateText(state: TextState, by: Separator): void {
  if (state.heading !== null || state.code !== null || state.isInCell) return addText(state, ' ')
  state.writer.separate(by)
}

/** The styles of text for a terminal: expressive-code.com/key-features/syntax-highlighting/#ansi-escape-sequences */
const ANSI = /\x1b\[[\d;]*m/g

/** Writes a code block with its title; right inside of tabs it is a tab. */
export function writeCodeBlock(
  state: TextState,
  text: string,
  code: CodeAttributes & { readonly title: string | null },
): void {
  const { writer, elements } = state
  const { title } = code
  separateText(state, 'block')
  const isTab = elements.innermostType() === 'tabs'
  if (isTab) elements.openContainer({ type: 'tab' })
  else if (title !== null) elements.openContainer({ type: 'figure' })
  if (title !== null) writeTitle(state, title)
  writer.codeBlock(stripInvisible(code.lang === 'ansi' ? text.replace(ANSI, '') : text), code)
  if (isTab || title !== null) elements.closeContainer()
}

/** Writes the title of the element that is open. */
export function writeTitle(state: TextState, title: string): void {
  state.elements.openContainer({ type: 'title' })
  addMarkedText(state, title)
  state.elements.closeContainer()
}

/** Open elements, tags and directives around a tag or directive; deeper ones leave only their text, and have no end. */
const MAX_OPEN = 100

const NO_NAMES: ReadonlySet<string> = new Set()

interface OpenEntry {
  /** Null for a container. */
  readonly key: string | null
  /** Null for no element. */
  readonly id: ElementId | null
  /** The innermost element; that around it if it is not an element. */
  readonly start: BlockStart | null
}

function createElementStack(writer: SectionWriter) {
  const stack: OpenEntry[] = []

  /** Starts a container, or a tag or directive, which has a key; null for one that has an end but is not an element. */
  function open(key: string | null, start: BlockStart | null): void {
    if (key !== null && stack.length >= MAX_OPEN) return
    const id = start === null ? null : writer.open(start)
    stack.push({ key, id, start: start ?? stack.at(-1)?.start ?? null })
  }

  /** Ends the entry at the index and all above it. True if it is an element. */
  function closeFrom(index: number): boolean {
    const entries = stack.splice(index)
    writer.close(entries.find(({ id }) => id !== null)?.id ?? null)
    return entries[0]?.id !== null
  }

  function closeContainer(): void {
    const index = stack.findLastIndex(({ key }) => key === null)
    if (index !== -1) closeFrom(index)
  }

  /** Ends the innermost open tag or directive with the key, and all that is inside. True if that was an element. */
  function close(key: string): boolean {
    return closeSibling({ ends: new Set([key]), within: NO_NAMES })
  }

  /** Ends the elements that the start of a sibling ends: like `close`, but only inside the innermost of some others. */
  function closeSibling({ ends, within }: ImpliedEnds): boolean {
    const index = stack.findLastIndex(({ key }) => key === null || within.has(key) || ends.has(key))
    const key = stack[index]?.key ?? null
    return key !== null && !within.has(key) && closeFrom(index)
  }

  /** Leaves tags and directives around the first element that goes on in the section that has started: they ended. */
  function startSection(): void {
    const isKept = ({ id, start }: OpenEntry) => id !== null && start !== null && continuedStart(start) !== null
    const first = stack.findIndex(isKept)
    const entries = stack.splice(0).filter(({ key }, index) => key === null || (first !== -1 && index >= first))
    for (const one of entries) stack.push(isKept(one) ? one : { key: one.key, id: null, start: null })
  }

  return {
    openContainer: (start: BlockStart) => open(null, start), closeContainer, open, close, closeSibling, startSection,
    /** Key of the innermost tag or directive; null for a container. */
    innermost: () => stack.at(-1)?.key ?? null,
    innermostType: () => stack.at(-1)?.start?.type ?? null,
  }
}
